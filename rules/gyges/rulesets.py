"""The rule sets of Gyges, the default first. RULES.md says what each of them changes."""

from __future__ import annotations

from .game import Gyges

RULESETS: tuple[Gyges, ...] = (
    Gyges(ruleset="classic", title="Gyges, the classic rules of 2001 (pbmserv)"),
)
