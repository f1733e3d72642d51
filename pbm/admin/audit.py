"""The audit: every board is replayed from its events and compared.

Letters and boards are read a page at a time in short transactions. Memory does not grow with the
number of games, and no writer waits. Several processes may check pages in parallel.
"""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from itertools import chain
from multiprocessing import get_context

from pbm.admin.audit_checks import (
    Finding,
    Findings,
    check_board,
    check_contest,
    check_letter,
    check_programs,
)
from pbm.admin.audit_programs import external_moves
from pbm.base.errors import DamagedError, UsageError
from pbm.core.games import RulesError, replay
from pbm.core.model import Cause
from pbm.store import Place, open_to_look
from pbm.store.bookkeeping_protocol import Gaps
from pbm.store.protocol import Store, Transaction

__all__ = [
    "Finding",
    "Findings",
    "Run",
    "Step",
    "audit",
    "audit_board",
    "audit_programs",
    "count_external_moves",
    "in_processes",
    "size",
]

# Small, so that no process is left with much to do when the others have finished.
_PAGE = 20
# Pages queued ahead for each process. A page is a list of numbers.
_AHEAD = 4

Step = Callable[[], None]

_NUMBERS: Mapping[str, Callable[[Transaction, int, int], Sequence[int]]] = {
    "letters": lambda tx, after, limit: tx.letters.numbers(after, limit),
    "boards": lambda tx, after, limit: tx.matches.numbers(after, limit),
    "contests": lambda tx, after, limit: tx.contests.numbers(after, limit),
}


@dataclass(frozen=True)
class Page:
    """A batch for one process. kind: "letters", "boards" or "contests". numbers: their numbers."""

    kind: str
    numbers: Sequence[int]


Checked = Iterator[tuple[Page, Sequence[Finding]]]
Run = Callable[[Iterable[Page]], Checked]
"""Checks pages, and yields the findings of each, in order."""

_CHECKS = {"letters": check_letter, "boards": check_board, "contests": check_contest}


def size(store: Store) -> int:
    """The number of steps of an audit of everything."""
    with store.reading() as tx:
        return sum(tx.letters.counts().values()) + sum(tx.matches.counts().values())


def audit(store: Store, step: Step, run: Run | None = None) -> Findings:
    """Yield everything that is wrong. ``step`` is called for each letter and each board.

    run: checks the pages; by default this process does.
    """
    run = run or (lambda pages: ((page, _check(store, page)) for page in pages))
    with store.reading() as tx:
        missing = [*_missing_causes(tx), *(Finding(*each) for each in study_faults(tx))]
        boards = _missing_boards(tx)
    yield from missing
    yield from _found(run(_pages(store, "letters")), step)
    for number in chain.from_iterable(boards):
        yield from audit_board(store, number)
    yield from _found(run(_pages(store, "boards")), step)
    # A contest has few events; they are not counted as steps.
    yield from _found(run(_pages(store, "contests")), lambda: None)


def audit_board(store: Store, number: int) -> Findings:
    """Yield everything that is wrong with one board and the letters that caused its events.

    :raises UsageError: if there never was such a board
    """
    with store.reading() as tx:
        if not _ever_existed(tx, number):
            raise UsageError(f'there is no board {number}; "pbm games list" shows them')
        letters = sorted({cause.letter or 0 for cause in tx.matches.causes(number)})
        found = [each for letter in letters for each in check_letter(tx, letter)]
        found += check_board(tx, number)
    yield from found


def audit_programs(store: Store, boards: Sequence[int] = ()) -> Findings:
    """Yield the moves that programs would not play again. boards: none means all boards."""
    for number in _numbers(store, boards):
        with store.reading() as tx:
            yield from [*check_programs(tx, number)]


def count_external_moves(store: Store, boards: Sequence[int] = ()) -> Mapping[str, int]:
    """Count the moves that external engines have decided. boards: none means all boards.

    Nobody can compute such moves again.
    """
    counts = Counter[str]()
    for number in _numbers(store, boards):
        with store.reading() as tx, suppress(DamagedError):
            counts.update(external_moves(tx, number))
    return counts


def _numbers(store: Store, boards: Sequence[int]) -> Iterable[int]:
    """The given boards, or all boards if none is given."""
    return boards or chain.from_iterable(each.numbers for each in _pages(store, "boards"))


@contextmanager
def in_processes(place: Place) -> Iterator[Run]:
    """Yield a ``Run`` that uses one process per CPU. Each opens the store by itself."""
    count = os.cpu_count() or 1
    # A forked process closes our database file when it ends, and that would drop our locks.
    with ProcessPoolExecutor(count, mp_context=get_context("spawn")) as pool:
        yield lambda pages: _in_order(pool, place, pages, count * _AHEAD)


def _in_order(
    pool: ProcessPoolExecutor, place: Place, pages: Iterable[Page], ahead: int
) -> Checked:
    waiting: deque[tuple[Page, Future[Sequence[Finding]]]] = deque()
    for page in pages:
        waiting.append((page, pool.submit(_check_in, place, page)))
        if len(waiting) > ahead:
            first, checked = waiting.popleft()
            yield first, checked.result()
    for first, checked in waiting:
        yield first, checked.result()


def _check_in(place: Place, page: Page) -> Sequence[Finding]:
    return _check(_store(place), page)


@cache
def _store(place: Place) -> Store:
    return open_to_look(place)


def _check(store: Store, page: Page) -> Sequence[Finding]:
    check = _CHECKS[page.kind]
    with store.reading() as tx:
        return [found for number in page.numbers for found in check(tx, number)]


def _pages(store: Store, kind: str) -> Iterator[Page]:
    last = 0
    while True:
        with store.reading() as tx:
            numbers = _NUMBERS[kind](tx, last, _PAGE)
        if not numbers:
            return
        yield Page(kind, numbers)
        last = numbers[-1]


def _found(checked: Checked, step: Step) -> Findings:
    for page, found in checked:
        for _ in page.numbers:
            step()
        yield from found


def _missing_causes(tx: Transaction) -> Findings:
    """The letters and acts that were removed, as far as the store can tell."""
    if tx.removals is not None:
        yield from _gaps(tx.removals.letters(), lambda letter: Cause(letter=letter))
        yield from _gaps(tx.removals.acts(), lambda act: Cause(act=act))


def _gaps(gaps: Gaps, cause: Callable[[int], Cause]) -> Findings:
    for first, last in gaps:
        more = f", and so are those up to {last}" if last > first else ""
        yield Finding(f"it is gone from the store{more}", cause=cause(first))


def _missing_boards(tx: Transaction) -> Sequence[range]:
    """The numbers of the boards that were removed, as far as the store can tell."""
    gaps = tx.removals.boards() if tx.removals is not None else ()
    return [range(first, last + 1) for first, last in gaps]


def _ever_existed(tx: Transaction, number: int) -> bool:
    exists = number in tx.matches.numbers(number - 1, 1)
    return exists or any(number in each for each in _missing_boards(tx))


def study_faults(tx: Transaction) -> Iterator[tuple[str, int | None]]:
    """Yield each fault, with the board that it is about (None for a puzzle)."""
    for board in tx.analyses.made():
        match = tx.matches.get(board)
        if match is None or not match.finished:
            yield "it has an analysis, but is not over", board
    for kept in tx.puzzles.list():
        try:
            replay(kept.game, kept.game.decode(kept.puzzle.position), kept.puzzle.line)
        except RulesError as error:
            yield f"the line of puzzle {kept.id} cannot be played: {error}", None
