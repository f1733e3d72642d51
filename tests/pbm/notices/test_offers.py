"""What mails about a board offer, and what they say of its terms."""

from __future__ import annotations

import pytest

from pbm.core.games import all_games, find, may_be_drawn
from tests.pbm.town import ALICE, BOB, PASSWORD, Town, of
from tests.rules.playouts import whole_game

DRAWN = {"dvonn", "gyges", "loa", "oware", "reversi"}


def test_games_know_whether_a_draw_comes_up() -> None:
    shipped = {game.name for game in all_games() if may_be_drawn(game)}
    assert shipped >= DRAWN
    assert shipped.isdisjoint({"hex", "ygame", "havannah", "breakthrough", "clobber", "amazons"})


@pytest.mark.parametrize(("spec", "offered"), [("breakthrough/6x6", False), ("loa/standard", True)])
def test_a_draw_is_offered_where_one_can_come_up(
    town_with_players: Town, spec: str, offered: bool
) -> None:
    game, moves = find(spec), whole_game(spec)[:2]
    mails = town_with_players.board(f"-rules={game.ruleset}", game.name)
    mails = town_with_players.play(mails, *moves)
    assert [("propose draw" in mail.text) for mail in mails] == [offered, offered]


@pytest.mark.parametrize(
    ("options", "ruleset", "rated"), [("-rules=5", "5", True), ("-unrated", "11", False)]
)
def test_an_invitation_tells_the_rule_set_and_whether_it_is_rated(
    town_with_players: Town, options: str, ruleset: str, rated: bool
) -> None:
    mails = town_with_players.write(ALICE, f"hex challenge alice {PASSWORD} bob {options}\n")
    facts = of(mails, BOB).facts
    assert (facts["ruleset"], facts["rated"]) == (ruleset, rated)
