"""Ways of one, two or three steps over the board, and what each of them uses (G3, G5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import groupby, pairwise
from operator import or_
from typing import NamedTuple

from ..errors import IllegalMove
from .board import BIT, NEIGHBOURS, SIZES, is_goal, subsets
from .coordinates import FIGURES, Coordinates

Walk = tuple[int, ...]


class Way(NamedTuple):
    """A walk over neighbouring slots.

    used: a bit for each thing that a move may use only once: connections, or slots in ``towers``.
    passed: the slots between both ends, as a set.
    slots: all slots in order, both ends included.
    """

    end: int
    used: int
    passed: int
    slots: Walk


Ways = Mapping[int, Mapping[int, tuple[Way, ...]]]
"""The ways, by the size of the ring and the slot that it leaves."""


Hop = tuple[int, int, int]
"""An open way as a search needs it: its end, the end as a set, and its bits (``Way.used``).

Plain tuples here and in ``Fan``, because unpacking a named tuple takes four times as long.
"""

Openings = tuple[int, tuple[Hop, ...]]
"""The open ways from one slot: their ends as a set, and their hops."""

Fan = tuple[int, Mapping[int, Openings]]
"""Ways from one slot: the set of slots that any of them passes, and the ways that are open for
each subset of these slots that may be occupied.
"""

_WIDEST = 4
"""The maximum number of slots that a fan passes; four slots have 16 subsets."""


@dataclass(frozen=True, eq=False)
class Net:
    """The ways over a board, and the names of the things that they use.

    neighbours: by slot, the places where a single step leads; it has goals as keys if rings enter
        there.
    step: the number of the rule that says how far a ring goes.
    uses: returns the names of the things that a walk uses and no move may use twice, in order.
    used_twice: returns the error for a move that uses the thing with this name twice.
    """

    coordinates: Coordinates
    neighbours: Mapping[int, tuple[int, ...]]
    step: str
    uses: Callable[[Walk], list[str]]
    used_twice: Callable[[str], IllegalMove]

    @cached_property
    def walks(self) -> Ways:
        """Every way, even if it uses something twice."""
        return {
            size: {
                start: tuple(map(self._way, self._walks(start, size))) for start in self.neighbours
            }
            for size in SIZES
        }

    @cached_property
    def ways(self) -> Ways:
        """The ways that use nothing twice."""
        return {
            size: {
                start: tuple(way for way in walks if not self.repeated([way]))
                for start, walks in table.items()
            }
            for size, table in self.walks.items()
        }

    @cached_property
    def fans(self) -> Mapping[int, Mapping[int, list[Fan]]]:
        """The ways as fans, by their occupied slots: testing each way would take twice as long."""
        return {
            size: {start: _fans(ways) for start, ways in table.items()}
            for size, table in self.ways.items()
        }

    @cached_property
    def taken(self) -> Mapping[int, int]:
        """By start slot, the bits of ``Way.used`` for what a ring uses before its first step."""
        return {start: self._bits((start,)) for start in self.neighbours}

    def repeated(self, ways: Iterable[Way]) -> str:
        """Return the first thing that consecutive ways use twice, "" if there is none."""
        walk: Walk = ()
        for way in ways:
            walk += way.slots[bool(walk) :]
        uses = self.uses(walk)
        return next((use for place, use in enumerate(uses) if use in uses[:place]), "")

    def _walks(self, slot: int, steps: int) -> Iterator[Walk]:
        """Yield every walk of that many steps. A goal can only be its end."""
        for beside in self.neighbours[slot]:
            if steps == 1:
                yield slot, beside
            elif not is_goal(beside):
                for walk in self._walks(beside, steps - 1):
                    yield (slot, *walk)

    def _way(self, walk: Walk) -> Way:
        used = self._bits(walk) & ~self.taken[walk[0]]
        return Way(walk[-1], used, sum(BIT[slot] for slot in {*walk[1:-1]}), walk)

    def _bits(self, walk: Walk) -> int:
        return sum(1 << self._numbers[use] for use in {*self.uses(walk)})

    @cached_property
    def _numbers(self) -> Mapping[str, int]:
        steps = [(slot, other) for slot, beside in self.neighbours.items() for other in beside]
        return {
            use: number
            for number, use in enumerate(sorted({use for step in steps for use in self.uses(step)}))
        }


def _fans(ways: Sequence[Way]) -> list[Fan]:
    """Return the ways as one fan, or as a fan for each first step if one fan would be too wide."""
    if _passed(ways).bit_count() <= _WIDEST:
        return [_fan(ways)]
    return [_fan([*same]) for _, same in groupby(ways, lambda way: way.slots[1])]


def _fan(ways: Sequence[Way]) -> Fan:
    passed = _passed(ways)
    return passed, {blocked: _open(ways, blocked) for blocked in subsets(passed)}


def _passed(ways: Iterable[Way]) -> int:
    return reduce(or_, (way.passed for way in ways), 0)


def _open(fan: Sequence[Way], blocked: int) -> Openings:
    ways = [way for way in fan if not way.passed & blocked]
    hops = tuple((way.end, BIT[way.end], way.used) for way in ways)
    return reduce(or_, (there for _, there, _ in hops), 0), hops


def connection(one: int, other: int) -> str:
    """Return the name of a connection, the lower coordinate first: ``31-32``, ``64-N``."""
    low, high = sorted((FIGURES.names[one], FIGURES.names[other]))
    return f"{low}-{high}"


def connections(walk: Walk) -> list[str]:
    return [connection(*step) for step in pairwise(walk)]


def crossed_twice(name: str) -> IllegalMove:
    return IllegalMove("G5", "crossed_twice", connection=name)


CONNECTED = Net(FIGURES, NEIGHBOURS, "G3", connections, crossed_twice)
"""G3 and G5: orthogonal steps in any direction, no connection twice."""
