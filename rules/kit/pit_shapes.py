"""Two rows of houses as a scene: seeds with their numbers, and what each side has taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import cos, sin, sqrt

from ..game import Seat
from ..scene import Circle, Look, Point, Ring, Scene, Shape, Text, rectangle
from .grid import Grid
from .view import View

_WIDTH, _HEIGHT, _STORE = 8.4, 4.0, 0.62
_HOUSE, _SEED, _MOST_SHOWN = 0.46, 0.085, 20
_TURN, _APART, _PILE = 2.4, 0.13, 0.36
"""The angle from each seed to the next, as in a flower, how far apart they are, and the most that
the last one is from the middle.
"""

_ROWS, _OUTWARDS = (2.5, 1.5), (1, -1)
_NUMBER, _LETTER = (0.69, 0.36), (1.06, 0.34)
"""How far beyond its house, away from the middle of the board, a text stands; and its size."""


@cache
def _at(grid: Grid, cell: int, turned: bool, beyond: float = 0) -> Point:
    """Return the middle of a house, or the point ``beyond`` it."""
    column, row = grid.places[cell]
    at = Point(1.7 + column, _ROWS[row] + beyond * _OUTWARDS[row])
    return Point(_WIDTH - at.x, _HEIGHT - at.y) if turned else at


def scene(view: View, turned: bool) -> Scene:
    legend = " ".join([*view.own_side(), *view.result(), *view.last_move()])
    pieces = (*_seeds(view, turned), *_taken(view, turned), *_last(view, turned))
    return Scene(_WIDTH, _HEIGHT, _board(view.grid, turned), pieces, legend)


@cache
def _board(grid: Grid, turned: bool) -> Sequence[Shape]:
    names, (beyond, size) = grid.names.items(), _LETTER
    return (
        rectangle(Point(0, 0), Point(_WIDTH, _HEIGHT), Look.BOARD),
        *(
            rectangle(Point(x - 0.42, 1.0), Point(x + 0.42, _HEIGHT - 1.0), Look.SLOT)
            for x in (_STORE, _WIDTH - _STORE)
        ),
        *(Circle(_at(grid, cell, turned), _HOUSE, Look.CELL, name) for cell, name in names),
        *(
            Text(_at(grid, cell, turned, beyond), name, size, Look.COORDINATE)
            for cell, name in names
        ),
    )


def _seeds(view: View, turned: bool) -> Iterator[Shape]:
    for cell, name in view.grid.names.items():
        count = view.state.board.encode()[cell] - ord("0")
        x, y = _at(view.grid, cell, turned)
        apart = min(_APART, _PILE / sqrt(max(min(count, _MOST_SHOWN), 1)))
        for each in range(min(count, _MOST_SHOWN)):
            far = apart * sqrt(each + 0.5) if count > 1 else 0
            seed = Point(x + far * cos(each * _TURN), y + far * sin(each * _TURN))
            yield Circle(seed, _SEED, Look.MEDIUM, name)
        beyond, size = _NUMBER
        at = _at(view.grid, cell, turned, beyond)
        yield Text(at, str(count), size, Look.LABEL, bold=True)


def _taken(view: View, turned: bool) -> Iterator[Shape]:
    """Yield what each side has taken, to the right of its owner."""
    for seat in Seat:
        is_right = (seat is Seat.FIRST) != turned
        x = _WIDTH - _STORE if is_right else _STORE
        taken = view.state.board.encode()[seat.value - 2] - ord("0")
        yield Text(Point(x, _HEIGHT / 2), str(taken), 0.5, Look.LABEL, bold=True)
        beside = _HEIGHT / 2 + (1.2 if is_right else -1.2)
        name = view.voice.label(view.seat(seat))
        yield Text(Point(x, beside), name, 0.26, Look.LABEL, side=seat.value)


def _last(view: View, turned: bool) -> Iterator[Shape]:
    """Yield rings around the house that was sown, a thin one, and around the one reached."""
    names = view.grid.names
    for cell, width in zip(view.state.last or (), (0.03, 0.07), strict=False):
        rim = _HOUSE + 0.04
        yield Ring(_at(view.grid, cell, turned), rim, rim - width, Look.PATH, names[cell])
