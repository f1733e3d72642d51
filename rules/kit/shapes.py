"""A board as a scene: men on squares or hexagons, the last move, and the chain that wins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import cos, dist, pi, sin, sqrt

from ..game import Seat
from ..scene import (
    Arrow,
    Circle,
    Line,
    Look,
    Point,
    Ring,
    Scene,
    Shape,
    Text,
    rectangle,
)
from .grid import Grid, Place
from .view import Borders, Looks, View

_MARGIN, _MARGIN_OF_HEXAGONS = 0.62, 0.78
"""The widths of the edge for labels, around squares and around hexagons."""

_CELL, _PIECE, _GROOVE, _DOT = 0.47, 0.38, 0.2, 0.11
_LABEL, _LABEL_OF_HEXAGONS, _LEAST_LABEL = 0.4, 0.45, 1 / 44
"""The sizes of labels, and the least share of the width of a board: 8 pixels on a telephone."""

_BORDER, _BEYOND, _BEYOND_HEXAGONS = 0.2, 0.84, 0.96
_NEUTRAL, _PATH, _EDGE = 0.22, 0.1, 0.17
_RADIUS = 1 / sqrt(3)
"""The distance of the corners of a hexagon from its middle."""


@dataclass(frozen=True, eq=False)
class Plan:
    """Where the cells of a grid are. turned: true if the board is turned by half a circle."""

    grid: Grid
    turned: bool

    @cached_property
    def _middles(self) -> Mapping[int, Point]:
        """The middle of each cell, seen from the upper left corner of the picture."""
        down = 1 if self.grid.falls else -1
        flat = {cell: self.grid.centre(cell) for cell in self.grid.cells}
        left, top = min(x for x, _ in flat.values()), min(down * y for _, y in flat.values())
        edge = self._margin + 0.5
        return {
            cell: Point(x - left + edge, down * y - top + edge) for cell, (x, y) in flat.items()
        }

    @cached_property
    def label(self) -> float:
        """The size of labels."""
        across = [self.grid.centre(cell)[0] for cell in self.grid.cells]
        least = _LABEL_OF_HEXAGONS if self.grid.slant else _LABEL
        return max(least, _LEAST_LABEL * (max(across) - min(across) + 1))

    @property
    def beyond(self) -> float:
        """How far the middles of labels are from those of the cells beside them."""
        is_round = self.grid.slant
        size, beyond = (_LABEL_OF_HEXAGONS, _BEYOND_HEXAGONS) if is_round else (_LABEL, _BEYOND)
        return beyond + (self.label - size) / 2

    @property
    def _margin(self) -> float:
        is_round = self.grid.slant
        size, margin = (_LABEL_OF_HEXAGONS, _MARGIN_OF_HEXAGONS) if is_round else (_LABEL, _MARGIN)
        return margin + self.label - size

    @cached_property
    def width(self) -> float:
        return max(x for x, _ in self._middles.values()) + 0.5 + self._margin

    @cached_property
    def height(self) -> float:
        return max(y for _, y in self._middles.values()) + 0.5 + self._margin

    def at(self, cell: int) -> Point:
        """Return the centre of a cell."""
        x, y = self._middles[cell]
        return Point(self.width - x, self.height - y) if self.turned else Point(x, y)

    def beside(self, cell: int, direction: Place, way: float) -> Point:
        """Return the point so many steps in a direction from the centre of a cell."""
        (x, y), half = self.at(cell), -1 if self.turned else 1
        across, down = self.grid.offset(direction)
        return Point(
            x + half * way * across, y + half * way * down * (1 if self.grid.falls else -1)
        )

    def corners(self, cell: int) -> tuple[Point, ...]:
        """Return the corners of a hexagon clockwise, the lower right one first."""
        (x, y), far = self.at(cell), -_RADIUS if self.turned else _RADIUS
        angles = [pi / 6 + number * pi / 3 for number in range(6)]
        return tuple(Point(x + far * cos(angle), y + far * sin(angle)) for angle in angles)


def scene(view: View, turned: bool) -> Scene:
    plan = _plan(view.grid, turned)
    legend = " ".join([*view.own_side(), *view.result(), *view.last_move()])
    board = _board(plan, view.game.looks, view.game.borders)
    return Scene(plan.width, plan.height, board, tuple(_pieces(plan, view)), legend)


@cache
def _plan(grid: Grid, turned: bool) -> Plan:
    return Plan(grid, turned)


@cache
def _board(plan: Plan, looks: Looks, borders: Borders) -> Sequence[Shape]:
    plate = rectangle(Point(0, 0), Point(plan.width, plan.height), Look.BOARD)
    cells = _round(plan) if plan.grid.slant else _squares(plan)
    return (plate, *_borders(plan, looks, borders), *cells, *_labels(plan))


def _squares(plan: Plan) -> Iterator[Shape]:
    for cell, name in plan.grid.names.items():
        x, y = plan.at(cell)
        corners = Point(x - _CELL, y - _CELL), Point(x + _CELL, y + _CELL)
        yield rectangle(*corners, Look.CELL, name)


def _round(plan: Plan) -> Iterator[Shape]:
    """Yield round cells: hexagons would make pictures of many cells large."""
    for cell, name in plan.grid.names.items():
        yield Circle(plan.at(cell), _CELL, Look.CELL, name)


def _borders(plan: Plan, looks: Looks, borders: Borders) -> Iterator[Shape]:
    """Yield a broad line along each edge of the board that belongs to a side."""
    for seat, cells, first in borders:
        edge = [plan.corners(cell)[number % 6] for cell in cells for number in _three(first)]
        yield Line(tuple(edge), _BORDER, looks[seat.value][0])


def _three(first: int) -> range:
    """Return the numbers of three corners, clockwise, or back if the first is negative."""
    return range(first, first + 3) if first >= 0 else range(-first, -first - 3, -1)


def _labels(plan: Plan) -> Iterator[Shape]:
    """Yield the name of each row and column beyond both of its ends.

    At a slanting edge a letter would stand on a number: it is at the other end alone.
    """
    columns: dict[int, list[int]] = {}
    for cell, place in plan.grid.places.items():
        columns.setdefault(place.column, []).append(cell)
    numbers = [
        label
        for number, row in enumerate(plan.grid.rows, 1)
        for label in _at_both_ends(plan, row, Place(1, 0), str(number))
    ]
    yield from numbers
    for column in columns.values():
        for label in _at_both_ends(plan, column, Place(0, 1), plan.grid.names[column[0]][0]):
            if all(dist(label.at, each.at) >= plan.label for each in numbers):
                yield label


def _at_both_ends(plan: Plan, line: Sequence[int], direction: Place, label: str) -> Iterator[Text]:
    for cell, way in ((line[0], -plan.beyond), (line[-1], plan.beyond)):
        yield Text(plan.beside(cell, direction, way), label, plan.label, Look.COORDINATE)


def _pieces(plan: Plan, view: View) -> Iterator[Shape]:
    for seat in Seat:
        yield from _stones(plan, view, seat)
    for cell, name in plan.grid.names.items():
        if view.state.board[cell] == view.game.neutral:
            yield Circle(plan.at(cell), _NEUTRAL, Look.DARK, name)
    chain = view.game.shown_chain(view.state)
    for cell in (each for each in plan.grid.cells if each in chain):
        yield Ring(plan.at(cell), _PIECE + 0.06, _PIECE, view.game.joined, plan.grid.names[cell])
    last = view.state.last
    if last and len(last) > 1:
        yield from _way(plan, *last[:2])
        yield from _shot(plan, *last[1:])
    else:
        yield from (_dot(plan, view, cell) for cell in view.marks)


def _stones(plan: Plan, view: View, seat: Seat) -> Iterator[Shape]:
    """Yield the men of a side, all shapes of a kind together, as that is shorter in a page; those
    of the second side have a groove.
    """
    look, sign = view.game.looks[seat.value]
    own = [cell for cell in plan.grid.cells if view.game.owners.get(view.state.board[cell]) is seat]
    names = plan.grid.names
    yield from (Circle(plan.at(cell), _PIECE, look, names[cell]) for cell in own)
    if seat is Seat.SECOND:
        hole = _GROOVE - 0.05
        yield from (Ring(plan.at(cell), _GROOVE, hole, sign, names[cell]) for cell in own)


def _dot(plan: Plan, view: View, cell: int) -> Circle:
    """Return the mark of the stone that was set last."""
    owner = view.game.owners[view.state.board[cell]]
    return Circle(plan.at(cell), _DOT, view.game.looks[owner.value][1], plan.grid.names[cell])


def _shot(plan: Plan, origin: int, *hit: int) -> Iterator[Shape]:
    """Yield the way of an arrow, if the move had one."""
    for cell in hit:
        start, end = plan.at(origin), plan.at(cell)
        rim = _NEUTRAL + 0.06
        line = start.towards(end, _PIECE + 0.07), end.towards(start, rim)
        yield Ring(end, rim, rim - 0.06, Look.DISPLACED, plan.grid.names[cell])
        yield Line(line, 0.06, Look.DISPLACED)


def _way(plan: Plan, origin: int, target: int) -> Iterator[Shape]:
    start, end = plan.at(origin), plan.at(target)
    rim = _PIECE + 0.07
    yield Ring(end, rim, rim - 0.06, Look.PATH, plan.grid.names[target])
    yield Ring(start, 0.22, 0.17, Look.PATH, plan.grid.names[origin])
    tip = end.towards(start, rim)
    yield Line((start, tip.towards(start, _PATH)), _EDGE, Look.PATH_EDGE)
    yield Arrow((start, tip), _PATH, Look.PATH)
