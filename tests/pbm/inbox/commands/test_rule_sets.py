"""Every rule set is played by mail to its end, its record written, and its events audited."""

from __future__ import annotations

import pytest

from pbm.core.games import all_games, find, record, replay, spec
from tests.pbm.inbox.commands.test_records import records_in
from tests.pbm.town import ALICE, PASSWORD, Town, findings, only
from tests.rules.playouts import whole_game

RULESETS = [game.ruleset for game in all_games() if game.name == "gyges"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_game_is_played_by_mail_to_its_end(players: Town, ruleset: str) -> None:
    game, moves = find(f"gyges/{ruleset}"), whole_game(f"gyges/{ruleset}")
    mails = players.play(players.board(f"-rules={ruleset}"), *moves)
    end = replay(game, game.start(), moves)
    match = players.match()
    assert match.position == game.encode(end.state)
    assert end.outcome
    assert (match.result, match.reason) == (end.outcome.result, "goal")
    (found,) = records_in(only(players.answer(mails[0], "record\n")).text)
    assert found.tag("Game") == spec(game)
    assert record.play(game, found).state == end.state
    assert findings(players) == []


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
