"""Where a lifted ring can land: steps, open ways, the taboo and the bounces (G3 to G6).

Nothing here knows whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ..errors import SearchTooLong
from .board import BIT
from .net import Net, Way
from .rings import occupied, ring

BUDGET = 15_000
"""How many trails one ring may have gone into: some tenths of a second's worth, with the relays of
``towers`` a few seconds', and ten times what the hardest position needs that
``scripts/bench_rules.py`` has climbed to.
"""

_PATIENCE = 25
"""How many trails are gone into before the search looks ahead."""

_ALL = -1
"""The set of everything."""


class Trail(NamedTuple):
    """Landings so far: the last one, all that was used, the trail before that landing."""

    slot: int
    used: int
    before: Trail | None

    @property
    def landings(self) -> tuple[int, ...]:
        """Every landing in order, the start first."""
        return (*self.before.landings, self.slot) if self.before else (self.slot,)


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
        self._routes: dict[int, tuple[int, ...]] = {}
        self._search = self.trails()
        self._open = {start: self._ways(start, size)}

    def _ways(self, slot: int, size: int) -> tuple[Way, ...]:
        blocked = self.occupied
        return tuple([way for way in self.net.ways[size][slot] if not way.passed & blocked])

    def ways(self, slot: int) -> tuple[Way, ...]:
        """The open ways from the start by the ring's own size, or from a ring it bounces on."""
        if slot not in self._open:
            self._open[slot] = self._ways(slot, ring(self.rings, slot))
        return self._open[slot]

    def trails(self) -> Iterator[Trail]:
        """One trail to each slot and goal where the ring can land, the shortest trails first.

        :raises SearchTooLong: if that is more than the budget allows
        """
        found = 0
        known: dict[int, list[int]] = {}
        waiting = [Trail(self.start, self.net.taken(self.start), None)]
        for count, trail in enumerate(waiting):
            self.check_budget(count)
            spent = trail.used
            # Most searches end before it pays to look ahead; the hardest take x 8 without it.
            ahead, usable = self._prospects(trail) if count > _PATIENCE else (_ALL, _ALL & ~spent)
            if not (ahead & ~found and is_new(spent, usable, known.setdefault(trail.slot, []))):
                continue
            for end, used, _, _ in self.ways(trail.slot):
                bit = BIT[end]
                onward = bit & self.occupied
                if used & spent or (found & bit and not onward):
                    continue
                landed = Trail(end, used | spent, trail)
                if not found & bit:
                    found |= bit
                    yield landed
                if onward:
                    waiting.append(landed)

    def check_budget(self, count: int) -> None:
        """:raises SearchTooLong: if so many trails are too many."""
        self.tried = count
        if count >= self.budget:
            raise SearchTooLong("search_too_long", trails=self.budget)

    def route_to(self, end: int) -> tuple[int, ...] | None:
        """The landings of the first shortest trail that ends there, searched for no longer than
        it takes to find it.

        :raises SearchTooLong: as ``trails`` does, however often it is asked
        """
        try:
            while end not in self._routes and (trail := next(self._search, None)):
                self._routes[trail.slot] = trail.landings
        except SearchTooLong:
            self._search = self.trails()
            raise
        return self._routes.get(end)

    def _prospects(self, trail: Trail) -> tuple[int, int]:
        """Two sets that hold whatever the trail can lead on to, and whatever it can use for that,
        by ways that it has left unused.
        """
        ahead, usable, waiting = 0, 0, [trail.slot]
        for slot in waiting:
            for end, used, _, _ in self.ways(slot):
                if used & trail.used:
                    continue
                usable |= used
                if not ahead & BIT[end]:
                    ahead |= BIT[end]
                    if BIT[end] & self.occupied:
                        waiting.append(end)
        return ahead, usable


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
