"""Gyges, by Claude Leroy (1984): six rows of six slots, and rings that neither player owns."""

from __future__ import annotations

from .rulesets import RULESETS

__all__ = ["RULESETS"]
