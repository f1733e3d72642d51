"""Clobber (Michael Albert, J. P. Grossman and Richard Nowakowski, 2001)."""

from __future__ import annotations

from .game import Clobber

RULESETS = tuple(Clobber(rows, columns) for rows, columns in ((5, 6), (8, 8), (10, 10)))
