"""Routes: written moves with the landings that they name, and the search for ways that fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from .net import Way, Ways
from .rings import ring
from .search import Flight


class Route(NamedTuple):
    """A written move, not yet compared with a board.

    landings: origin, bounces and destination. If there are only two, the bounces are open: any may
        be meant.
    passed: for each leg from one landing to the next, the slots that were named on the way.
    displaced: where the displaced ring goes, None if there is none.
    exact: true if even a route with two landings has no further bounces.
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
        """The places where the ring bounces, and those that were named on the way."""
        return chain(self.landings[1:-1], *self.passed)

    @property
    def leaves_bounces_open(self) -> bool:
        return len(self.landings) == 2 and not any(self.passed) and not self.exact


def through(landings: tuple[int, ...], displaced: int | None = None) -> Route:
    """Return the route with exactly these landings; any way between two of them fits."""
    return Route(landings, ((),) * (len(landings) - 1), displaced, exact=True)


class Leg(NamedTuple):
    """The part of a route from one landing to the next, which takes ``size`` steps."""

    start: int
    size: int
    passed: tuple[int, ...]
    end: int

    def ways(self, table: Ways, blocked: int) -> list[Way]:
        """Return the ways of the table that fit this leg and pass no blocked slot."""
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
    """Return the legs of a route, with the sizes of the moving ring and the rings it lands on.

    The size is 0 if there is no ring to bounce on.
    """
    steps = [flight.size, *(ring(flight.rings, slot) for slot in route.landings[1:-1])]
    starts, ends = (flight.start, *route.landings[1:-1]), route.landings[1:]
    return [Leg(*leg) for leg in zip(starts, steps, route.passed, ends, strict=True)]


def open_ways(route: Route, flight: Flight) -> tuple[Way, ...]:
    """Return an open way for each leg of a route, for as many legs as possible (G4, G5).

    :raises SearchTooLong: if the search exceeds the budget of the flight
    """
    ways, blocked = flight.net.ways, flight.occupied
    return lay(flight, [leg.ways(ways, blocked) for leg in legs(route, flight)])


def lay(flight: Flight, options: Iterable[Sequence[Way]]) -> tuple[Way, ...]:
    """Return one way for each leg so that nothing is used twice (G5), for as many legs as possible.

    :raises SearchTooLong: if the search exceeds the budget of the flight
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
