"""Which rules a board of a plugin's game was begun with, as the board keeps it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

_TEXT = re.compile(r"(\S+) (\S+) rules (\d+), (\w+) and (\w+)")


@dataclass(frozen=True)
class RulesMark:
    """distribution, version: as the package index names them. rules: the number of the rules.

    seats: the names of the sides, so that a board can be shown without the plugin.
    """

    distribution: str
    version: str
    rules: int
    seats: tuple[str, str]

    def __str__(self) -> str:
        first, second = self.seats
        return f"{self.short}, {first} and {second}"

    @property
    def short(self) -> str:
        return f"{self.distribution} {self.version} rules {self.rules}"

    @classmethod
    def read(cls, text: str) -> Self:
        """:raises ValueError: if the text is no mark"""
        found = _TEXT.fullmatch(text)
        if found is None:
            raise ValueError(f"{text!r} does not say which rules a board has")
        distribution, version, rules, first, second = found.groups()
        return cls(distribution, version, int(rules), (first, second))
