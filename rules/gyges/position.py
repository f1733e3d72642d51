"""Positions as one line, and the diagrams of source 000, which are read too."""

from __future__ import annotations

import re

from ..errors import NotationError
from ..folding import fold
from ..game import Seat
from .board import COLUMNS, ROWS, SIZES
from .rings import EMPTY, count, ring, row_of, sizes
from .state import State, opening

_FIGURES = ".123"
_SIDES = {"s": Seat.FIRST, "n": Seat.SECOND}
_WINNERS = {"N": Seat.FIRST, "S": Seat.SECOND}
_DRAW = "="
_ALL_RINGS, _OF_A_SIZE = 12, 4

_ROWS = r"(?P<rows>[.123]{6}(?:/[.123]{6}){5})"
_LINE = re.compile(rf"{_ROWS} +(?P<mark>[snSN=])")
_DIAGRAM = re.compile(
    rf"""(?:towergv2diag\( *"[^"]*" *, *)?"?8,6,z{{6}}/{_ROWS}/z{{6}}"? *\)? *;? *(?P<mark>[sn])?"""
)


def encode(state: State) -> str:
    """Six rows, North's first, and the side to play; a finished game has its end there."""
    rows = "/".join(map("".join, figures(state.rings)))
    return f"{rows} {_mark(state)}"


def figures(rings: int) -> list[list[str]]:
    """Six rows of six figures, North's home row first, a dot for an empty slot."""
    return [
        [_FIGURES[ring(rings, 10 * row + column)] for column in COLUMNS] for row in reversed(ROWS)
    ]


def _mark(state: State) -> str:
    for marks, seat in ((_SIDES, state.side), (_WINNERS, state.winner)):
        for mark, marked in marks.items():
            if marked is seat:
                return mark
    return _DRAW


def decode(text: str) -> State:
    """The position that was encoded, or a diagram of source 000, South to play unless it says.

    :raises NotationError: if it is neither, or cannot stand on a board
    """
    plain = fold(text).strip()
    written = _LINE.fullmatch(plain) or _DIAGRAM.fullmatch(plain)
    if not written:
        raise NotationError("unreadable_position")
    rings, mark = _arrangement(written["rows"]), written["mark"] or "s"
    _check_rings(rings, mark)
    return opening(rings, _SIDES.get(mark), _WINNERS.get(mark))


def _arrangement(rows: str) -> int:
    return sum(
        row_of(map(_FIGURES.index, figures), row)
        for row, figures in zip(reversed(ROWS), rows.split("/"), strict=True)
    )


def _check_rings(rings: int, mark: str) -> None:
    for size in SIZES:
        if count(rings, size) > _OF_A_SIZE:
            raise NotationError("too_many_of_a_size", size=size, count=count(rings, size))
    if rings == EMPTY and mark in "n=":
        raise NotationError("no_rings")
    if len(sizes(rings)) == _ALL_RINGS and mark in _WINNERS:
        raise NotationError("no_ring_in_goal")
