"""Clocks after the operator has reopened a game or set a deadline."""

from __future__ import annotations

from datetime import datetime, timedelta

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


def deadline_in(mail: Mail) -> datetime:
    """Return the deadline in a board mail."""
    deadline: datetime = mail.facts["clock"]["deadline"]
    return deadline


def test_a_reopened_game_has_clocks_that_start_again(
    town_with_players: Town,
) -> None:
    town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    town_with_players.live(days=22)
    assert town_with_players.match().reason == "forfeit"
    mails = reopened(town_with_players)
    assert {deadline_in(mail) for mail in mails} == {town_with_players.time + 21 * DAY}
    assert town_with_players.live(days=20)
    assert town_with_players.match().running
    town_with_players.live(days=2)
    assert town_with_players.match().reason == "forfeit"
    assert findings(town_with_players) == []


def test_a_new_deadline_is_valid_for_one_turn(town_with_players: Town) -> None:
    town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    town_with_players.live(days=20)
    told = of(granted(town_with_players, 5 * DAY), ALICE)
    assert deadline_in(told) == town_with_players.time + 5 * DAY
    town_with_players.live(days=4)
    assert town_with_players.match().running
    town_with_players.answer(told, "11-31\n")
    assert town_with_players.match().clock.deadline() == town_with_players.time + 21 * DAY
    assert findings(town_with_players) == []


def test_a_new_deadline_has_a_reminder_and_a_forfeit(
    town_with_players: Town,
) -> None:
    town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    granted(town_with_players, 2 * DAY)
    reminded = town_with_players.live(days=1.75)
    assert [mail.subject for mail in reminded] == ["[gyges 1] ply 3: still your move, alice"]
    town_with_players.live(days=0.25)
    assert town_with_players.match().reason == "forfeit"
    assert findings(town_with_players) == []
