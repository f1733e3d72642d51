"""A written move: the landings that it claims, and whether ways for them can be found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from .board import WAYS, Way
from .rings import ring
from .state import Move


class Route(NamedTuple):
    """What is claimed, before anybody looked at a board.

    landings: origin, bounces and destination; only two of them leave the bounces open.
    passed: for each step from one landing to the next, the slots that were named as passed.
    """

    landings: tuple[int, ...]
    passed: tuple[tuple[int, ...], ...]
    displaced: int | None = None

    @property
    def move(self) -> Move:
        return Move(self.landings[0], self.landings[-1], self.displaced)

    @property
    def leaves_bounces_open(self) -> bool:
        return len(self.landings) == 2 and not any(self.passed)


class Leg(NamedTuple):
    """The part of a route from one landing to the next, ``size`` steps by the rule."""

    start: int
    size: int
    passed: tuple[int, ...]
    end: int

    def ways(
        self, blocked: int, table: Mapping[int, Mapping[int, Sequence[Way]]] = WAYS
    ) -> list[Way]:
        """The ways of the table that fit this leg and pass no blocked slot."""
        return [
            way
            for way in table[self.size][self.start]
            if way.end == self.end
            and not way.passed & blocked
            and _in_order(self.passed, way.slots[1:-1])
        ]


def _in_order(named: Iterable[int], passed: Iterable[int]) -> bool:
    remaining = iter(passed)
    return all(slot in remaining for slot in named)


def legs(route: Route, size: int, lifted: int) -> list[Leg]:
    """The legs by the size of the moving ring, then of the rings it bounces on.

    The size is 0 where nothing stands to bounce on.
    """
    steps = [size, *(ring(lifted, slot) for slot in route.landings[1:-1])]
    starts, ends = route.landings[:-1], route.landings[1:]
    return [Leg(*leg) for leg in zip(starts, steps, route.passed, ends, strict=True)]


def lay(options: Iterable[Sequence[Way]]) -> tuple[Way, ...]:
    """One way for each leg, no connection crossed twice (G5), for as many legs as that can be."""
    laid: dict[int, tuple[Way, ...]] = {0: ()}
    for ways in options:
        longer = {
            crossed | way.crossed: (*trail, way)
            for crossed, trail in laid.items()
            for way in ways
            if not crossed & way.crossed
        }
        if not longer:
            break
        laid = longer
    return next(iter(laid.values()))
