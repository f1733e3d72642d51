"""The places that a player's rings could reach if G5 did not exist: never too few."""

from __future__ import annotations

from functools import lru_cache

from ...game import Seat
from ..board import BIT, TARGET
from ..classic import Classic
from ..rings import occupied, ring


@lru_cache(maxsize=100_000)
def reach(rules: Classic, rings: int, seat: Seat) -> int:
    """Return the slots and goals that the rings of the player's first rank could reach.

    All of these rings count as lifted at once, so that a single search is enough for them.
    """
    rank = next(rules.ranks(rings, seat), None)
    if rank is None:
        return 0
    fans, standing = rules.net(seat).fans, occupied(rings)
    lifted = sum(BIT[origin] for origin in rank.origins) if rank.row else 0
    blocking, ends = standing & ~lifted, 0
    for origin in rank.origins:
        size, start = (ring(rings, origin), origin) if rank.row else (origin, TARGET[seat.other])
        for passed, ways in fans[size][start]:
            ends |= ways[passed & blocking][0]
    seen = waiting = ends & standing
    while waiting:
        lowest = waiting & -waiting
        slot = lowest.bit_length() // 2
        for passed, ways in fans[rings >> 2 * slot & 3][slot]:
            ends |= ways[passed & blocking][0]
        unseen = ends & standing & ~seen
        seen |= unseen
        waiting = waiting ^ lowest | unseen
    return ends
