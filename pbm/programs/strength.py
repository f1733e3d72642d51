"""The strength of our programs, as matches between them have shown.

Each game has a file of results. A line holds the rule set, both players, how many games the first
one won, drew and lost, and its milliseconds of CPU per move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Self

from pbm.core.games import native_names
from pbm.programs.tally import Tally

LEVEL = "level:"
"""The prefix of a level's number in the name of a player of a match: ``level:3``."""

_FILE = "strength.txt"
_PROMISED = {
    ("level:2", "random"): 0.95,
    ("level:3", "random"): 0.95,
    ("level:2", "greedy"): 0.75,
}
_PROMISED_TO_LEVELS = 0.6


@dataclass(frozen=True)
class Measured:
    """The result of a match, seen from ``one``. milliseconds: CPU time per move of ``one``."""

    spec: str
    one: str
    other: str
    tally: Tally
    milliseconds: int

    @property
    def promised(self) -> float:
        """The share of the points that ``one`` must reach."""
        return _PROMISED.get((self.one, self.other), _PROMISED_TO_LEVELS)

    @property
    def is_kept(self) -> bool:
        return self.tally.score >= self.promised

    @property
    def is_broken(self) -> bool:
        """Whether the promised share is above the whole 95 % interval of the score."""
        return self.tally.likely + self.tally.margin < self.promised

    def written(self) -> str:
        ruleset = self.spec.partition("/")[2]
        tally = (self.tally.won, self.tally.drawn, self.tally.lost)
        return "\t".join(map(str, (ruleset, self.one, self.other, *tally, self.milliseconds)))

    @classmethod
    def read(cls, game: str, line: str) -> Self:
        """:raises ValueError: if the line is not one that ``written`` returns"""
        ruleset, one, other, *numbers = line.split("\t")
        won, drawn, lost, milliseconds = map(int, numbers)
        return cls(f"{game}/{ruleset}", one, other, Tally(won, drawn, lost), milliseconds)


@cache
def measured() -> Sequence[Measured]:
    """Everything that was measured, by rule set."""
    return tuple(_measured())


def _measured() -> Iterator[Measured]:
    for game in native_names():
        file = resources.files("pbm.rules").joinpath(game, _FILE)
        for line in file.read_text("utf-8").splitlines() if file.is_file() else ():
            yield Measured.read(game, line)


def against_below(spec: str, level: int) -> Tally | None:
    """The result of a level against the one below; None if it was not measured."""
    players = (spec, f"{LEVEL}{level}", f"{LEVEL}{level - 1}")
    found = (each.tally for each in measured() if (each.spec, each.one, each.other) == players)
    return next(found, None)


def points(spec: str) -> Mapping[int, int]:
    """How many Elo points each level is above level 1, up to the first that was not measured."""
    found = {1: 0}
    while tally := against_below(spec, len(found) + 1):
        found[len(found) + 1] = found[len(found)] + tally.elo
    return found
