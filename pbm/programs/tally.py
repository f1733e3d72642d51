"""The result of a match, and what it says about strength."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import log10, sqrt

_DEVIATIONS = 1.96
"""95 % of all samples lie within so many standard deviations of the score."""


@dataclass(frozen=True)
class Tally:
    """The games that the first player won, drew and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    def plus(self, won: bool | None) -> Tally:
        """Return the tally with one more game; ``won`` is None for a draw."""
        if won is None:
            return replace(self, drawn=self.drawn + 1)
        return replace(self, won=self.won + won, lost=self.lost + (not won))

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """The share of the points, from 0 to 1."""
        return (self.won + self.drawn / 2) / self.games

    @property
    def likely(self) -> float:
        """The score with one more win and loss, so that it is never 0 or 1 (Agresti and Coull)."""
        return (self.won + self.drawn / 2 + 1) / (self.games + 2)

    @property
    def margin(self) -> float:
        """Half of the 95 % interval around the score."""
        squares = (self.won + self.drawn / 4 + 1) / (self.games + 2)
        return _DEVIATIONS * sqrt((squares - self.likely**2) / (self.games + 2))

    @property
    def elo(self) -> int:
        """The difference in rating that gives this score."""
        return _elo(self.likely)

    @property
    def elo_interval(self) -> tuple[int, int]:
        edge = 1 / (2 * self.games + 4)
        low, high = self.likely - self.margin, self.likely + self.margin
        return _elo(max(low, edge)), _elo(min(high, 1 - edge))

    def as_facts(self) -> dict[str, object]:
        """Return everything that is known, for programs."""
        return {
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "games": self.games,
            "score": round(self.score, 4),
            "margin": round(self.margin, 4),
            "elo": self.elo,
            "elo_interval": self.elo_interval,
        }

    def __str__(self) -> str:
        low, high = self.elo_interval
        return (
            f"A {self.won} ={self.drawn} -{self.lost} of {self.games},"
            f" {int(100 * self.score)} % (+-{100 * self.margin:.0f}),"
            f" Elo {self.elo:+} ({low:+} to {high:+})"
        )


def _elo(score: float) -> int:
    return round(400 * log10(score / (1 - score)))
