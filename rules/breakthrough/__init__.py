"""Breakthrough (Dan Troyka, 2000)."""

from __future__ import annotations

from .game import Breakthrough

RULESETS = tuple(Breakthrough(size) for size in (8, 6, 7, 10))
