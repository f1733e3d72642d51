"""Y (Claude Shannon; Craige Schensted and Charles Titus)."""

from __future__ import annotations

from .game import YGame

RULESETS = tuple(YGame(side, swaps=swaps) for swaps in (True, False) for side in (11, 15))
