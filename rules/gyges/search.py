"""Where a lifted ring can land: steps, open ways, the taboo and the bounces (G3 to G6).

Nothing here knows whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache, reduce
from operator import or_

from ..errors import SearchTooLong
from .board import BIT, each
from .net import Net, Openings
from .rings import occupied, ring

BUDGET = 5_000
"""How many trails one ring may have gone into: a tenth of a second's worth, with the relays of
``towers`` less than one, and three times what the hardest position needs that
``scripts/hard_positions.py`` has climbed to.
"""

_PATIENCE = 80
"""How many trails are gone into before the search looks ahead from each. Most end before that
pays; the hardest take thirty times as long without it.
"""

_ALL = -1
"""The set of everything."""

Trail = tuple[int, int, "Trail | None"]
"""Landings so far: the last one, all that was used, the trail before that landing.

A plain tuple, because these are most of what a search makes, and a named one takes eight times as
long to make.
"""


def landings(trail: Trail) -> tuple[int, ...]:
    """Every landing of a trail in order, the start first."""
    slot, _, before = trail
    return (*landings(before), slot) if before else (slot,)


class Flight:
    """A ring on its way, and the ways that are open to it (G3, G4).

    rings: what stands on the board once it is lifted.
    start: the slot that it leaves, or the goal on whose side it enters (G3k).
    budget: how many trails are gone into before the search is given up.
    tried: how many the last search had gone into when it last looked.
    """

    tried = 0

    def __init__(self, net: Net, rings: int, start: int, size: int, budget: int = BUDGET) -> None:
        self.net, self.rings, self.start, self.size, self.budget = net, rings, start, size, budget
        self.occupied = occupied(rings)
        self._routes: dict[int, tuple[int, ...] | None] = {}

    @cached_property
    def hops(self) -> Mapping[int, Openings]:
        """What is open from the start by the ring's own size, and from every ring that it could
        come to bounce on if nothing were used up: the set of ends, and the hops there.

        Not looked for before it is asked for: a move that is written out needs no search.
        """
        found: dict[int, Openings] = {}
        waiting, seen = [self.start], 0
        for slot in waiting:
            found[slot] = self._open(slot)
            unseen = found[slot][0] & self.occupied & ~seen
            waiting += each(unseen)
            seen |= unseen
        return found

    @property
    def direct(self) -> int:
        """Where a first step leads: a set of slots and goals, occupied ones among them."""
        ends = 0
        for passed, open_ways in self.net.fans[self.size][self.start]:
            ends |= open_ways[passed & self.occupied][0]
        return ends

    def _open(self, slot: int) -> Openings:
        first, *others = self.net.fans[ring(self.rings, slot) or self.size][slot]
        passed, open_ways = first
        ends, hops = open_ways[passed & self.occupied]
        for passed, open_ways in others:
            more_ends, more_hops = open_ways[passed & self.occupied]
            ends |= more_ends
            hops += more_hops
        return ends, hops

    def trails(self, wanted: int = _ALL) -> Iterator[tuple[Trail, int]]:
        """The shortest trails to the wanted slots and goals where the ring can land: each trail up
        to the last landing but one, with all those that are the next landing.

        :raises SearchTooLong: if that is more than the budget allows
        """
        hops, standing = self.hops, self.occupied
        missing = wanted & reduce(or_, (ends for ends, _ in hops.values()))
        known: dict[int, list[int]] = {slot: [] for slot in hops}
        waiting: list[Trail] = [(self.start, self.net.taken[self.start], None)]
        for count, trail in enumerate(waiting):
            self.check_budget(count)
            slot, spent, _ = trail
            usable = ~spent if count <= _PATIENCE else self._usable(slot, spent, missing)
            if not is_new(spent, usable, known[slot]):
                continue
            ends = 0
            for end, there, used in hops[slot][1]:
                if not used & spent:
                    ends |= there
                    if there & standing:
                        waiting.append((end, used | spent, trail))
            if ends & missing:
                yield trail, ends & missing
                missing &= ~ends
                if not missing:
                    return

    def check_budget(self, count: int) -> None:
        """:raises SearchTooLong: if so many trails are too many."""
        self.tried = count
        if count >= self.budget:
            raise SearchTooLong("search_too_long", trails=self.budget)

    def route_to(self, end: int) -> tuple[int, ...] | None:
        """The landings of the first shortest trail that ends there.

        :raises SearchTooLong: as ``trails`` does
        """
        if end not in self._routes:
            # Most moves are a single step, which needs no search.
            step = self.direct & BIT[end]
            self._routes[end] = (self.start, end) if step else self._found(end)
        return self._routes[end]

    def _found(self, end: int) -> tuple[int, ...] | None:
        trail = next((trail for trail, _ in self.trails(BIT[end])), None)
        return (*landings(trail), end) if trail else None

    def _usable(self, slot: int, spent: int, missing: int) -> int:
        """Whatever a trail can use to lead on by ways that it has left unused; nothing if these
        lead to nothing that is missing.
        """
        ahead, usable, waiting = 0, 0, [slot]
        for each_slot in waiting:
            for end, there, used in self.hops[each_slot][1]:
                if used & spent:
                    continue
                usable |= used
                if not ahead & there:
                    ahead |= there
                    if there & self.occupied:
                        waiting.append(end)
        return usable if ahead & missing else 0


@lru_cache(maxsize=64)
def flight(net: Net, rings: int, start: int, size: int, budget: int) -> Flight:
    """The flight of a ring, kept for a while: every move of the ring is printed from it."""
    return Flight(net, rings, start, size, budget)


def is_new(used: int, usable: int, known: list[int]) -> bool:
    """Whether every known trail to the same slot has used something that is usable from here.

    Where one has not, whatever can be reached from here can be reached from there.
    """
    for other in known:
        if not other & usable:
            return False
    known.append(used)
    return True
