"""Boards as scenes: a hexagonal lattice, stacks as piles, the last move as an arrow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import cos, dist, pi, sin, sqrt

from ..game import Seat
from ..scene import (
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
    bow,
    rectangle,
)
from .board import CELLS, CELLS_OF, LETTERS, NAMES, NEIGHBOURS, WIDTH
from .captions import last_move, own_side, standing
from .moves import jumps
from .pieces import BLACK, DVONN, WHITE
from .scoring import score
from .state import State
from .telling import PLAYERS
from .voice import Voice

_ROW = sqrt(3) / 2
"""The distance of rows."""

_MARGIN, _ABOVE, _BELOW = 1.12, 1.24, 1.0
_ACROSS = 10 + 2 * _MARGIN
_HEIGHT = _ABOVE + _BELOW + 4 * _ROW
_CELL, _PIECE, _STAR = 0.46, 0.44, 0.22
_LABEL, _FIGURES = 0.42, (0.0, 0.56, 0.46)

_LAYER, _MOST_LAYERS = 0.07, 0.26
_PATH, _EDGE = 0.12, 0.2
_RIM = _PIECE + 0.03
"""How far from the middle of its last cell an arrow ends."""

_STEPS = 24
_BADGES = ((0.3, -0.26), (-0.3, -0.26), (0.3, 0.26))

_LOOKS = {WHITE: Look.FIRST, BLACK: Look.SECOND, DVONN: Look.SPECIAL}
_STILL = {WHITE: Look.FIRST_STILL, BLACK: Look.SECOND_STILL, DVONN: Look.SPECIAL}
_SIGNS = {WHITE: Look.ON_FIRST, BLACK: Look.ON_SECOND, DVONN: Look.ON_SPECIAL}


def scene(state: State, viewer: Seat | None, words: Mapping[str, str] | None) -> Scene:
    voice = Voice.of(words)
    sentences = [
        *own_side(voice, viewer),
        *standing(voice, state),
        *last_move(voice, state),
    ]
    is_dimmed = any(state.board[cell].strip(DVONN) for cell in _still(state))
    signs = (is_dimmed and "dimmed", bool(state.lost) and "crossed")
    key = " ".join(voice.say(each) for each in signs if each)
    legend = " ".join(filter(None, (*sentences, key)))
    pieces = (*_count(voice, state, viewer), *_pieces(state))
    return Scene(_ACROSS, _HEIGHT, _board(), pieces, legend, key=key)


def _at(letter: float, row: float) -> Point:
    """Return the centre of a cell by its letter and row, both counted from 0."""
    return Point(_MARGIN + 1 + letter - row / 2, _ABOVE + (4 - row) * _ROW)


def _centre(cell: int) -> Point:
    row, letter = divmod(cell, WIDTH)
    return _at(letter, row)


@cache
def _board() -> Sequence[Shape]:
    plate = rectangle(Point(0, 0), Point(_ACROSS, _HEIGHT), Look.BOARD)
    links = (
        Line((_centre(cell), _centre(other)), 0.05, Look.LINK)
        for cell in CELLS
        for other in NEIGHBOURS[cell]
        if cell < other
    )
    cells = (Circle(_centre(cell), _CELL, Look.CELL, NAMES[cell]) for cell in CELLS)
    return (plate, *links, *_labels(), *cells)


def _labels() -> Iterator[Shape]:
    """Yield the name of each row at its left end, and of each column at its lower end."""
    for row, cells in enumerate(CELLS_OF):
        at = _centre(cells[0])
        yield Text(Point(at.x - 0.8, at.y), str(row + 1), _LABEL, Look.COORDINATE)
    for letter, name in enumerate(LETTERS):
        lowest = min(cell // WIDTH for cell in CELLS if cell % WIDTH == letter)
        yield Text(_at(letter, lowest - 0.84), name.upper(), _LABEL, Look.COORDINATE)


def _count(voice: Voice, state: State, viewer: Seat | None) -> Iterator[Shape]:
    """Yield each player's name and the pieces in their stacks, in the upper corners."""
    counts, y = score(state.board), 0.36
    for seat, look, align in zip(
        Seat, (Look.FIRST, Look.SECOND), (Align.LEFT, Align.RIGHT), strict=True
    ):
        edge, inwards = (0, 1) if align is Align.LEFT else (_ACROSS, -1)
        yield Circle(Point(edge + inwards * 0.42, y), 0.24, look)
        own = viewer is seat
        count = Text(
            Point(edge + inwards * 0.8, y),
            str(counts[seat.value]),
            _LABEL,
            Look.LABEL,
            align,
            bold=True,
        )
        yield count
        at = Point(edge + inwards * 1.5, y)
        yield Text(
            at, voice.label(PLAYERS[seat]), _LABEL, Look.LABEL, align, bold=own, side=seat.value
        )


