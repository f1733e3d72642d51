"""What hinders a route: the first of G4, G5 and G3, as RULES.md orders them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from ..errors import IllegalMove
from .board import BIT, NAMES, WALKS, Way, connection
from .rings import ring
from .route import Leg, Route, lay, legs
from .search import Flight


def check_way(flight: Flight, size: int, route: Route) -> None:
    """G3 to G6 for a ring of that size.

    :raises IllegalMove: if no ways fit the route
    """
    route_legs = legs(route, size, flight.rings)
    for leg in route_legs:
        if not leg.size:
            raise IllegalMove("G3", "nothing_to_bounce_on", slot=NAMES[leg.start])
    if not route.leaves_bounces_open:
        _check_legs(route_legs, flight.occupied)
    elif route.landings[-1] not in flight.routes:
        raise _nowhere(flight, route_legs[0])


def _check_legs(route_legs: Sequence[Leg], blocked: int) -> None:
    if _can_be_laid(route_legs, blocked):
        return
    if _can_be_laid(route_legs, blocked=0):
        raise _occupied_way(route_legs, blocked)
    # Breaking G4 and G5 at once is G5: the count is right, so G3 would be a false reproach.
    for hindering in (blocked, 0):
        if all(leg.ways(hindering, WALKS) for leg in route_legs):
            raise _crossed_twice(route_legs, hindering)
    raise _wrong_count(next(leg for leg in route_legs if not leg.ways(0, WALKS)))


def _can_be_laid(route_legs: Sequence[Leg], blocked: int) -> bool:
    return len(lay([leg.ways(blocked) for leg in route_legs])) == len(route_legs)


def _nowhere(flight: Flight, direct: Leg) -> IllegalMove:
    """Why no bounces make a short form: on an emptied board only the direct step is left."""
    if direct.ways(blocked=0):
        return _occupied_way([direct], flight.occupied)
    landings = _untabooed(flight, direct)
    if landings is None:
        return IllegalMove("G3", "out_of_reach", **_ends(direct), count=direct.size)
    full = Route(landings, ((),) * (len(landings) - 1))
    return _crossed_twice(legs(full, direct.size, flight.rings), flight.occupied)


def _untabooed(flight: Flight, direct: Leg) -> tuple[int, ...] | None:
    """The landings of a shortest route that crosses connections as often as it likes."""
    routes: list[tuple[int, ...]] = [(flight.origin,)]
    seen = {flight.origin}
    for landings in routes:
        size = ring(flight.rings, landings[-1]) or direct.size
        for walk in WALKS[size][landings[-1]]:
            if walk.passed & flight.occupied or walk.end in seen:
                continue
            if walk.end == direct.end:
                return (*landings, walk.end)
            if flight.occupied & BIT[walk.end]:
                seen.add(walk.end)
                routes.append((*landings, walk.end))
    return None


def _occupied_way(route_legs: Sequence[Leg], blocked: int) -> IllegalMove:
    """G4, by the first occupied slot on ways that pass as few of them as possible."""

    def hindrances(way: Way) -> int:
        return (way.passed & blocked).bit_count()

    ways = lay([sorted(leg.ways(blocked=0), key=hindrances) for leg in route_legs])
    leg, way = next(pair for pair in zip(route_legs, ways, strict=True) if hindrances(pair[1]))
    slot = next(slot for slot in way.slots[1:-1] if blocked & BIT[slot])
    return IllegalMove("G4", "way_occupied", slot=NAMES[slot], **_ends(leg))


def _crossed_twice(route_legs: Sequence[Leg], blocked: int) -> IllegalMove:
    """G5, by the first connection crossed again where the ways cannot be laid on."""
    laid = lay([leg.ways(blocked) for leg in route_legs])
    walk = route_legs[len(laid)].ways(blocked, WALKS)[0]
    crossed = [name for way in (*laid, walk) for name in _crossings(way)]
    again = next(name for place, name in enumerate(crossed) if name in crossed[:place])
    return IllegalMove("G5", "crossed_twice", connection=again)


def _crossings(way: Way) -> Iterator[str]:
    return (connection(*step) for step in pairwise(way.slots))


def _wrong_count(leg: Leg) -> IllegalMove:
    if not leg.passed:
        return IllegalMove("G3", "wrong_count", **_ends(leg), count=leg.size)
    through = tuple(NAMES[slot] for slot in leg.passed)
    return IllegalMove("G3", "wrong_way", **_ends(leg), count=leg.size, through=through)


def _ends(leg: Leg) -> dict[str, str]:
    return {"origin": NAMES[leg.start], "destination": NAMES[leg.end]}
