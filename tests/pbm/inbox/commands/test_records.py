from __future__ import annotations

from pbm.core.games import find, record
from pbm.notices.facts.records import folded
from tests.pbm.inbox.commands.people import is_turned_away
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    NORTH,
    PASSWORD,
    SOUTH,
    Mail,
    Town,
    only,
    refused,
    refused_because,
)

GYGES = find("gyges/classic")


def records_in(mail: Mail) -> list[record.Record]:
    text = mail.facts["record"].strip()
    assert text in mail.text
    return record.read(text)


def test_a_record_in_a_mail_can_be_played_again(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH, "16-35")
    answer = only(town_with_players.answer(mails[0], "record\n"))
    (found,) = records_in(answer)
    assert (found.tag("South"), found.tag("North"), found.tag("Result")) == ("alice", "bob", "*")
    assert found.moves == (SOUTH, NORTH, "16-35")
    assert GYGES.encode(record.play(GYGES, found).state) == town_with_players.match().position
    assert not answer.facts["result"]


def test_a_seeded_start_is_in_the_record(town_with_players: Town) -> None:
    town_with_players.board("-random", game="dvonn")
    (found,) = records_in(only(town_with_players.write(BOB, "dvonn record 1\n")))
    assert found.tag("Setup") == town_with_players.match().setup
    assert found.tag("Seed") == str(town_with_players.match().seed)


def test_a_finished_game_says_how_it_ended(town_with_players: Town) -> None:
    mails = town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    town_with_players.answer(mails[0], "resign\n")
    answer = only(town_with_players.write(BOB, "gyges record 1\n"))
    (found,) = records_in(answer)
    assert (found.tag("Result"), found.tag("Reason")) == ("0-1", "resigned")
    assert answer.facts["result"]


def test_other_players_may_read_the_record_too(town_with_players: Town) -> None:
    town_with_players.play(town_with_players.board(), SOUTH)
    town_with_players.sign_up(CAROL)
    assert SOUTH in only(town_with_players.write(CAROL, subject="gyges record 1")).text


def test_a_game_that_has_not_begun_has_no_record(town_with_players: Town) -> None:
    town_with_players.write(ALICE, f"gyges challenge alice {PASSWORD} bob\n")
    assert refused(town_with_players.write(ALICE, "gyges record 1\n")) == "no_record"


def test_a_record_needs_a_board(town_with_players: Town) -> None:
    code, facts = refused_because(town_with_players.write(ALICE, "gyges record\n"))
    assert (code, facts["usage"]) == ("no_board", "gyges record B")
    assert refused(town_with_players.write(ALICE, "gyges record 9\n")) == "unknown_board"


def test_a_stranger_gets_no_record(town_with_players: Town) -> None:
    town_with_players.board()
    assert is_turned_away(town_with_players, "gyges record 1\n")


def test_long_moves_are_folded_and_tags_are_not() -> None:
    moves = tuple(f"{each}-{'12-' * 12}34" for each in (11, 13, 15))
    setup = "x" * 90
    text = folded(record.write(record.Record({"Game": "gyges/classic", "Setup": setup}, moves)))
    assert all(len(line) <= 78 for line in text.splitlines() if not line.startswith("["))
    assert record.read(text) == [record.Record({"Game": "gyges/classic", "Setup": setup}, moves)]
