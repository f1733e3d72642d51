"""The obstacle on a route: the first rule that it breaks, in the order G4, G5, G3."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import IllegalMove
from ..phrase import Fact, Word
from .board import BIT, is_goal
from .net import Way
from .rings import ring
from .route import Leg, Route, lay, legs, through
from .search import Flight

THE_RESERVE = Word("the_reserve")


def check_way(flight: Flight, route: Route) -> tuple[int, ...]:
    """G3 to G6: return the landings of the route; without named bounces, those of a shortest way.

    :raises IllegalMove: if no ways fit the route
    """
    if not route.leaves_bounces_open:
        _check_legs(flight, legs(route, flight))
        return route.landings
    found = flight.route_to(route.destination)
    if found is None:
        raise _nowhere(flight, *legs(route, flight))
    return (route.origin, *found[1:])


def _check_legs(flight: Flight, route_legs: Sequence[Leg]) -> None:
    for leg in route_legs:
        if not leg.size:
            slot = _name(flight, leg.start)
            raise IllegalMove(flight.net.step, "nothing_to_bounce_on", slot=slot)
    if _can_be_laid(flight, route_legs, flight.occupied):
        return
    if _can_be_laid(flight, route_legs, blocked=0):
        raise _occupied_way(flight, route_legs)
    # A route that breaks both G4 and G5 is refused by G5, not by G3: its count of steps is right.
    walks = flight.net.walks
    for blocked in (flight.occupied, 0):
        if all(leg.ways(walks, blocked) for leg in route_legs):
            raise _used_twice(flight, route_legs, blocked)
    raise _wrong_count(flight, next(leg for leg in route_legs if not leg.ways(walks, 0)))


def _can_be_laid(flight: Flight, route_legs: Sequence[Leg], blocked: int) -> bool:
    ways = [leg.ways(flight.net.ways, blocked) for leg in route_legs]
    return len(lay(flight, ways)) == len(route_legs)


def _nowhere(flight: Flight, direct: Leg) -> IllegalMove:
    """Return the error for a route with open bounces that does not exist.

    If no slot is blocked there is nothing to bounce on, so only the direct step is tried.
    """
    if direct.ways(flight.net.ways, blocked=0):
        return _occupied_way(flight, [direct])
    landings = _ignoring_g5(flight, direct.end)
    if landings is not None:
        return _used_twice(flight, legs(through(landings), flight), flight.occupied)
    if direct.ways(flight.net.walks, blocked=0):
        return _used_twice(flight, [direct], blocked=0)
    facts = {**_ends(flight, direct), "count": direct.size}
    return IllegalMove(flight.net.step, "out_of_reach", **facts)


def _ignoring_g5(flight: Flight, end: int) -> tuple[int, ...] | None:
    """Return the landings of a shortest route, G5 left out of account, None if there is none."""
    routes: list[tuple[int, ...]] = [(flight.start,)]
    seen = {flight.start}
    for landings in routes:
        size = ring(flight.rings, landings[-1]) if len(landings) > 1 else flight.size
        for walk in flight.net.walks[size][landings[-1]]:
            if walk.passed & flight.occupied:
                continue
            # The end is checked first, because a way back to the start is already in ``seen``.
            if walk.end == end:
                return (*landings, walk.end)
            if walk.end not in seen and flight.occupied & BIT[walk.end]:
                seen.add(walk.end)
                routes.append((*landings, walk.end))
    return None


def _occupied_way(flight: Flight, route_legs: Sequence[Leg]) -> IllegalMove:
    """G4: return the error for the first occupied slot on the ways with the fewest such slots."""

    def hindrances(way: Way) -> int:
        return (way.passed & flight.occupied).bit_count()

    options = [sorted(leg.ways(flight.net.ways, blocked=0), key=hindrances) for leg in route_legs]
    ways = lay(flight, options)
    leg, way = next(pair for pair in zip(route_legs, ways, strict=True) if hindrances(pair[1]))
    slot = next(slot for slot in way.slots[1:-1] if flight.occupied & BIT[slot])
    return IllegalMove("G4", "way_occupied", slot=_name(flight, slot), **_ends(flight, leg))


def _used_twice(flight: Flight, route_legs: Sequence[Leg], blocked: int) -> IllegalMove:
    """G5: return the error for the first thing that is used twice by ways that fit the legs."""
    laid = lay(flight, [leg.ways(flight.net.ways, blocked) for leg in route_legs])
    walk = route_legs[len(laid)].ways(flight.net.walks, blocked)[0]
    return flight.net.used_twice(flight.net.repeated([*laid, walk]))


def _wrong_count(flight: Flight, leg: Leg) -> IllegalMove:
    facts, step = {**_ends(flight, leg), "count": leg.size}, flight.net.step
    if not leg.passed:
        return IllegalMove(step, "wrong_count", **facts)
    through = tuple(_name(flight, slot) for slot in leg.passed)
    return IllegalMove(step, "wrong_way", **facts, through=through)


def _ends(flight: Flight, leg: Leg) -> dict[str, Fact]:
    start = THE_RESERVE if is_goal(leg.start) else _name(flight, leg.start)
    return {"origin": start, "destination": _name(flight, leg.end)}


def _name(flight: Flight, slot: int) -> str:
    return flight.net.coordinates.names[slot]
