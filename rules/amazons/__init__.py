"""Amazons (Walter Zamkauskas, 1988)."""

from __future__ import annotations

from .game import Amazons

RULESETS = (
    Amazons("standard", 10, "a4 d1 g1 j4", "a7 d10 g10 j7"),
    Amazons("6x6", 6, "a2 b1 e1 f2", "a5 b6 e6 f5"),
)
