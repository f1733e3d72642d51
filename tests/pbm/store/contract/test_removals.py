"""Contract: deleted rows are found, and no others, by engines that can tell."""

from __future__ import annotations

import pytest

from pbm.core.contests.events import ContestDeed
from pbm.core.contests.happenings import Opened
from pbm.core.contests.model import ContestKind
from pbm.core.games import Puzzle
from pbm.core.model import Cause
from pbm.play.contest_events.recording import begin
from pbm.store.bookkeeping_protocol import Removals
from pbm.store.protocol import Store, Transaction
from tests.pbm.store.samples import NOW, keep, open_board


class Fault(Exception):
    pass


def told(removals: Removals | None) -> list[tuple[int, int]]:
    if removals is None:
        return []
    return [*removals.letters(), *removals.acts(), *removals.boards()]


def test_existing_rows_are_no_removals(tx: Transaction) -> None:
    for _ in range(3):
        open_board(tx)
        keep(tx)
    assert told(tx.removals) == []


def test_rows_rolled_back_to_a_savepoint_are_no_removals(tx: Transaction) -> None:
    open_board(tx)
    with pytest.raises(Fault), tx.savepoint():
        open_board(tx)
        keep(tx)
        raise Fault
    assert told(tx.removals) == []
    open_board(tx)
    keep(tx)
    assert told(tx.removals) == []


def test_rows_of_a_failed_transaction_are_no_removals(store: Store) -> None:
    with pytest.raises(Fault), store.transaction() as tx:
        keep(tx)
        tx.acts.add("games new", "a test", {}, NOW)
        raise Fault
    with store.transaction() as tx:
        keep(tx)
        assert told(tx.removals) == []


def test_what_is_rolled_back_leaves_no_gap_in_what_people_see(store: Store) -> None:
    for wanted in (1, 2):
        with pytest.raises(Fault), store.transaction() as tx:
            add_all(tx)
            raise Fault
        with store.transaction() as tx:
            with pytest.raises(Fault), tx.savepoint():
                add_all(tx)
                raise Fault
            assert add_all(tx) == {wanted}


def add_all(tx: Transaction) -> set[int | None]:
    """Add a row of each kind whose number people may see, and return the numbers."""
    match = open_board(tx)
    player, act = match.players.first, tx.acts.list(1)[0].id
    what = Opened(what=ContestKind.CUP, spec="gyges/classic", number=act, size=4, starts=NOW)
    puzzle = tx.puzzles.add("gyges/classic", Puzzle(f"position {act}", ("11-22",)), "")
    return {
        match.board,
        act,
        begin(tx, ContestDeed(what, NOW), Cause(act=act)).id,
        tx.requests.add("site", player, "show", NOW).id,
        tx.seeks.add(player, "gyges", 1, {}, NOW).id,
        puzzle.id if puzzle else None,
    }


def test_numbers_rise_in_a_transaction(tx: Transaction) -> None:
    boards = [open_board(tx).board]
    with pytest.raises(Fault), tx.savepoint():
        open_board(tx)
        raise Fault
    boards += [open_board(tx).board for _ in range(2)]
    assert boards == sorted(set(boards))
    assert list(tx.matches.numbers(0, 9)) == boards
