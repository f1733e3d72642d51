"""The SVG painter of pages: a board, and each part of its positions, once.

A page has a style sheet for all its boards (``style``), so that a shape only names a class. Lengths
are whole hundredths of a board unit. Attributes have no quotation marks, as HTML allows.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from itertools import groupby, pairwise
from math import sqrt
from operator import attrgetter
from string import ascii_lowercase

from pbm.core.games import (
    Align,
    Arrow,
    Circle,
    Line,
    Look,
    Point,
    Polygon,
    Ring,
    Scene,
    Shape,
    Text,
)
from pbm.pictures.looks import PAINTS

_LETTERS = {
    look: "a" * (place // 26) + ascii_lowercase[place % 26] for place, look in enumerate(Look)
}
_ANCHORS = {Align.LEFT: " text-anchor=start", Align.MIDDLE: "", Align.RIGHT: " text-anchor=end"}
_BOLD = " font-weight=700"
_DROP = 0.36
"""How far the baseline of a text is below its centre, in font sizes."""


def style() -> str:
    """Return the CSS for all shapes: classes in lower case fill, those in upper case draw lines."""
    return "\n".join(rule for look in Look for rule in _rules(look))


def view_box(scene: Scene) -> str:
    return f"0 0 {_n(scene.width)} {_n(scene.height)}"


NOWHERE = -1
"""The place of a part that is on no cell."""

_MIDDLE = Point(0, 0)
_CELL = attrgetter("cell")
_SLACK = 0.8
"""How far a point may be off a line and still be left out, in hundredths of a board unit."""

Dot = tuple[int, int]

_MOST_STROKES = 5_000
"""The most cached parts. Each takes about 3 KB."""

_KEPT_ARROWS = 2000

_LONGEST_DASH = 8
"""Only lines of at most this many points form a part together with other lines."""


class Strokes:
    """A cache of the SVG of shapes, for many boards.

    Games use the same shapes for equal pieces, and for empty boards. The key is the ``id`` of each
    shape; the shapes are kept here, so that no other object can get their ids.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[object, ...], tuple[Sequence[Shape], str]] = OrderedDict()

    def ground(self, scene: Scene) -> str:
        """Return the shapes that are the same in every position. ``data-c`` names a cell."""
        return self.written(tuple(scene.board), _MIDDLE, named=True)

    def written(self, shapes: Sequence[Shape], middle: Point, *, named: bool = False) -> str:
        """Return adjacent shapes as SVG. middle, named: as for ``_groups``."""
        key = (named, middle, *map(id, shapes))
        known = self._known.get(key)
        if known is not None:
            self._known.move_to_end(key)
            return known[1]
        made = "".join(_groups(shapes, middle, named=named))
        self._known[key] = shapes, made
        if len(self._known) > _MOST_STROKES:
            self._known.popitem(last=False)
        return made


def middles(board: Scene) -> dict[str, Point]:
    """Return the middle of each cell, by its name."""
    shapes = (each for each in board.board if isinstance(each, Circle | Polygon) and each.cell)
    return {each.cell: each.at for each in shapes}


class Parts:
    """Collects the parts of many positions of one board, each once.

    Everything on a cell is one part, with coordinates relative to the middle of the cell. So a
    piece is the same part wherever it stands.

    found: the SVG of each part, with its number. places: the middles of the cells, in SVG units.
    """

    def __init__(self, board: Scene, strokes: Strokes) -> None:
        self._middles = middles(board)
        self._cells = {name: number for number, name in enumerate(self._middles)}
        self.found: dict[str, int] = {}
        self.places = [(round(100 * at.x), round(100 * at.y)) for at in self._middles.values()]
        self._strokes = strokes

    def position(self, scene: Scene) -> Sequence[tuple[int, int]]:
        """Return each part of a position with its place, or ``NOWHERE``."""
        made = []
        for cell, group in groupby(scene.pieces, _CELL):
            place = self._cells.get(cell, NOWHERE)
            if place == NOWHERE:
                runs = groupby(_simple(group), _dashed)
                made += [(self._number(tuple(run), _MIDDLE), NOWHERE) for _, run in runs]
            else:
                made.append((self._number(tuple(group), self._middles[cell]), place))
        return made

    def _number(self, shapes: Sequence[Shape], middle: Point) -> int:
        text = self._strokes.written(shapes, middle)
        return self.found.setdefault(text, len(self.found))


def _dashed(shape: Shape) -> str | int:
    """A key: adjacent short lines with equal keys form one part, other shapes one each."""
    is_short = isinstance(shape, Line) and len(shape.points) <= _LONGEST_DASH
    return _kind(shape) if is_short else id(shape)


