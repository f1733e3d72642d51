"""The audit's findings about wrong clocks and wrong forfeits."""

from __future__ import annotations

from datetime import timedelta

from pbm.core.events import Deed, Event
from pbm.core.games import Seat
from pbm.core.happenings import Forfeited
from pbm.core.model import Cause
from pbm.play.recording import record
from tests.pbm.town import ALICE, NORTH, PASSWORD, SOUTH, Town, findings, tamper


def test_a_game_with_reminders_vacations_and_downtime_has_no_findings(
    town_with_players: Town,
) -> None:
    town_with_players.board("-totaltime=60d")
    town_with_players.live(days=8)
    town_with_players.write(ALICE, f"vacation alice {PASSWORD} today tomorrow\n")
    town_with_players.later(days=1)
    town_with_players.tick()
    town_with_players.write(ALICE, f"vacation alice {PASSWORD} off\n")
    assert [event.kind.value for event in events(town_with_players)][2:] == [
        "excused",
        "excused",
        "returned",
    ]
    assert findings(town_with_players) == []


def events(town: Town) -> list[Event]:
    with town.app.store.reading() as tx:
        return tx.matches.events(1)


def test_a_changed_clock_is_found(town_with_players: Town) -> None:
    town_with_players.play(town_with_players.board(), SOUTH)
    tamper(town_with_players, "UPDATE matches SET clock = json_set(clock, '$.spent[1]', 5)")
    (found,) = findings(town_with_players)
    assert found.startswith("board 1 (letter ")
    assert "the stored clock is" in found


def test_an_unreadable_clock_is_found(town_with_players: Town) -> None:
    town_with_players.board()
    tamper(town_with_players, "UPDATE matches SET clock = '{}'")
    assert any("board 1 cannot be read" in found for found in findings(town_with_players))


def test_a_forfeit_before_the_deadline_is_found(town_with_players: Town) -> None:
    town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    lose(town_with_players, early=timedelta(seconds=1))
    assert any(
        found.startswith("board 1, event 5 (operator act 1): the game was lost by time before")
        for found in findings(town_with_players)
    )


def test_a_forfeit_by_another_deadline_is_found(town_with_players: Town) -> None:
    town_with_players.play(town_with_players.board(), SOUTH, NORTH)
    lose(town_with_players, named=timedelta(days=-1))
    assert any(
        "it cannot have happened: South had no deadline" in each
        for each in findings(town_with_players)
    )


def lose(town: Town, early: timedelta = timedelta(0), named: timedelta = timedelta(0)) -> None:
    """Forge a forfeit of South, with a valid hash."""
    match = town.match()
    deadline = match.clock.deadline()
    assert deadline is not None
    with town.app.store.transaction() as tx:
        act = tx.acts.add("clock", "", {}, town.time)
        deed = Deed(Forfeited(Seat.FIRST, deadline + named), deadline - early)
        record(tx, match, deed, Cause(act=act.id))


def test_a_running_game_past_its_deadline_is_found(town_with_players: Town) -> None:
    town_with_players.board()
    tamper(town_with_players, "UPDATE matches SET alarm = NULL")
    town_with_players.live(days=21, hours=12)
    assert findings(town_with_players) == []
    town_with_players.live(days=1)
    assert findings(town_with_players) == [
        "board 1: its time was over at 2026-12-11 10:00:00+00:00, and it still runs"
    ]
