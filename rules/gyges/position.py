"""Positions as one line of text; the diagrams of the pbmserv help are read as well."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..errors import NotationError
from ..folding import fold
from ..game import Seat
from .board import ROWS, SIZES
from .rings import EMPTY, figures, row_of_figures, sizes
from .state import State, opening

_SIDES = {"s": Seat.FIRST, "n": Seat.SECOND}
_WINNERS = {"N": Seat.FIRST, "S": Seat.SECOND}
_DRAW = "="
_ALL_RINGS, _OF_A_SIZE = 12, 4

ROWS_PATTERN = r"(?P<rows>[.123]{6}(?:/[.123]{6}){5})"
_LINE = re.compile(rf"{ROWS_PATTERN} +(?P<mark>[snSN=])")
_DIAGRAM = re.compile(
    rf"""(?:towergv2diag\( *"[^"]*" *, *)?"?8,6,z{{6}}/{ROWS_PATTERN}/z{{6}}"?"""
    r" *\)? *;? *(?P<mark>[sn])?"
)


def encode(state: State) -> str:
    """Return six rows, North's first, and the side to play, or the result of a finished game."""
    return f"{rows(state.rings)} {_mark(state)}"


def rows(rings: int) -> str:
    """Return six rows of six digits, North's home row first, with dots for empty slots."""
    return "/".join([figures(rings, row) for row in reversed(ROWS)])


def _mark(state: State) -> str:
    for marks, seat in ((_SIDES, state.side), (_WINNERS, state.winner)):
        for mark, marked in marks.items():
            if marked is seat:
                return mark
    return _DRAW


def decode(text: str) -> State:
    """Parse a position, or a diagram as in the pbmserv help, where South plays by default.

    :raises NotationError: if the text is neither, or an impossible position
    """
    plain = fold(text).strip()
    written = _LINE.fullmatch(plain) or _DIAGRAM.fullmatch(plain)
    if not written:
        raise NotationError("unreadable_position")
    rings, mark = arrangement(written["rows"]), written["mark"] or "s"
    _check_rings(rings, mark)
    return opening(rings, *side_and_winner(mark))


def arrangement(written: str) -> int:
    """Return the arrangement of six rows that ``rows`` wrote."""
    return sum(map(row_of_figures, written.split("/"), reversed(ROWS)))


def side_and_winner(mark: str) -> tuple[Seat | None, Seat | None]:
    return _SIDES.get(mark), _WINNERS.get(mark)


def check_sizes(sizes: Sequence[int]) -> None:
    """:raises NotationError: if there are more rings of a size than the game has"""
    for size in SIZES:
        if sizes.count(size) > _OF_A_SIZE:
            raise NotationError("too_many_of_a_size", size=size, count=sizes.count(size))


def _check_rings(rings: int, mark: str) -> None:
    found = sizes(rings)
    check_sizes(found)
    if rings == EMPTY and mark in "n=":
        raise NotationError("no_rings")
    if len(found) == _ALL_RINGS and mark in _WINNERS:
        raise NotationError("no_ring_in_goal")
