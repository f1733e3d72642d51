"""The board as data: slots, goals, connections, and every way of one, two or three steps.

A slot is its coordinate as a number, 13 for row 1, column 3. The goals stand where a row 0 and a
row 7 would be. A set of slots is an int with the bit ``BIT[slot]`` for each of them; these bits
lie two apart, so that they fit the arrangements of ``rings``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import NamedTuple

from ..game import Seat

ROWS = COLUMNS = range(1, 7)
SLOTS = tuple(10 * row + column for row in ROWS for column in COLUMNS)
NORTH_GOAL, SOUTH_GOAL = 70, 0
NAMES: Mapping[int, str] = {NORTH_GOAL: "N", SOUTH_GOAL: "S"} | {slot: str(slot) for slot in SLOTS}

HOME: Mapping[Seat, int] = {Seat.FIRST: 1, Seat.SECOND: 6}
TARGET: Mapping[Seat, int] = {Seat.FIRST: NORTH_GOAL, Seat.SECOND: SOUTH_GOAL}
"""The goal that each player has to reach."""

BIT = tuple(1 << 2 * slot for slot in range(NORTH_GOAL + 1))
ROW = tuple(sum(BIT[10 * row + column] for column in COLUMNS) for row in range(ROWS.stop))
"""The slots of each row as one set; row 0 is no row."""
BOARD = sum(ROW[row] for row in ROWS)

SIZES = range(1, 4)


class Way(NamedTuple):
    """A walk over neighbouring slots.

    crossed: the connections, a bit each, numbered as in ``CONNECTIONS``.
    passed: the slots between its two ends.
    slots: all slots in order, both ends included.
    """

    end: int
    crossed: int
    passed: int
    slots: tuple[int, ...]


def _neighbours(slot: int) -> tuple[int, ...]:
    beside = tuple(slot + step for step in (10, -1, 1, -10) if slot + step in SLOTS)
    goals = {HOME[seat.other]: goal for seat, goal in TARGET.items()}
    row = slot // 10
    return (*beside, goals[row]) if row in goals else beside


NEIGHBOURS: Mapping[int, tuple[int, ...]] = {slot: _neighbours(slot) for slot in SLOTS}


def connection(one: int, other: int) -> str:
    """The printed name of a connection, the lower coordinate first: ``31-32``, ``64-N``."""
    low, high = sorted((one, other), key=lambda slot: NAMES[slot])
    return f"{NAMES[low]}-{NAMES[high]}"


CONNECTIONS: Mapping[str, int] = {
    name: number
    for number, name in enumerate(
        sorted({connection(slot, other) for slot in SLOTS for other in NEIGHBOURS[slot]})
    )
}


def _walks(slot: int, steps: int) -> Iterator[tuple[int, ...]]:
    """Every walk of that many steps. A goal can only be its end: nothing leads on from there."""
    if not steps:
        yield (slot,)
        return
    for beside in NEIGHBOURS.get(slot, ()):
        for walk in _walks(beside, steps - 1):
            yield (slot, *walk)


def _way(walk: tuple[int, ...]) -> Way:
    crossed = {CONNECTIONS[connection(*step)] for step in pairwise(walk)}
    passed = set(walk[1:-1])
    return Way(walk[-1], sum(1 << n for n in crossed), sum(BIT[s] for s in passed), walk)


WALKS: Mapping[int, Mapping[int, tuple[Way, ...]]] = {
    size: {slot: tuple(map(_way, _walks(slot, size))) for slot in SLOTS} for size in SIZES
}
"""By the size of the ring and the slot it leaves: what could be walked without G5."""

WAYS: Mapping[int, Mapping[int, tuple[Way, ...]]] = {
    size: {
        slot: tuple(way for way in walks if way.crossed.bit_count() == size)
        for slot, walks in table.items()
    }
    for size, table in WALKS.items()
}
"""The same under G5: a way crosses no connection twice."""
