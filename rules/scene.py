"""Scenes: boards as plain shapes, for painters.

Lengths are in board units: neighbouring cells are one unit apart. The origin is the upper left
corner, and y grows downwards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from math import cos, hypot, pi, sin
from typing import NamedTuple


class Look(Enum):
    """The kind of a shape, from which a painter chooses its colours."""

    BOARD = "board"
    LABEL = "label"
    COORDINATE = "coordinate"
    LINK = "link"
    CELL = "cell"
    SLOT = "slot"
    """A cell: flat, or an empty hole for a piece."""

    GOAL = "goal"
    ACTIVE = "active"
    OWN = "own"
    OWN_GROUND = "own ground"
    """A row or a piece that can be played; one of the reader, and the tint on its ground."""

    FIRST = "first"
    SECOND = "second"
    FIRST_STILL = "first still"
    SECOND_STILL = "second still"
    """Pieces of a player: those that can move, and those that cannot."""

    SPECIAL = "special"
    ON_FIRST = "on first"
    ON_SECOND = "on second"
    ON_SPECIAL = "on special"
    """Signs on pieces."""

    RED = "red"
    BLUE = "blue"
    """Pieces of players who are called by these colours; signs on them are those on dark pieces."""

    LIGHT = "light"
    MEDIUM = "medium"
    DARK = "dark"
    ON_DARK = "on dark"
    """Pieces that belong to nobody, and signs on dark ones."""

    LEFT = "left"
    LOST = "lost"
    """The place from which the last move came, and the pieces that it removed from the board."""

    PATH = "path"
    PATH_EDGE = "path edge"
    ON_PATH = "on path"
    DISPLACED = "displaced"
    DISPLACED_EDGE = "displaced edge"
    """The way of the last move, and the way of a piece that the move displaced."""

    FAILED = "failed"
    """Where a move that was refused fails."""


class Point(NamedTuple):
    x: float
    y: float

    def towards(self, other: Point, distance: float) -> Point:
        """Return the point at ``distance`` on the way to another point."""
        whole = hypot(other.x - self.x, other.y - self.y) or 1.0
        part = distance / whole
        return Point(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)


def bow(start: Point, end: Point, bend: float, parts: int = 16) -> tuple[Point, ...]:
    """Return the points of a curve. bend: its height, as a part of the line's length."""
    across, down = end.x - start.x, end.y - start.y
    points = []
    for part in range(parts + 1):
        at = part / parts
        aside = 4 * bend * at * (1 - at)
        points.append(
            Point(start.x + at * across + aside * down, start.y + at * down - aside * across)
        )
    return tuple(points)


@dataclass(frozen=True, slots=True)
class Circle:
    """``cell`` is the name of the cell that the shape shows, or stands on; "" for none."""

    at: Point
    radius: float
    look: Look
    cell: str = ""


@dataclass(frozen=True, slots=True)
class Ring:
    """A disc with a hole of the radius ``hole``."""

    at: Point
    radius: float
    hole: float
    look: Look
    cell: str = ""


@dataclass(frozen=True, slots=True)
class Polygon:
    points: Sequence[Point]
    look: Look
    cell: str = ""

    @property
    def at(self) -> Point:
        """The middle, of a polygon that is regular or a rectangle."""
        corners = len(self.points)
        return Point(
            sum(each.x for each in self.points) / corners,
            sum(each.y for each in self.points) / corners,
        )


@dataclass(frozen=True, slots=True)
class Line:
    """A line through all points, with round ends."""

    points: Sequence[Point]
    width: float
    look: Look
    cell: str = ""


@dataclass(frozen=True, slots=True)
class Arrow:
    """A line whose last point is the tip of a head."""

    points: Sequence[Point]
    width: float
    look: Look
    cell: str = ""

    @property
    def shaft(self) -> Line:
        """The line up to the head."""
        *before, tip = self.points
        return Line((*before, tip.towards(before[-1], self._length * 0.8)), self.width, self.look)

    @property
    def head(self) -> Polygon:
        tip, before = self.points[-1], self.points[-2]
        base = tip.towards(before, self._length)
        across, down = (base.x - tip.x) * 0.55, (base.y - tip.y) * 0.55
        corners = (Point(base.x - down, base.y + across), Point(base.x + down, base.y - across))
        return Polygon((tip, *corners), self.look)

    @property
    def _length(self) -> float:
        return 2.6 * self.width


def rectangle(start: Point, end: Point, look: Look, cell: str = "") -> Polygon:
    """Return a rectangle by two opposite corners."""
    corners = (start, Point(end.x, start.y), end, Point(start.x, end.y))
    return Polygon(corners, look, cell)


class Align(Enum):
    """The part of a text that stands at ``at``; vertically, a text is always centred."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Text:
    """``size`` is the height of its font.

    side: the number of the seat whose name the text is; None if it is no such name.
    """

    at: Point
    text: str
    size: float
    look: Look
    align: Align = Align.MIDDLE
    cell: str = ""
    bold: bool = False
    side: int | None = None


Shape = Circle | Ring | Polygon | Line | Arrow | Text


@dataclass(frozen=True)
class Scene:
    """A board as shapes, later ones on top of earlier ones.

    board: the shapes that are the same in every position, so that painters may keep them.
    pieces: the shapes of this position.
    legend: words for the marks, in one line; "" if nothing is marked.
    key: the part of the legend that neither the players' names nor the words of the last move say.
    names: names of cells on top of everything, for pictures that are large and cannot be clicked.
    """

    width: float
    height: float
    board: Sequence[Shape]
    pieces: Sequence[Shape]
    legend: str = ""
    names: Sequence[Text] = ()
    key: str = ""

    @property
    def shapes(self) -> Sequence[Shape]:
        return (*self.board, *self.pieces)

    def part(self, cells: Collection[str]) -> Scene:
        """Return the part of the scene around these cells, without texts beside the board."""
        at = [middle(each) for each in self.board if each.cell in cells]
        xs, ys = [point.x for point in at], [point.y for point in at]
        corner = Point(min(xs) - _AROUND, min(ys) - _AROUND)
        width, height = max(xs) - min(xs) + 2 * _AROUND, max(ys) - min(ys) + 2 * _AROUND
        board, pieces = (
            tuple(
                _moved(shape, -corner.x, -corner.y)
                for shape in shapes
                if shape.cell or not isinstance(shape, Text)
            )
            for shapes in (self.board, self.pieces)
        )
        return Scene(width, height, board, pieces)


_AROUND = 0.6
"""The space around the outermost cells of a part of a board."""


def middle(shape: Shape) -> Point:
    """Return the middle of a shape."""
    if isinstance(shape, Circle | Ring | Text):
        return shape.at
    xs, ys = zip(*shape.points, strict=True)
    return Point((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)


def _moved(shape: Shape, across: float, down: float) -> Shape:
    if isinstance(shape, Circle | Ring | Text):
        return replace(shape, at=Point(shape.at.x + across, shape.at.y + down))
    return replace(shape, points=tuple(Point(x + across, y + down) for x, y in shape.points))


def dashed(points: Sequence[Point], dash: int, gap: int) -> Iterator[Sequence[Point]]:
    """Yield parts of a line: ``dash`` steps from point to point, then ``gap`` steps of nothing."""
    for start in range(0, len(points) - 1, dash + gap):
        yield points[start : start + dash + 1]


def around(at: Point, radius: float, parts: int) -> Sequence[Point]:
    """Return the points of a circle, the first one again at the end."""
    angles = (2 * pi * part / parts for part in range(parts + 1))
    return tuple(Point(at.x + radius * cos(angle), at.y + radius * sin(angle)) for angle in angles)
