"""The legal moves of a position, grouped by the piece that they lift."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from pbm.core.games import AnyGame, Lifting, Named, RulesError

MOST_SHOWN = 60
"""How many moves a list shows of all groups together, but at least ``LEAST_OF_GROUP`` of each."""
LEAST_OF_GROUP = 6
# An upper bound on the work: a position of ``towers`` has had 9,200 moves.
_MOST_FORMATTED = 600


@dataclass(frozen=True)
class Group:
    """Legal moves that lift the same piece.

    lifted: the piece's place as moves name it, "" for moves that set a piece.
    count: the number of these moves.
    shown: the shortest moves; of several that differ only behind ``=``, the first.
    """

    lifted: str
    count: int
    shown: list[str]


@dataclass(frozen=True)
class LegalMoves:
    """The legal moves. complete: False if the search was given up because it took too long."""

    groups: Sequence[Group]
    complete: bool

    @property
    def count(self) -> int:
        return sum(group.count for group in self.groups)


def legal_moves(game: AnyGame, state: Any, only: str = "") -> LegalMoves:
    """Count all legal moves, and format some of each group.

    only: the place of the piece whose moves are wanted, in any letter case; "" for all.
    """
    found, complete = _grouped(game, state)
    if only:
        found = {place: moves for place, moves in found.items() if place.upper() == only.upper()}
    tried = _MOST_FORMATTED // max(len(found), 1)
    most = max(MOST_SHOWN // max(len(found), 1), LEAST_OF_GROUP)
    groups = []
    for lifted, moves in found.items():
        shown = sorted(_alike_once(_printed(game, state, moves[:tried])), key=len)[:most]
        groups.append(Group(lifted, len(moves), shown))
    return LegalMoves(groups, complete)


def names_in_moves(game: AnyGame, state: Any) -> str:
    """Return a pattern of the names of cells in moves; "" for a game that is not ``Named``."""
    return game.names(state) if isinstance(game, Named) else ""


def _printed(game: AnyGame, state: Any, moves: Iterable[Any]) -> Iterator[str]:
    """The moves in the usual notation, up to the first whose notation takes too long to find."""
    with suppress(RulesError):
        for move in moves:
            yield str(game.format(state, move))


def _alike_once(printed: Iterable[str]) -> Iterable[str]:
    """The moves without those that differ from an earlier one only behind ``=``."""
    first: dict[str, str] = {}
    for text in printed:
        first.setdefault(text.partition("=")[0], text)
    return first.values()


def _grouped(game: AnyGame, state: Any) -> tuple[Mapping[str, Sequence[Any]], bool]:
    """The moves by the piece that they lift, and whether all moves were found."""
    found: dict[str, list[Any]] = {}
    try:
        for move in game.legal_moves(state):
            lifted = game.lifted(state, move) if isinstance(game, Lifting) else ""
            found.setdefault(lifted, []).append(move)
    except RulesError:
        return found, False
    return found, True
