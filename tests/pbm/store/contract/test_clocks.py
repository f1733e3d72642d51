"""Contract: clocks, alarms, moments and vacations."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from pbm.base.errors import ConflictError
from pbm.core.boards import after, fold, opened
from pbm.core.by_seat import BySeat
from pbm.core.clocks import TimeLimits
from pbm.core.events import Deed
from pbm.core.marks import TICK
from pbm.core.model import Cause, Match, Vacation
from pbm.core.openings import Created, Terms
from pbm.play.recording import begin, record
from pbm.store.protocol import Store, Transaction
from tests.pbm.store.samples import NOW, SECOND, add_player, keep, open_board, placing

DAY = timedelta(days=1)
LIMITS = TimeLimits(nag=7 * DAY, forfeit=21 * DAY)


def open_timed_board(tx: Transaction, limits: TimeLimits = LIMITS) -> Match:
    number = tx.acts.count()
    pair = BySeat(add_player(tx, f"carol{number}").id, add_player(tx, f"dan{number}").id)
    act = tx.acts.add("games new", "a test", {}, NOW)
    terms = Terms(spec="gyges/classic", players=pair, limits=limits)
    deed = Deed(Created(terms), NOW)
    match = opened(deed).match
    return begin(tx, match, deed, Cause(act=act.id))


def due(tx: Transaction, days: int) -> list[int]:
    return [match.board for match in tx.matches.due(NOW + days * DAY, 10)]


def test_a_board_is_found_with_its_clock(tx: Transaction) -> None:
    match = open_timed_board(tx)
    assert match.clock.since == NOW
    assert tx.matches.get(match.board) == match


def test_a_board_is_due_when_its_clock_says_so(tx: Transaction) -> None:
    open_board(tx)
    slow, quick = open_timed_board(tx), open_timed_board(tx, TimeLimits(forfeit=4 * DAY))
    assert due(tx, 2) == []
    assert due(tx, 3) == [quick.board]
    assert due(tx, 7) == [quick.board, slow.board]


def test_an_event_sets_a_new_alarm(tx: Transaction) -> None:
    match = open_timed_board(tx)
    deed = replace(placing(), at=NOW + 6 * DAY)
    moved = after(fold(tx.matches.events(match.board)), deed)
    record(tx, moved.match, deed, Cause(letter=keep(tx)))
    assert (due(tx, 12), due(tx, 13)) == ([], [match.board])


def test_an_alarm_can_be_moved_and_removed(tx: Transaction) -> None:
    match = open_timed_board(tx)
    tx.matches.set_alarm(match, NOW + 9 * DAY)
    assert (due(tx, 8), due(tx, 9)) == ([], [match.board])
    tx.matches.set_alarm(match, None)
    assert due(tx, 100) == []


def test_setting_the_alarm_of_a_changed_board_is_a_conflict(store: Store) -> None:
    with store.transaction() as tx:
        match = open_timed_board(tx)
    with store.reading() as slow:
        (read,) = slow.matches.due(NOW + 7 * DAY, 10)
        with store.transaction() as quick:
            deed = replace(placing(), at=NOW + 6 * DAY)
            moved = after(fold(quick.matches.events(match.board)), deed)
            record(quick, moved.match, deed, Cause(letter=keep(quick)))
        with pytest.raises(ConflictError), store.transaction() as tx:
            tx.matches.set_alarm(read, None)
    with store.reading() as tx:
        assert due(tx, 13) == [match.board]


def test_running_boards_with_clocks_are_found(tx: Transaction) -> None:
    open_board(tx)
    match = open_timed_board(tx)
    assert [each.board for each in tx.matches.timed()] == [match.board]


def test_a_moment_is_found_by_its_mark(tx: Transaction) -> None:
    assert tx.moments.get(TICK) is None
    tx.moments.set(TICK, NOW)
    tx.moments.set(TICK, NOW + SECOND)
    assert tx.moments.get(TICK) == NOW + SECOND


@pytest.mark.parametrize("before", [None, NOW])
def test_only_one_of_two_transactions_can_move_a_moment(
    before: datetime | None, store: Store
) -> None:
    with store.transaction() as tx:
        if before is not None:
            tx.moments.set(TICK, before)
    with store.reading() as slow:
        was = slow.moments.get(TICK)
        with store.transaction() as quick:
            quick.moments.move(TICK, NOW + SECOND, was)
        with pytest.raises(ConflictError), store.transaction() as tx:
            tx.moments.move(TICK, NOW + 2 * SECOND, was)
    with store.reading() as tx:
        assert tx.moments.get(TICK) == NOW + SECOND


def test_a_moment_is_taken_once_and_not_after_it_has_changed(store: Store) -> None:
    with store.transaction() as tx:
        tx.moments.set(TICK, NOW)
    with store.reading() as slow:
        was = slow.moments.get(TICK)
        assert was is not None
        with store.transaction() as tx:
            assert tx.moments.take(TICK, was)
            assert not tx.moments.take(TICK, was)
            tx.moments.set(TICK, NOW + SECOND)
        with store.transaction() as tx:
            assert not tx.moments.take(TICK, was)
            assert tx.moments.get(TICK) == NOW + SECOND


def test_vacations_are_kept_in_order(tx: Transaction) -> None:
    alice, bob = add_player(tx, "alice").id, add_player(tx, "bob").id
    tx.vacations.add(alice, NOW + 9 * DAY, NOW + 12 * DAY)
    tx.vacations.add(alice, NOW, NOW + 2 * DAY)
    assert list(tx.vacations.of(alice)) == [
        Vacation(NOW, NOW + 2 * DAY),
        Vacation(NOW + 9 * DAY, NOW + 12 * DAY),
    ]
    assert list(tx.vacations.of(bob)) == []


def test_a_vacation_that_is_ended_lasts_until_now(tx: Transaction) -> None:
    alice, bob = add_player(tx, "alice").id, add_player(tx, "bob").id
    for player in (alice, bob):
        tx.vacations.add(player, NOW - 9 * DAY, NOW - 8 * DAY)
        tx.vacations.add(player, NOW - DAY, NOW + DAY)
        tx.vacations.add(player, NOW + 5 * DAY, NOW + 6 * DAY)
    tx.vacations.end(alice, NOW)
    assert list(tx.vacations.of(alice)) == [
        Vacation(NOW - 9 * DAY, NOW - 8 * DAY),
        Vacation(NOW - DAY, NOW),
    ]
    assert len(tx.vacations.of(bob)) == 3
