"""Havannah (Christian Freeling, 1976)."""

from __future__ import annotations

from .game import Havannah

RULESETS = tuple(Havannah(side, swaps=swaps) for swaps in (True, False) for side in (8, 4, 6, 10))
