"""The result of a check of the doctor."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Level(StrEnum):
    """The severity of a failed check.

    warn: look at it within days. critical: mail or games have stopped, or will stop soon.
    """

    OK = "ok"
    WARN = "warn"
    CRITICAL = "critical"


@dataclass(frozen=True)
class Check:
    """The result of one check. It has failed if there is ``advice`` on what to do.

    severity: the level of a failed check.
    """

    what: str
    found: str
    advice: str = ""
    severity: Level = Level.CRITICAL

    @property
    def passed(self) -> bool:
        return not self.advice

    @property
    def level(self) -> Level:
        return Level.OK if self.passed else self.severity


def worst(checks: Iterable[Check]) -> Level:
    """The worst level of these checks."""
    order = list(Level)
    return max((check.level for check in checks), key=order.index, default=Level.OK)