def _rules(look: Look) -> Iterator[str]:
    paint, letter = PAINTS[look], _LETTERS[look]
    edge = f";stroke:{paint.edge};stroke-width:{_n(paint.width)}" if paint.edge else ""
    opacity = f";fill-opacity:{paint.opacity}" if paint.opacity < 1 else ""
    yield f".scene .{letter}{{fill:{paint.fill}{edge}{opacity}}}"
    yield f".scene .{letter.upper()}{{stroke:{paint.fill}}}"


def _groups(shapes: Iterable[Shape], middle: Point, *, named: bool = False) -> Iterator[str]:
    """Yield adjacent shapes, lines of one look and width as one path.

    middle: the origin of the coordinates. named: whether circles and polygons say which cell they
    are.
    """
    for kind, group in groupby(_simple(shapes), _kind):
        if kind:
            yield f"<path {kind} d={''.join(_way(each, middle) for each in group)} />"
        else:
            for shape in group:
                drawn = _drawn(shape, middle)
                is_cell = named and shape.cell and isinstance(shape, Circle | Polygon)
                yield drawn.replace(" ", f" data-c={shape.cell} ", 1) if is_cell else drawn


def _simple(shapes: Iterable[Shape]) -> Iterator[Shape]:
    for shape in shapes:
        if isinstance(shape, Arrow):
            yield from _straight(shape)
        else:
            yield shape


@lru_cache(_KEPT_ARROWS)
def _straight(arrow: Arrow) -> tuple[Shape, Shape]:
    """Return the shaft and the head of an arrow; for equal arrows, the same objects."""
    return arrow.shaft, arrow.head


def _kind(shape: Shape) -> str:
    return _stroke(shape.look, shape.width) if isinstance(shape, Line) else ""


def _drawn(shape: Shape, middle: Point) -> str:
    letter = _LETTERS[shape.look]
    match shape:
        case Circle(at=at, radius=radius):
            return f"<circle class={letter} {_round(at, radius, middle)} />"
        case Ring(at=at, radius=radius, hole=hole):
            stroke = _stroke(shape.look, radius - hole)
            return f"<circle {stroke} {_round(at, (radius + hole) / 2, middle)} />"
        case Polygon():
            return f"<path class={letter} d={_way(shape, middle)} />"
        case Text(at=at, text=text, size=size, align=align, bold=bold):
            x, y = at.x - middle.x, at.y - middle.y + _DROP * size
            across = f"x={_n(x)} " if round(100 * x) else ""
            place = f"{across}y={_n(y)} font-size={_n(size)}{_ANCHORS[align]}{_BOLD * bold}"
            return f"<text class={letter} {place}>{escape(text)}</text>"
    raise AssertionError("arrows and lines are drawn as paths")


def _stroke(look: Look, width: float) -> str:
    return f"class={_LETTERS[look].upper()} stroke-width={_n(width)}"


def _round(at: Point, radius: float, middle: Point) -> str:
    x, y = round(100 * (at.x - middle.x)), round(100 * (at.y - middle.y))
    across = f"cx={x} " if x else ""
    down = f"cy={y} " if y else ""
    return f"{across}{down}r={_n(radius)}"


def _way(shape: Shape, middle: Point) -> str:
    """Return a path with relative coordinates, which are shorter than absolute ones."""
    assert isinstance(shape, Line | Polygon)
    points = [
        (round(100 * (point.x - middle.x)), round(100 * (point.y - middle.y)))
        for point in shape.points
    ]
    steps = [_step(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(_thinned(points))]
    end = "z" if isinstance(shape, Polygon) else ""
    return f"M{points[0][0]},{points[0][1]}{''.join(steps)}{end}"


def _thinned(points: Sequence[Dot]) -> Sequence[Dot]:
    """Return the points without those that lie on, or nearly on, the line to the next one."""
    if len(points) == 2 and points[0] != points[1]:
        return points
    kept, left = [points[0]], list[Dot]()
    for point in points[1:]:
        if left and not all(_is_between(kept[-1], each, point) for each in left):
            kept.append(left[-1])
            left = []
        if point != (left or kept)[-1]:
            left.append(point)
    return [*kept, *left[-1:]]


def _is_between(start: Dot, dot: Dot, end: Dot) -> bool:
    """Return whether a dot is at most ``_SLACK`` off the line from ``start`` to ``end``."""
    across, down = end[0] - start[0], end[1] - start[1]
    x, y = dot[0] - start[0], dot[1] - start[1]
    along, whole = x * across + y * down, across * across + down * down
    return 0 <= along <= whole and abs(x * down - y * across) <= _SLACK * sqrt(whole)


def _step(across: int, down: int) -> str:
    if not down:
        return f"h{across}"
    if not across:
        return f"v{down}"
    return f"l{across}{'' if down < 0 else ','}{down}"


def _n(length: float) -> str:
    return str(round(100 * length))
