"""Oware by the Abapa rules, as they are played in West Africa."""

from __future__ import annotations

from .game import Oware

RULESETS = (Oware(),)
