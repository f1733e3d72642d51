"""The search for the landings of a lifted ring: steps, open ways, bounces and G5 (G3 to G6).

The search does not depend on whose turn it is.
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
"""The maximum number of trails that are extended for one ring.

At that number a search takes a tenth of a second, with the relays of ``towers`` less than a second.
The hardest position that ``scripts/hard_positions.py`` has found needs a third of it.
"""

_PATIENCE = 80
"""The number of trails after which the search looks ahead from each further trail. Most searches
end before looking ahead pays; the hardest take thirty times as long without it.
"""

_ALL = -1
"""The set of all slots and goals."""

Trail = tuple[int, int, "Trail | None"]
"""A linked list of landings: the last one, all bits used so far, the trail before that landing.

A plain tuple, because a search creates little else, and a named tuple takes eight times as long to
create.
"""


def landings(trail: Trail) -> tuple[int, ...]:
    """Return the landings of a trail in order, beginning with the start."""
    slot, _, before = trail
    return (*landings(before), slot) if before else (slot,)


class Flight:
    """A moving ring and the ways that are open to it (G3, G4).

    rings: the arrangement without the moving ring.
    start: the slot that the ring leaves, or the goal on whose side it enters (G3k).
    budget: how many trails are extended before the search is given up.
    tried: how many trails the last search has extended so far.
    """

    tried = 0

    def __init__(self, net: Net, rings: int, start: int, size: int, budget: int = BUDGET) -> None:
        self.net, self.rings, self.start, self.size, self.budget = net, rings, start, size, budget
        self.occupied = occupied(rings)
        self._routes: dict[int, tuple[int, ...] | None] = {}

    @cached_property
    def hops(self) -> Mapping[int, Openings]:
        """The open ways from the start, and from every slot where the ring could bounce if G5 did
        not exist.

        Computed on demand: a move that names all its landings needs no search.
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
        """The set of slots and goals where the first way can end, occupied ones included."""
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

    def trails(self, wanted: int = _ALL, budget: int = 0) -> Iterator[tuple[Trail, int]]:
        """Yield shortest trails to the wanted slots and goals.

        A trail stops one landing short. With it comes the set of the wanted places that its next
        landing can reach.

        budget: replaces the flight's budget, unless it is 0.

        :raises SearchTooLong: if the search exceeds the budget
        """
        hops, standing = self.hops, self.occupied
        missing = wanted & reduce(or_, (ends for ends, _ in hops.values()))
        if not missing:
            self.tried = 0
            return
        known: dict[int, list[int]] = {slot: [] for slot in hops}
        waiting: list[Trail] = [(self.start, self.net.taken[self.start], None)]
        for count, trail in enumerate(waiting):
            self.check_budget(count, budget)
            slot, spent, _ = trail
            usable = ~spent if count <= _PATIENCE else self._usable(slot, spent, missing)
            if not add_if_new(spent, usable, known[slot]):
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

    def check_budget(self, count: int, budget: int = 0) -> None:
        """:raises SearchTooLong: if ``count`` trails exceed the budget; 0 for that of the flight"""
        self.tried = count
        if count >= (budget or self.budget):
            raise SearchTooLong("search_too_long", trails=budget or self.budget)

    def route_to(self, end: int) -> tuple[int, ...] | None:
        """Return the landings of the first shortest trail that ends there, None if there is none.

        :raises SearchTooLong: as ``trails`` does
        """
        if end not in self._routes:
            # Most moves have no bounces and need no search.
            step = self.direct & BIT[end]
            self._routes[end] = (self.start, end) if step else self._found(end)
        return self._routes[end]

    def remember(self, trail: Trail, end: int) -> None:
        """Keep a shortest trail, so that ``route_to`` need not search for it again."""
        self._routes[end] = (*landings(trail), end)

    def _found(self, end: int) -> tuple[int, ...] | None:
        trail = next((trail for trail, _ in self.trails(BIT[end])), None)
        return (*landings(trail), end) if trail else None

    def _usable(self, slot: int, spent: int, missing: int) -> int:
        """Return the bits that a trail can still use on its way, or 0 if it cannot lead to any of
        the missing ends.
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
    """Return the flight of a ring; cached, because formatting each move of the ring needs it."""
    return Flight(net, rings, start, size, budget)


def add_if_new(used: int, usable: int, known: list[int]) -> bool:
    """Add a trail, as the bits it has used, to the known trails to the same slot; return true.

    Return false instead if a known trail leads wherever this one does: a trail that has used none
    of the bits that are usable from here.
    """
    for other in known:
        if not other & usable:
            return False
    known.append(used)
    return True
