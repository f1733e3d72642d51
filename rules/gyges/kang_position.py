"""Positions of ``kang``: with fields for the reserves, the goals and who scored last."""

from __future__ import annotations

import re

from ..errors import NotationError
from ..folding import fold
from ..game import Seat
from . import position
from .kang import GOALS_TO_WIN, KangState
from .reserves import given, goals, held, with_goals
from .rings import sizes
from .state import State

_NOBODY = "-"
_MARKS = {Seat.FIRST: "s", Seat.SECOND: "n"}

_LINE = re.compile(
    rf"{position.ROWS_PATTERN} +(?P<mark>[snSN=]) +(?P<south>[123]+|-)/(?P<north>[123]+|-)"
    r" +(?P<goals>[0-3]-[0-3]) +(?P<scored>s|n|sn|-)"
)


def encode(state: State) -> str:
    """Return the line of the other rule sets, followed by ``112233/112233 0-0 -``."""
    assert isinstance(state, KangState)
    reserves = "/".join("".join(map(str, held(state.rings, seat))) or _NOBODY for seat in Seat)
    scored = "".join(mark for seat, mark in _MARKS.items() if seat in state.scored) or _NOBODY
    score = "-".join(map(str, state.score))
    return f"{position.encode(state)} {reserves} {score} {scored}"


def decode(text: str) -> KangState:
    """Parse a position.

    :raises NotationError: if the text is not a position, or an impossible one
    """
    written = _LINE.fullmatch(fold(text).strip())
    if not written:
        raise NotationError("unreadable_position_with_reserves")
    side, winner = position.side_and_winner(written["mark"])
    rings = _arrangement(written)
    _check_end(rings, winner)
    scored = frozenset(seat for seat, mark in _MARKS.items() if mark in written["scored"])
    return KangState(rings, side, winner, past=(rings,), scored=scored)


def _arrangement(written: re.Match[str]) -> int:
    rings = position.arrangement(written["rows"])
    reserves = [_sizes(written[name]) for name in ("south", "north")]
    everything = [*sizes(rings), *reserves[0], *reserves[1]]
    if not everything:
        raise NotationError("no_rings")
    position.check_sizes(everything)
    scores = map(int, written["goals"].split("-"))
    for seat, reserve, score in zip(Seat, reserves, scores, strict=True):
        rings = with_goals(rings, seat, score)
        for size in reserve:
            rings = given(rings, seat, size)
    return rings


def _sizes(reserve: str) -> list[int]:
    return [int(size) for size in reserve if size != _NOBODY]


def _check_end(rings: int, winner: Seat | None) -> None:
    """Check that a player has won if and only if they have three goals."""
    for seat in Seat:
        if (goals(rings, seat) == GOALS_TO_WIN) != (seat is winner):
            raise NotationError("goals_and_end_differ", goals=GOALS_TO_WIN)
