"""Gyges, by Claude Leroy (1984): rings that belong to nobody, on six rows of six slots."""

from __future__ import annotations

from .rulesets import RULESETS

__all__ = ["RULESETS"]
