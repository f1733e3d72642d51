"""A written move: the landings that it claims, and whether ways for them can be found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from .net import Way, Ways
from .rings import ring
from .search import Flight


class Route(NamedTuple):
    """What is claimed, before anybody looked at a board.

    landings: origin, bounces and destination; only two of them leave the bounces open.
    passed: for each step from one landing to the next, the slots that were named as passed.
    exact: whether no bounces are left open even by two landings.
    """

    landings: tuple[int, ...]
    passed: tuple[tuple[int, ...], ...]
    displaced: int | None = None
    exact: bool = False

    @property
    def origin(self) -> int:
        return self.landings[0]

    @property
    def destination(self) -> int:
        return self.landings[-1]

    @property
    def before_end(self) -> Iterator[int]:
        """The places where the ring bounces, or that it passes."""
        return chain(self.landings[1:-1], *self.passed)

    @property
    def leaves_bounces_open(self) -> bool:
        return len(self.landings) == 2 and not any(self.passed) and not self.exact


def through(landings: tuple[int, ...], displaced: int | None = None) -> Route:
    """Just these landings, by whatever ways."""
    return Route(landings, ((),) * (len(landings) - 1), displaced, exact=True)


class Leg(NamedTuple):
    """The part of a route from one landing to the next, ``size`` steps by the rule."""

    start: int
    size: int
    passed: tuple[int, ...]
    end: int

    def ways(self, table: Ways, blocked: int) -> list[Way]:
        """The ways of the table that fit this leg and pass no blocked slot."""
        start, size, named, end = self
        return [
            way
            for way in table[size][start]
            if way.end == end and not way.passed & blocked and _in_order(named, way.slots[1:-1])
        ]


def _in_order(named: Iterable[int], passed: Iterable[int]) -> bool:
    remaining = iter(passed)
    return all(slot in remaining for slot in named)


def legs(route: Route, flight: Flight) -> list[Leg]:
    """The legs by the size of the moving ring, then of the rings it lands on.

    The size is 0 where nothing stands to bounce on.
    """
    steps = [flight.size, *(ring(flight.rings, slot) for slot in route.landings[1:-1])]
    starts, ends = (flight.start, *route.landings[1:-1]), route.landings[1:]
    return [Leg(*leg) for leg in zip(starts, steps, route.passed, ends, strict=True)]


def lay(flight: Flight, options: Iterable[Sequence[Way]]) -> tuple[Way, ...]:
    """One way for each leg, nothing used twice (G5), for as many legs as that can be.

    :raises SearchTooLong: if that takes longer than the flight's budget
    """
    laid: dict[int, tuple[Way, ...]] = {flight.net.taken[flight.start]: ()}
    tried = 0
    for ways in options:
        longer = {
            used | way.used: (*trail, way)
            for used, trail in laid.items()
            for way in ways
            if not used & way.used
        }
        if not longer:
            break
        laid, tried = longer, tried + len(longer)
        flight.check_budget(tried)
    return next(iter(laid.values()))
