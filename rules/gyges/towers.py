"""The rule set ``towers``: a literal reading of the rules on the page of Games of Towers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import ClassVar

from ..errors import AmbiguousMove, IllegalMove
from ..game import Seat
from .board import BIT, SLOTS, is_goal
from .classic import Classic
from .coordinates import LETTERS, Coordinates
from .net import Net, Walk
from .rings import lift, put, ring, slots
from .route import Route, through
from .search import Flight, add_if_new
from .state import Relay, State, Step

_MOST_SHOWN = 8
"""The maximum number of moves that the refusal of an ambiguous short form shows."""

_FORWARD: Mapping[Seat, int] = {Seat.FIRST: 10, Seat.SECOND: -10}


def _neighbours(side: Seat) -> Mapping[int, tuple[int, ...]]:
    """G3t: return the neighbours forward (from the last row, a cell of the goal) and sideways."""
    sideways = {slot: [each for each in (slot - 1, slot + 1) if each in SLOTS] for slot in SLOTS}
    return {slot: (slot + _FORWARD[side], *sideways[slot]) for slot in SLOTS}


def _slots(walk: Walk) -> list[str]:
    return [LETTERS.names[slot] for slot in walk]


def _slot_twice(name: str) -> IllegalMove:
    return IllegalMove("G5t", "slot_twice", slot=name)


_NETS: Mapping[Seat, Net] = {
    side: Net(LETTERS, _neighbours(side), "G3t", _slots, _slot_twice) for side in Seat
}


class Towers(Classic):
    """The ring that is landed on travels on, so a move consists of its landings (``Relay``)."""

    coordinates: ClassVar[Coordinates] = LETTERS
    numbers: ClassVar[Mapping[str, str]] = {
        rule: f"{rule}t" for rule in ("G3", "G5", "G6", "G7", "G9", "G10")
    }
    codes: ClassVar[Mapping[str, str]] = {
        "aim": "aim_by_rows",
        "aim_of_seat": "aim_of_seat_by_rows",
        "aim_landing": "aim_relaying",
        "lesson_aim": "lesson_aim_relaying",
        "view_steps": "view_steps_ahead",
        "view_bounce": "view_relay",
        "task_bounce": "task_relay",
        "hint_bounce": "hint_relay",
        "bounces": "relays",
        "bounces_home": "relays_home",
        "explains_bounce": "explains_relay",
    }

    def net(self, side: Seat) -> Net:
        return _NETS[side]

    def moves_from(self, state: State, origin: int) -> Iterator[Iterable[Relay]]:
        assert state.side is not None
        flown, forbidden = self.flight(state, origin), self.forbidden(state)
        rooms = slots(self.rooms(flown.rings, state.side))
        for landings in relays(flown):
            ends = rooms if ring(flown.rings, landings[-1]) else (None,)
            moves = [Relay(landings, room) for room in ends]
            yield [move for move in moves if self.arrangement_after(state, move) not in forbidden]

    def goals_from(self, state: State, origin: int, budget: int) -> Iterator[Relay]:
        for landings in islice(relays(self.flight(state, origin)), budget):
            if is_goal(landings[-1]):
                yield Relay(landings)

    def can_move(self, state: State, origin: int) -> bool:
        return any(chain.from_iterable(self.moves_from(state, origin)))

    def forbidden(self, state: State) -> frozenset[int]:
        """G9t: return the present arrangement and the one before it; passes do not count."""
        before = (rings for rings in reversed(state.past) if rings != state.rings)
        return frozenset((state.rings, *islice(before, 1)))

    def arrangement_after(self, state: State, move: Step) -> int:
        """G6t: return the arrangement after each ring has taken the place of the next one."""
        moving, rings = ring(state.rings, move.origin), lift(state.rings, move.origin)
        for landing in move.settled:
            if is_goal(landing):
                return rings
            landed_on = ring(rings, landing)
            rings, moving = put(lift(rings, landing), moving, landing), landed_on
        return rings if move.displaced is None else put(rings, moving, move.displaced)

    def route(self, move: Step) -> Route:
        assert isinstance(move, Relay)
        return through(move.landings, move.displaced)

    def move(self, route: Route) -> Relay:
        return Relay(route.landings, route.displaced)

    def resolved(self, state: State, route: Route) -> Route:
        """Return the direct step of a short form or, without one, the only relay that fits.

        :raises AmbiguousMove: if several relays fit
        """
        if not route.leaves_bounces_open:
            return route
        flown, ends = self.flight(state, route.origin), (route.destination, route.displaced)
        if any(end == route.destination for end, _, _ in flown.hops[flown.start][1]):
            return through(route.landings, route.displaced)
        moves = chain.from_iterable(self.moves_from(state, route.origin))
        fitting = [move for move in moves if (move.destination, move.displaced) == ends]
        if len(fitting) > 1:
            raise self._ambiguous(fitting)
        if fitting:
            return self.route(fitting[0])
        # No relay is legal. If one exists that breaks only G7 to G9, its check says which rule.
        landings = flown.route_to(route.destination)
        return through(landings, route.displaced) if landings else route

    def _ambiguous(self, fitting: Sequence[Relay]) -> AmbiguousMove:
        shown = fitting[:_MOST_SHOWN]
        candidates = tuple(self.coordinates.write(*move) for move in shown)
        return AmbiguousMove("several_relays", count=len(fitting), candidates=candidates)


def relays(flown: Flight) -> Iterator[Walk]:
    """Yield the landings of every relay, shortest first.

    :raises SearchTooLong: if the search exceeds the budget of the flight
    """
    waiting: list[tuple[Walk, list[int]]] = [((flown.start,), [flown.net.taken[flown.start]])]
    for count, (landings, used) in enumerate(waiting):
        flown.check_budget(count)
        ahead: dict[int, list[int]] = {}
        for end, _, by_way in flown.hops[landings[-1]][1]:
            for before in used:
                if not by_way & before:
                    both = by_way | before
                    add_if_new(both, ~both, ahead.setdefault(end, []))
        for end, used_there in ahead.items():
            yield (*landings, end)
            if flown.occupied & BIT[end]:
                waiting.append(((*landings, end), used_there))
