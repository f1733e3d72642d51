"""Every rule set is played by mail to its end, its record written, and its events audited."""

from __future__ import annotations

import pytest

from pbm.core.games import all_games, find, record, replay, spec
from tests.combinations import few_fast
from tests.pbm.inbox.commands.test_records import records_in
from tests.pbm.town import ALICE, PASSWORD, Town, findings, only
from tests.rules.playouts import whole_game

RULESETS = [game.ruleset for game in all_games() if game.name == "gyges"]


@pytest.mark.parametrize("ruleset", few_fast(RULESETS, one_in=3))
def test_a_game_is_played_by_mail_to_its_end(town_with_players: Town, ruleset: str) -> None:
    game, moves = find(f"gyges/{ruleset}"), whole_game(f"gyges/{ruleset}")
    mails = town_with_players.play(town_with_players.board(f"-rules={ruleset}"), *moves)
    end = replay(game, game.start(), moves)
    match = town_with_players.match()
    assert match.position == game.encode(end.state)
    assert end.outcome
    assert (match.result, match.reason) == (end.outcome.result, "goal")
    (found,) = records_in(only(town_with_players.answer(mails[0], "record\n")))
    assert found.tag("Game") == spec(game)
    assert record.play(game, found).state == end.state
    assert findings(town_with_players) == []


def test_a_refusal_names_the_help_of_its_rule_set(town_with_players: Town) -> None:
    mails = town_with_players.board("-rules=kang")
    mover = next(mail for mail in mails if mail.facts["your_turn"])
    refused = only(town_with_players.answer(mover, "1*-24\n"))
    assert (refused.kind, refused.facts["rule"]) == ("illegal", "G3k")
    assert refused.facts["topic"] == "kang"


def test_every_mail_about_a_board_names_the_help_of_its_rule_set(town_with_players: Town) -> None:
    (_, invitation) = town_with_players.write(
        ALICE, f"gyges challenge alice {PASSWORD} bob -rules=kang\n"
    )
    mails = town_with_players.answer(invitation, "accept\n")
    for mail in (invitation, *mails, only(town_with_players.answer(mails[0], "...\n"))):
        assert "help kang" in mail.text
        assert "help gyges" not in mail.text
