"""Where a lifted ring can land: steps, open ways, the taboo and the bounces (G3 to G6).

Nothing here knows whose turn it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from .board import BIT, WAYS, Way
from .rings import lift, occupied, ring

_PATIENCE = 12
"""How many trails are gone into before the search looks ahead."""


class Trail(NamedTuple):
    """Landings so far: the last one, all connections crossed, the trail before that landing."""

    slot: int
    crossed: int
    before: Trail | None

    @property
    def landings(self) -> tuple[int, ...]:
        """Every landing in order, the origin first."""
        return (*self.before.landings, self.slot) if self.before else (self.slot,)


class Flight:
    """A ring lifted from the board, and the ways that are open to it (G3, G4)."""

    def __init__(self, rings: int, origin: int) -> None:
        self.origin = origin
        self.rings = lift(rings, origin)
        self.occupied = occupied(self.rings)
        self._open = {origin: self._ways(origin, ring(rings, origin))}

    def _ways(self, slot: int, size: int) -> tuple[Way, ...]:
        return tuple([way for way in WAYS[size][slot] if not way.passed & self.occupied])

    def ways(self, slot: int) -> tuple[Way, ...]:
        """The open ways from the origin by the ring's own size, or from a ring it bounces on."""
        if slot not in self._open:
            self._open[slot] = self._ways(slot, ring(self.rings, slot))
        return self._open[slot]

    def trails(self) -> Iterator[Trail]:
        """One trail to each slot and goal where the ring can land, the shortest trails first."""
        found = 0
        prospects: Mapping[int, int] = {}
        crossings: dict[int, list[int]] = {}
        waiting = [Trail(self.origin, 0, None)]
        for count, trail in enumerate(waiting):
            # Most searches end before it pays to look ahead; crowded boards need it (x 100).
            if count == _PATIENCE:
                prospects = self._prospects()
            if prospects and not prospects[trail.slot] & ~found:
                continue
            for end, crossed, _, _ in self.ways(trail.slot):
                if crossed & trail.crossed:
                    continue
                landed = Trail(end, crossed | trail.crossed, trail)
                if not found & BIT[end]:
                    found |= BIT[end]
                    yield landed
                if self.occupied & BIT[end] and _is_new(landed, crossings.setdefault(end, [])):
                    waiting.append(landed)

    @cached_property
    def routes(self) -> Mapping[int, tuple[int, ...]]:
        """By slot or goal, the landings of the first shortest trail that ends there."""
        return {trail.slot: trail.landings for trail in self.trails()}

    def _prospects(self) -> Mapping[int, int]:
        """By slot, a set that holds whatever can be landed on from there: all of it, but for G5."""
        ahead: dict[int, int] = {}
        waiting = [self.origin]
        for slot in waiting:
            if slot not in ahead:
                ends = {way.end for way in self.ways(slot)}
                ahead[slot] = sum(BIT[end] for end in ends)
                waiting += [end for end in ends if self.occupied & BIT[end]]
        for middle, onward in ahead.items():
            for slot, seen in ahead.items():
                if seen & BIT[middle] and middle != self.origin:
                    ahead[slot] = seen | onward
        return ahead


@lru_cache(maxsize=64)
def flight_from(rings: int, origin: int) -> Flight:
    """The flight of a ring, kept for a while: every move of the ring is printed from it."""
    return Flight(rings, origin)


def _is_new(trail: Trail, known: list[int]) -> bool:
    """Whether no trail to the same slot is known that crosses nothing but what this one crosses.

    If there is one, whatever can be reached from here can be reached from there.
    """
    if any(not crossed & ~trail.crossed for crossed in known):
        return False
    known.append(trail.crossed)
    return True
