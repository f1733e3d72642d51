"""What a ring could reach if nothing forbade to use a way twice: quick, and never too little."""

from __future__ import annotations

from ..search import Flight


def reach(flight: Flight) -> int:
    """Return the slots and goals that a ring could reach if it might use everything twice (G5)."""
    rings, standing, fans = flight.rings, flight.occupied, flight.net.fans
    ends = 0
    for passed, ways in fans[flight.size][flight.start]:
        ends |= ways[passed & standing][0]
    seen = waiting = ends & standing
    while waiting:
        lowest = waiting & -waiting
        slot = lowest.bit_length() // 2
        for passed, ways in fans[rings >> 2 * slot & 3][slot]:
            ends |= ways[passed & standing][0]
        unseen = ends & standing & ~seen
        seen |= unseen
        waiting = (waiting ^ lowest) | unseen
    return ends