def _pieces(state: State) -> Iterator[Shape]:
    for cell, _ in state.lost:
        yield from _lost(_centre(cell), NAMES[cell])
    still = _still(state)
    if state.last and not state.board[state.last.destination]:
        yield _mark(_centre(state.last.destination), NAMES[state.last.destination])
    for row in reversed(CELLS_OF):
        for cell in row:
            if state.board[cell]:
                marked = state.last is not None and cell == state.last.destination
                yield from _stack(state.board[cell], cell, cell in still, marked)
    if state.last and state.last.origin is not None:
        yield from _way(state.last.origin, state.last.destination)


def _still(state: State) -> set[int]:
    """Return the cells of stacks that cannot move, while stacks are moved."""
    if state.placing or state.turn is None:
        return set()
    moves = (move for seat in Seat for lot in jumps(state.board, seat) for move in lot)
    return set(CELLS) - {move.origin for move in moves if move.origin is not None}


def _lost(at: Point, cell: str) -> Iterator[Shape]:
    yield Ring(at, _PIECE, _PIECE - 0.06, Look.LOST, cell)
    arm = 0.14
    for slope in (1, -1):
        ends = (Point(at.x - arm, at.y - slope * arm), Point(at.x + arm, at.y + slope * arm))
        yield Line(ends, 0.06, Look.LOST, cell)


@lru_cache(2048)
def _stack(stack: str, cell: int, still: bool, marked: bool) -> Sequence[Shape]:
    """Return a pile; its top piece is bright if it can move."""
    return tuple(_pile(stack, cell, still, marked))


def _pile(stack: str, cell: int, still: bool, marked: bool) -> Iterator[Shape]:
    at, name = _centre(cell), NAMES[cell]
    layer = min(_LAYER, _MOST_LAYERS / max(1, len(stack) - 1))
    lowest = at.y + layer * (len(stack) - 1) / 2
    looks = _STILL if still else _LOOKS
    for place, piece in enumerate(stack):
        yield Circle(Point(at.x, lowest - place * layer), _PIECE, looks[piece], name)
    top = Point(at.x, lowest - (len(stack) - 1) * layer)
    if marked:
        yield _mark(top, name)
    if stack == DVONN:
        yield _star(top, _STAR, name)
    else:
        yield from _signs(top, stack, name, still)


def _signs(top: Point, stack: str, cell: str, still: bool) -> Iterator[Shape]:
    """Yield a groove if the stack can move, its height, and a badge for each DVONN piece in it."""
    sign, number = _SIGNS[stack[-1]], str(len(stack))
    if not still:
        yield Ring(top, 0.36, 0.32, sign, cell)
    if len(stack) > 1:
        yield Text(top, number, _FIGURES[len(number)], sign, cell=cell, bold=True)
    for across, down in _BADGES[: stack.count(DVONN)]:
        badge = Point(top.x + across, top.y + down)
        yield Circle(badge, 0.15, Look.SPECIAL, cell)
        yield _star(badge, 0.1, cell)


def _mark(at: Point, cell: str) -> Ring:
    """Return a ring around the piece that was placed or moved last."""
    return Ring(at, _PIECE + 0.07, _PIECE + 0.01, Look.PATH, cell)


def _star(at: Point, radius: float, cell: str) -> Polygon:
    points = []
    for corner in range(12):
        reach = radius if corner % 2 == 0 else radius * 0.5
        angle = corner * pi / 6
        points.append(Point(at.x + reach * sin(angle), at.y - reach * cos(angle)))
    return Polygon(tuple(points), Look.ON_SPECIAL, cell)


def _way(origin: int, destination: int) -> Iterator[Shape]:
    """Yield an arrow for the last move, beside the cells that it passes over."""
    start, end = _centre(origin), _centre(destination)
    yield Ring(start, 0.25, 0.2, Look.PATH, NAMES[origin])
    is_near = destination in NEIGHBOURS[origin]
    points = bow(start, end.towards(start, _RIM), 0) if is_near else _lane(start, end)
    yield Line(points[:-1], _EDGE, Look.PATH_EDGE)
    yield Arrow(points, _PATH, Look.PATH)


def _lane(start: Point, end: Point) -> Sequence[Point]:
    """Return a way along the border of two rows, where it covers neither heights nor names."""
    length, middle = dist(start, end), Point((start.x + end.x) / 2, (start.y + end.y) / 2)
    across, down = (end.x - start.x) / length, (end.y - start.y) / length
    points = [start]
    for step in range(1, _STEPS):
        along = length * (step / _STEPS - 0.5)
        aside = _ROW / 2 * (1 - abs(2 * along / length) ** (2 * length))
        point = Point(
            middle.x + along * across + aside * down, middle.y + along * down - aside * across
        )
        if dist(point, end) > _RIM:
            points.append(point)
    return (*points[:-1], end.towards(points[-1], _RIM))
