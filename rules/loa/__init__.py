"""Lines of Action (Claude Soucie, 1969)."""

from __future__ import annotations

from .game import LinesOfAction

RULESETS = (LinesOfAction(),)
