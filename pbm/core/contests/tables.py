"""The table of a contest as a value: lines, cells and places, also as JSON for pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from pbm.core.contests.model import Contest, ContestGame, Entry, How
from pbm.core.contests.standings import Game, Standing, TieBreak, standings, tie_break

OWN, RUNNING, NOT_PAIRED = "#", ".", " "
_PLAYED = {2: "1", 1: "=", 0: "0"}
_WALKOVER = {2: "+", 1: "=", 0: "-"}
_VOID = "x"

SIGNS = OWN + RUNNING + "1=0+-" + _VOID


@dataclass(frozen=True)
class Line:
    """A player's line of a table.

    start: the number in the starting order. place: as in ``Standing``.
    cells: one for each player in the order of the lines, with a sign for each game against them.
    left: how many of their games are not over.
    behind_by: the tie-break that put this line after the previous one; None if they were not tied.
    """

    start: int
    player: int
    rating: int
    place: int
    cells: Sequence[str]
    points: Fraction
    berger: Fraction
    wins: int
    left: int
    out: bool
    struck: bool
    behind_by: TieBreak | None = None


@dataclass(frozen=True)
class Table:
    """A table of everyone against everyone, the best first.

    over, games: how many games are over, and how many there are.
    """

    lines: Sequence[Line]
    over: int
    games: int

    def to_json(self) -> Mapping[str, Any]:
        """Return the table as plain JSON; its fractions are exact as decimal numbers."""
        lines = [
            {**asdict(line), "points": float(line.points), "berger": float(line.berger)}
            for line in self.lines
        ]
        return {"lines": lines, "over": self.over, "games": self.games}


def table_of(entries: Sequence[Entry], games: Sequence[ContestGame]) -> Table:
    """Return the table of a cup or a league that has begun. entries: in their starting order."""
    by_player = {entry.player: entry for entry in entries}
    struck = [entry.player for entry in entries if entry.struck]
    ranked = standings([*by_player], map(_counted, filter(_counts, games)), struck)
    order = [each.player for each in ranked]
    lines = [_line(each, by_player, order, games) for each in ranked]
    decided = [None, *(tie_break(one, other) for one, other in pairwise(ranked))]
    lines = [replace(line, behind_by=tie) for line, tie in zip(lines, decided, strict=False)]
    return Table(lines, sum(game.over for game in games), len(games))


def promotion_order(table: Table) -> list[int]:
    """Return the players for promotion: those who share a place are ordered by rating at the start.

    Players who are out come last.
    """
    merit = sorted(
        table.lines, key=lambda line: (line.out, line.struck, line.place, -line.rating, line.start)
    )
    return [line.player for line in merit]


def is_struck(player: int, games: Sequence[ContestGame]) -> bool:
    """Return whether a player who is out now has finished fewer than half of their games."""
    own = [game for game in games if player in game.players]
    return 2 * sum(game.over for game in own) < len(own)


def number(value: Fraction) -> str:
    """Return a fraction of quarters as a decimal number: ``3.5``, ``6.25``."""
    text = f"{float(value):.2f}"
    return text.removesuffix("0") if text.endswith("0") else text


def contest_name(contest: Contest, season: Contest | None) -> Mapping[str, Any]:
    """Return the facts that make the name of a contest. season: the season of a league."""
    return {
        "kind": contest.kind.value,
        "spec": contest.spec,
        "number": season.number if season else contest.number,
        "league": contest.letter if season else "",
    }


def _counts(game: ContestGame) -> bool:
    return game.counts


def _counted(game: ContestGame) -> Game:
    assert game.halves is not None, "only such games are counted"
    return Game(game.players.first, game.players.second, game.halves)


def _line(
    standing: Standing,
    entries: Mapping[int, Entry],
    order: Sequence[int],
    games: Sequence[ContestGame],
) -> Line:
    entry = entries[standing.player]
    own = [game for game in games if entry.player in game.players]
    return Line(
        start=entry.place,
        player=entry.player,
        rating=entry.rating,
        place=standing.place,
        cells=[_cell(entry, entries[other], own) for other in order],
        points=standing.points,
        berger=standing.berger,
        wins=standing.wins,
        left=sum(not game.over for game in own),
        out=entry.out,
        struck=entry.struck,
    )


def _cell(entry: Entry, other: Entry, own: Sequence[ContestGame]) -> str:
    if entry.player == other.player:
        return OWN
    met = sorted(
        (game for game in own if other.player in game.players), key=lambda game: game.round
    )
    is_void = entry.struck or other.struck
    return "".join(_sign(game, entry.player, is_void=is_void) for game in met) or NOT_PAIRED


def _sign(game: ContestGame, player: int, *, is_void: bool) -> str:
    """The sign of a game. is_void: whether it does not count, because a player was struck."""
    if not game.over:
        return RUNNING
    if is_void or not game.counts or game.halves is None:
        return _VOID
    halves = game.halves if player == game.players.first else 2 - game.halves
    return (_WALKOVER if game.how is How.WALKOVER else _PLAYED)[halves]
