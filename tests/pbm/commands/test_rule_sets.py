"""Every rule set is played by mail to its end, its record written, and its events audited."""

from __future__ import annotations

from random import Random

import pytest

from pbm.audit import audit
from pbm.games import all_games, find, record, replay, spec
from tests.pbm.commands.test_records import records_in
from tests.pbm.town import ALICE, PASSWORD, Town, only

RULESETS = [game.ruleset for game in all_games() if game.name == "gyges"]


def moves_to_the_end(ruleset: str) -> list[str]:
    """The shortest of some random games that have an end, as its players write it."""
    game = find(f"gyges/{ruleset}")
    games = [random_game(ruleset, seed) for seed in range(12)]
    return min((moves for moves in games if replay(game, game.start(), moves).outcome), key=len)


def random_game(ruleset: str, seed: int) -> list[str]:
    game, random = find(f"gyges/{ruleset}"), Random(seed)
    state = game.start()
    written: list[str] = []
    while game.outcome(state) is None and len(written) < 400:
        moves = list(game.legal_moves(state))
        goals = [move for move in moves if getattr(move, "destination", 11) // 10 in (0, 7)]
        move = random.choice(goals or moves)
        written.append(game.format(state, move))
        state = game.apply(state, move)
    return written


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_game_is_played_by_mail_to_its_end(players: Town, ruleset: str) -> None:
    game, moves = find(f"gyges/{ruleset}"), moves_to_the_end(ruleset)
    mails = players.play(players.board(f"-rules={ruleset}"), *moves)
    end = replay(game, game.start(), moves)
    match = players.match()
    assert match.position == game.encode(end.state)
    assert end.outcome
    assert (match.result, match.reason) == (end.outcome.result, "goal")
    (found,) = records_in(only(players.answer(mails[0], "record\n")).text)
    assert found.tag("Game") == spec(game)
    assert record.play(game, found).state == end.state
    assert list(audit(players.office.store, lambda: None)) == []


def test_a_refusal_names_the_help_of_its_rule_set(players: Town) -> None:
    mails = players.board("-rules=kang")
    mover = next(mail for mail in mails if "your move" in mail.subject)
    refused = only(players.answer(mover, "1*-24\n"))
    assert "G3k: 24 cannot be reached from the reserve" in refused.text
    assert '"help kang" explains the rules.' in refused.text


def test_every_mail_about_a_board_names_the_help_of_its_rule_set(players: Town) -> None:
    (_, invitation) = players.write(ALICE, f"gyges challenge alice {PASSWORD} bob -rules=kang\n")
    mails = players.answer(invitation, "accept\n")
    for mail in (invitation, *mails, only(players.answer(mails[0], "Dear bob,\n"))):
        assert "help kang" in mail.text
        assert "help gyges" not in mail.text
