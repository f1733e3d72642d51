"""Reversi (Lewis Waterman and John Mollett, about 1880)."""

from __future__ import annotations

from .game import Reversi

RULESETS = (Reversi(),)
