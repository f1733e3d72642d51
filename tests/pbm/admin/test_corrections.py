"""What the operator puts right, and the clocks after it."""

from __future__ import annotations

from datetime import timedelta

from pbm.admin.action import action
from pbm.play.corrections import grant, reopen
from tests.pbm.town import ALICE, NORTH, SOUTH, Mail, Town, findings, of

DAY = timedelta(days=1)


def reopened(town: Town) -> list[Mail]:
    with action(town.app, "games reopen 1", "a mistake") as work:
        reopen(work, 1, "a mistake")
    return town.new_mails()


def granted(town: Town, span: timedelta) -> list[Mail]:
    with action(town.app, "games deadline 1", "an illness") as work:
        grant(work, 1, span, "an illness")
    return town.new_mails()


def test_a_game_that_was_lost_by_time_goes_on_with_clocks_that_start_anew(players: Town) -> None:
    players.play(players.board(), SOUTH, NORTH)
    players.live(days=22)
    assert players.match().reason == "forfeit"
    assert all("21 days left" in mail.text for mail in reopened(players))
    assert players.live(days=20)
    assert players.match().running
    players.live(days=2)
    assert players.match().reason == "forfeit"
    assert findings(players) == []


def test_a_new_deadline_holds_for_one_turn(players: Town) -> None:
    players.play(players.board(), SOUTH, NORTH)
    players.live(days=20)
    told = of(granted(players, 5 * DAY), ALICE)
    assert "5 days left" in told.text
    players.live(days=4)
    assert players.match().running
    players.answer(told, "11-31\n")
    assert players.match().clock.deadline() == players.time + 21 * DAY
    assert findings(players) == []


def test_a_game_is_lost_at_its_new_deadline_before_which_its_player_is_reminded(
    players: Town,
) -> None:
    players.play(players.board(), SOUTH, NORTH)
    granted(players, 2 * DAY)
    reminded = players.live(days=1.75)
    assert [mail.subject for mail in reminded] == ["[gyges 1] ply 3: still your move, alice"]
    players.live(days=0.25)
    assert players.match().reason == "forfeit"
    assert findings(players) == []
