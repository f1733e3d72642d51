"""The table of a league or a cup: points and tie-breaks in exact numbers, and shared places.

Ties are broken by Sonneborn-Berger, then direct encounter, then the number of wins. Players who are
still tied share a place. Games that are not over count nothing, and neither do games of players who
were struck from the table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

WON, DRAWN, LOST = 2, 1, 0
"""Results in halves of a point."""


class TieBreak(StrEnum):
    """The tie-breaks, each of which may decide between players who are equal on points."""

    BERGER = "berger"
    DIRECT = "direct"
    WINS = "wins"


class Game(NamedTuple):
    """A game that counts. halves: the result of ``first``, in halves of a point."""

    first: int
    second: int
    halves: int

    def halves_of(self, player: int) -> int:
        return self.halves if player == self.first else WON - self.halves

    def opponent_of(self, player: int) -> int:
        return self.second if player == self.first else self.first


@dataclass(frozen=True)
class Standing:
    """A player's line. place: from 1, the same for players who share it; 0 if they were struck.

    direct: points against those who are tied with the player on points and Sonneborn-Berger; then
        against those who are still tied after that, and so on.
    """

    player: int
    place: int
    points: Fraction
    berger: Fraction
    direct: tuple[Fraction, ...]
    wins: int
    over: int


def standings(
    players: Sequence[int], games: Iterable[Game], struck: Collection[int] = ()
) -> list[Standing]:
    """Return the lines of the table, best first; equal players stay in their starting order."""
    counted = [each for each in games if not {each.first, each.second} & {*struck}]
    found = [_line(player, counted) for player in players if player not in struck]
    points = {each.player: each.points for each in found}
    found = [_with_berger(each, counted, points) for each in found]
    found.sort(key=_on_points, reverse=True)
    tied = [list(group) for _, group in groupby(found, _on_points)]
    lines = [each for group in tied for each in _with_direct(group, counted)]
    lines.sort(key=_merit, reverse=True)
    ranked = [_placed(each, lines) for each in lines]
    return [*ranked, *(_line(player, ()) for player in players if player in struck)]


def tie_break(better: Standing, worse: Standing) -> TieBreak | None:
    """Return what set a player before the next one; None if they are not tied, or stay tied."""
    if better.points != worse.points or 0 in (better.place, worse.place):
        return None
    if better.berger != worse.berger:
        return TieBreak.BERGER
    if better.direct != worse.direct:
        return TieBreak.DIRECT
    return TieBreak.WINS if better.wins != worse.wins else None


def _line(player: int, games: Sequence[Game]) -> Standing:
    own = [each.halves_of(player) for each in games if player in each[:2]]
    points = Fraction(sum(own), 2)
    return Standing(player, 0, points, Fraction(0), (), own.count(WON), len(own))


def _with_berger(line: Standing, games: Iterable[Game], points: Mapping[int, Fraction]) -> Standing:
    own = [each for each in games if line.player in each[:2]]
    halves = (each.halves_of(line.player) * points[each.opponent_of(line.player)] for each in own)
    return replace(line, berger=sum(halves, Fraction(0)) / 2)


def _with_direct(tied: Sequence[Standing], games: Sequence[Game]) -> list[Standing]:
    """Compare tied players by their games against each other, as long as this separates some."""
    players = {each.player for each in tied}
    among = [each for each in games if {*each[:2]} <= players]
    lines = [_with_points_among(each, among) for each in tied]
    lines.sort(key=_direct, reverse=True)
    groups = [list(group) for _, group in groupby(lines, _direct)]
    if len(groups) == 1:
        return lines
    return [each for group in groups for each in _with_direct(group, among)]


def _with_points_among(line: Standing, games: Iterable[Game]) -> Standing:
    halves = sum(each.halves_of(line.player) for each in games if line.player in each[:2])
    return replace(line, direct=(*line.direct, Fraction(halves, 2)))


def _placed(line: Standing, lines: Iterable[Standing]) -> Standing:
    better = sum(_merit(each) > _merit(line) for each in lines)
    return replace(line, place=better + 1)


def _on_points(line: Standing) -> tuple[Fraction, Fraction]:
    return line.points, line.berger


def _direct(line: Standing) -> tuple[Fraction, ...]:
    return line.direct


def _merit(line: Standing) -> tuple[Fraction, Fraction, tuple[Fraction, ...], int]:
    return line.points, line.berger, line.direct, line.wins
