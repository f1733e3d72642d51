"""Estimates of Gyges, by what the rings of each player's shore can reach."""

from __future__ import annotations

from functools import lru_cache

from ..reserves import off_board_part
from . import reach
from .sets import lower_half, upper_half


@lru_cache(maxsize=100_000)
def lead(side: int, rings: int) -> int:
    """Return the value of an arrangement for South, less its value for North.

    side: the number of South's side in ``ways``. A deeper search asks for many arrangements again.
    """
    return reach.lead(side, lower_half(rings), upper_half(rings), off_board_part(rings))
