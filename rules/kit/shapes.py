"""A board of squares as a scene: men on squares, and the last move as an arrow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from ..game import Seat
from ..scene import Arrow, Circle, Line, Look, Point, Ring, Scene, Shape, Text, rectangle
from .grid import Grid
from .state import EMPTY
from .view import View

_MARGIN, _BESIDE = 0.62, 0.31
"""The width of the edge for labels, and the distance of labels from the sides."""

_CELL, _PIECE, _GROOVE, _LABEL, _NAME = 0.47, 0.38, 0.2, 0.4, 0.34
_PATH, _EDGE = 0.1, 0.17
_LOOKS = {Seat.FIRST: (Look.FIRST, Look.ON_FIRST), Seat.SECOND: (Look.SECOND, Look.ON_SECOND)}


@dataclass(frozen=True, eq=False)
class Plan:
    """Where the cells of a grid are. turned: true if row 1 is on top, and the last column left."""

    grid: Grid
    turned: bool

    @property
    def width(self) -> float:
        return len(self.grid.rows[0]) + 2 * _MARGIN

    @property
    def height(self) -> float:
        return len(self.grid.rows) + 2 * _MARGIN

    def at(self, cell: int) -> Point:
        """Return the centre of a cell."""
        column, row = self.grid.places[cell]
        x, y = _MARGIN + 0.5 + column, self.height - _MARGIN - 0.5 - row
        return Point(self.width - x, self.height - y) if self.turned else Point(x, y)


def scene(view: View, turned: bool) -> Scene:
    plan = _plan(view.grid, turned)
    legend = " ".join([*view.own_side(), *view.result(), *view.last_move()])
    names = tuple(_names(plan, view))
    return Scene(plan.width, plan.height, _board(plan), tuple(_pieces(plan, view)), legend, names)


@cache
def _plan(grid: Grid, turned: bool) -> Plan:
    return Plan(grid, turned)


@cache
def _board(plan: Plan) -> Sequence[Shape]:
    plate = rectangle(Point(0, 0), Point(plan.width, plan.height), Look.BOARD)
    return (plate, *_squares(plan), *_labels(plan))


def _squares(plan: Plan) -> Iterator[Shape]:
    for cell, name in plan.grid.names.items():
        x, y = plan.at(cell)
        corners = Point(x - _CELL, y - _CELL), Point(x + _CELL, y + _CELL)
        yield rectangle(*corners, Look.CELL, name)


def _labels(plan: Plan) -> Iterator[Shape]:
    """Yield the name of each row and column at both of its ends."""
    for number, row in enumerate(plan.grid.rows, 1):
        for x in (_BESIDE, plan.width - _BESIDE):
            yield Text(Point(x, plan.at(row[0]).y), str(number), _LABEL, Look.LABEL)
    for cell in plan.grid.rows[0]:
        for y in (_BESIDE, plan.height - _BESIDE):
            yield Text(Point(plan.at(cell).x, y), plan.grid.names[cell][0], _LABEL, Look.LABEL)


def _pieces(plan: Plan, view: View) -> Iterator[Shape]:
    for cell, name in plan.grid.names.items():
        if owner := view.owners.get(view.state.board[cell]):
            yield from _piece(plan.at(cell), owner, name)
    if view.state.last:
        yield from _way(plan, *view.state.last)


@cache
def _piece(at: Point, owner: Seat, cell: str) -> Sequence[Shape]:
    """Return a man; those of the second side have a groove."""
    look, sign = _LOOKS[owner]
    groove = [Ring(at, _GROOVE, _GROOVE - 0.05, sign, cell)] if owner is Seat.SECOND else []
    return (Circle(at, _PIECE, look, cell), *groove)


def _way(plan: Plan, origin: int, target: int) -> Iterator[Shape]:
    start, end = plan.at(origin), plan.at(target)
    rim = _PIECE + 0.07
    yield Ring(end, rim, rim - 0.06, Look.PATH, plan.grid.names[target])
    yield Ring(start, 0.22, 0.17, Look.PATH, plan.grid.names[origin])
    tip = end.towards(start, rim)
    yield Line((start, tip.towards(start, _PATH)), _EDGE, Look.PATH_EDGE)
    yield Arrow((start, tip), _PATH, Look.PATH)


def _names(plan: Plan, view: View) -> Iterator[Text]:
    """Yield the names of empty cells, as edge labels are far away; the last move covers its own."""
    left = view.state.last[0] if view.state.last else None
    for cell, name in plan.grid.names.items():
        if view.state.board[cell] == EMPTY and cell != left:
            yield Text(plan.at(cell), name, _NAME, Look.LABEL, cell=name)
