"""The board as data: slots, goals and their neighbours.

A slot is its coordinate as a number, 13 for row 1, column 3. The goals take the place of a row 0
and a row 7. A set of slots is an int with the bit ``BIT[slot]`` for each slot; these bits are two
apart, so that they fit the arrangements of ``rings``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..game import Seat

ROWS = COLUMNS = range(1, 7)
SLOTS = tuple(10 * row + column for row in ROWS for column in COLUMNS)
NORTH_GOAL, SOUTH_GOAL = 70, 0

HOME: Mapping[Seat, int] = {Seat.FIRST: 1, Seat.SECOND: 6}
TARGET: Mapping[Seat, int] = {Seat.FIRST: NORTH_GOAL, Seat.SECOND: SOUTH_GOAL}
"""The goal that each player has to reach."""

BEYOND = 77
"""One more than the highest number of a slot or a goal's cell."""

BIT = tuple(1 << 2 * slot for slot in range(BEYOND))
ROW = tuple(sum(BIT[10 * row + column] for column in COLUMNS) for row in range(ROWS.stop))
"""The slots of each row as one set, by its number; there is no row 0."""
BOARD = sum(ROW[row] for row in ROWS)

SIZES = range(1, 4)


def each(chosen: int) -> Iterator[int]:
    """Yield the slots and goals of a set in ascending order."""
    while chosen:
        # Taking bit by bit needs a third of the time of testing each of the 36 slots.
        lowest = chosen & -chosen
        yield lowest.bit_length() // 2
        chosen ^= lowest


def subsets(whole: int) -> Iterator[int]:
    """Yield every subset of a set of slots, with the set itself and the empty set."""
    part = whole
    while part:
        yield part
        part = (part - 1) & whole
    yield 0


def is_goal(slot: int) -> bool:
    """Return whether a place is a goal or a cell of one rather than a slot."""
    return slot // 10 not in ROWS


def is_goal_of(slot: int, seat: Seat) -> bool:
    """Return whether a place is the goal that the player has to reach, or a cell of it."""
    return slot // 10 == TARGET[seat] // 10


def _neighbours(slot: int) -> tuple[int, ...]:
    beside = tuple(slot + step for step in (10, -1, 1, -10) if slot + step in SLOTS)
    goals = {HOME[seat.other]: goal for seat, goal in TARGET.items()}
    row = slot // 10
    return (*beside, goals[row]) if row in goals else beside


NEIGHBOURS: Mapping[int, tuple[int, ...]] = {slot: _neighbours(slot) for slot in SLOTS} | {
    goal: tuple(10 * HOME[seat.other] + column for column in COLUMNS)
    for seat, goal in TARGET.items()
}
"""The neighbours of each slot and goal. Those of a goal are for rings that enter there (G3k)."""
