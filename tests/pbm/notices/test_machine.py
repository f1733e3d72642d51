"""The part of board mails for programs: its content, its readers, and its size."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from pbm.core.games import AnyGame, all_games, find, spec
from pbm.notices import machine
from pbm.notices.kinds import MailKind
from pbm.notices.machine import LARGEST, machine_part
from tests.pbm.town import ALICE, BOB, NORTH, PASSWORD, SOUTH, Mail, Town, of, only

SCHEMA = json.loads(
    resources.files("pbm.notices").joinpath("machine.schema.json").read_text(encoding="utf-8")
)


def part(mail: Mail) -> dict[str, Any]:
    """The part of a mail, which must match the schema."""
    (found,) = (p for p in mail.message.walk() if p.get_content_type() == "application/json")
    facts: dict[str, Any] = json.loads(found.get_content())
    Draft202012Validator(SCHEMA, format_checker=FormatChecker()).validate(facts)
    return facts


def has_part(mail: Mail) -> bool:
    return any(p.get_content_type() == "application/json" for p in mail.message.walk())


@pytest.fixture
def town(town_with_players: Town, welcomes: tuple[Mail, Mail]) -> Town:
    """The town of alice and bob, whose ``machine`` is on."""
    for welcome in welcomes:
        town_with_players.answer(welcome, "set machine on\n")
    return town_with_players


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert set(SCHEMA["required"]) == set(SCHEMA["properties"])


@pytest.mark.parametrize("game", all_games(), ids=spec)
def test_the_part_holds_what_is_needed_for_a_move(town: Town, game: AnyGame) -> None:
    mails = town.board(f"-rules={game.ruleset}", game.name)
    mine = of(mails, ALICE)
    facts = part(mine)
    assert (facts["ruleset"], facts["board"], facts["ply"]) == (spec(game), 1, 0)
    assert (facts["you"], facts["players"]) == ("alice", ["alice", "bob"])
    assert (facts["your_turn"], facts["your_seat"]) == (True, game.seats[0])
    assert facts["position"] == facts["start"] == game.encode(game.start())
    assert facts["reply_to"] == mine.reply_to
    moves = [game.format(game.start(), move) for move in game.legal_moves(game.start())]
    assert facts["legal"] == moves
    assert part(of(mails, BOB))["legal"] == []


def test_the_history_leads_from_the_start_to_the_position(town: Town) -> None:
    facts = part(town.play(town.board(), SOUTH, NORTH, "16-35")[1])
    game = find(facts["ruleset"])
    state = game.decode(facts["start"])
    for move in facts["history"]:
        state = game.make(state, move).after
    assert game.encode(state) == facts["position"]
    assert facts["ply"] == 3


def test_a_move_of_the_list_sent_to_the_address_is_played(town: Town) -> None:
    facts = part(town.board()[0])
    town.write(ALICE, f"{facts['legal'][-1]}\n", to=facts["reply_to"])
    assert town.match().plies == 1


def test_the_end_of_a_game_is_told(town: Town) -> None:
    mails = town.play(town.board(), SOUTH, NORTH)
    facts = part(of(town.answer(of(mails, ALICE), "resign\n"), BOB))
    assert (facts["status"], facts["result"], facts["reason"]) == ("finished", "0-1", "resigned")
    assert (facts["turn"], facts["legal"], facts["deadline"]) == (None, [], None)


def test_only_board_mails_of_those_who_want_it_have_the_part(town: Town) -> None:
    question = only(town.answer(town.board()[1], "set machine off\n"))
    town.answer(question, "yes\n")
    mails = town.board()
    assert has_part(of(mails, ALICE))
    assert not has_part(of(mails, BOB))
    assert not has_part(only(town.write(ALICE, "help\n")))


def test_a_mail_with_the_part_is_text_and_waits_for_no_digest(town: Town) -> None:
    town.write(ALICE, f"set alice {PASSWORD} mail pictures\n")
    town.write(ALICE, f"set alice {PASSWORD} digest all\n")
    mail = of(town.board(), ALICE)
    kinds = [each.get_content_type() for each in mail.message.walk()]
    assert kinds == ["multipart/mixed", "text/plain", "application/json"]
    assert (mail.kind, mail.row.status) == (MailKind.BOARD, "queued")


def test_its_lines_are_short_and_hold_no_token_in_the_store(town: Town) -> None:
    mail = of(town.board(), ALICE)
    assert max(map(len, mail.raw.splitlines())) < 998
    assert mail.token.encode() in mail.raw
    assert mail.token.encode() not in mail.row.raw


def test_a_list_that_is_too_long_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = {"format": 1, "legal": ["13-14"] * 1000}
    assert json.loads(machine_part(facts, "pbm@example.org"))["legal"] == facts["legal"]
    monkeypatch.setattr(machine, "LARGEST", 1000)
    assert json.loads(machine_part(facts, "pbm@example.org"))["legal"] is None


def test_no_mail_of_a_game_comes_near_the_bound(town: Town) -> None:
    assert len(town.board()[0].raw) < LARGEST
