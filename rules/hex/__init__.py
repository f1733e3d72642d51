"""Hex (Piet Hein, 1942; John Nash, 1948)."""

from __future__ import annotations

from .game import Hex

RULESETS = tuple(Hex(size, swaps=swaps) for swaps in (True, False) for size in (11, 13, 14, 19, 5))
