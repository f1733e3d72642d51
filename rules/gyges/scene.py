"""Boards as scenes: slots joined by connections, rings, and the last move as a path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, pairwise
from math import copysign, cos, hypot, pi, sin

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
    around,
    bow,
    dashed,
)
from .board import COLUMNS, SIZES, SLOTS, TARGET, is_goal
from .classic import Classic
from .diagram import told_last
from .labels import Labels, OffBoard
from .plan import RING, WIDTH, Plan, board
from .rings import ring
from .state import Move, Placement, Relay, State, Step, size_of
from .trail import trail

_FIGURE, _NAME = 0.33, 0.3
"""The sizes of the figure in a ring and of a player's name."""

_PATH, _EDGE = 0.11, 0.2
"""The widths of the way of the last move, and of its white edge."""

_RIM, _RIM_WIDTH = 0.49, 0.09
"""The radius and the width of the line around the ring that moved."""

_ENTRY = 0.62
"""The length of the way from a reserve to the first slot."""

_OWN, _OTHER, _SPACING = 0.04, 0.025, 0.2
"""The widths of the lines around the viewer's shore and around another shore, which is dotted, and
the distance of its dots.
"""

_BESIDE, _ABOVE = 0.54, 0.5
"""The distances of a shore's outline from its slots."""

_CORNERS = (Point(0.34, -0.36), Point(-0.34, -0.36), Point(-0.34, 0.36), Point(0.34, 0.36))
"""Places beside a ring for the numbers of its bounces."""

_BADGE, _BADGE_EDGE = 0.15, 0.19
"""The radii of the number of a bounce, without and with its white edge."""

_HELD, _RESERVE = 0.21, 3.0
"""The radius of a ring in a reserve, unless it has to be smaller, and the distance from the first
one to the last that leaves space for the player's name.
"""

_BOWED, _BOW_PATH, _BOW_EDGE = 0.08, 0.53, 0.17
_HEIGHTS = (0.6, 0.45, 0.75)
"""The arc of a displaced ring: its width, its distance from the middle of the ring that displaced
it, the width of its white edge, and how high it may be.
"""

_PARTS = 28
"""The number of straight parts of an arc."""

_ORIGIN, _ORIGIN_WIDTH = 0.34, 0.06
"""The radius and the width of the dashed circle where the ring came from."""

_GROOVES: Mapping[int, Sequence[float]] = {1: (), 2: (0.34,), 3: (0.34, 0.27)}
"""By size of a ring, the radii of the lines in it."""

_KEPT_ARROWS, _KEPT_NAMES = 2000, 100
"""How many arrows of displaced rings and names of players are cached: painters recognise shapes
that they have written before.
"""

_WOODS: Mapping[int, Look] = {1: Look.LIGHT, 2: Look.MEDIUM, 3: Look.DARK}
_ON_WOODS: Mapping[int, Look] = {1: Look.LABEL, 2: Look.LABEL, 3: Look.ON_DARK}


def scene(labels: Labels, rules: Classic, turned: bool) -> Scene:
    plan = Plan(rules, turned, reserves=labels.off_board(Seat.FIRST) is not None)
    key = [*_barred(labels)]
    legend = [labels.you_are()] if labels.viewer else []
    legend += [labels.row_note(row, note) for row, note in sorted(labels.rows().items())]
    legend += [*told_last(labels), *key, *labels.result()]
    pieces = tuple(_pieces(plan, labels))
    return Scene(WIDTH, plan.height, board(plan), pieces, _sentences(legend), key=_sentences(key))


def _sentences(clauses: Sequence[str]) -> str:
    return " ".join(f"{_capital(each)}." for each in clauses)


def _capital(words: str) -> str:
    """Begin with a capital: other drawings have these words within a line."""
    return words[:1].upper() + words[1:]


def _barred(labels: Labels) -> Iterator[str]:
    for seat in Seat:
        off = labels.off_board(seat)
        if off is not None and off.barred:
            yield f"{labels.seat(seat)}: {labels.say('barred')}"


def _pieces(plan: Plan, labels: Labels) -> Iterator[Shape]:
    for row in labels.rows():
        yield from _around(plan, row, own=labels.is_own(row))
    move, walks = labels.state.last, trail(plan.rules, labels.state)
    if move is not None and not isinstance(move, Placement):
        yield from _path(plan, move, list(chain.from_iterable(walks)))
    for slot, size in _standing(labels.state):
        yield from _ring(plan.at(slot), size, plan.rules.coordinates.names[slot])
    if move is not None and not isinstance(move, Placement):
        yield _rim(plan.at(move.destination), plan.rules.coordinates.names[move.destination])
        if move.displaced is not None:
            yield from _displaced(plan, labels.state, move)
    yield from _steps(plan, walks)
    for seat in Seat:
        yield from _side(plan, labels, seat)


def _standing(state: State) -> Iterator[tuple[int, int]]:
    """Yield the slots with rings and their sizes, and the goal that was reached last."""
    for slot in SLOTS:
        if size := ring(state.rings, slot):
            yield slot, size
    move = state.last
    if isinstance(move, Move | Relay) and is_goal(move.destination):
        yield move.destination, size_of(state.before, move)


def _around(plan: Plan, row: int, *, own: bool) -> Sequence[Shape]:
    """Return an outline of a row; that of the viewer is tinted."""
    return _outline(*sorted((plan.at(10 * row + 1), plan.at(10 * row + COLUMNS[-1]))), own)


@cache
def _outline(left: Point, right: Point, own: bool) -> Sequence[Shape]:
    """Return a strip with round ends, with a line around it, or a dotted one."""
    ends = (right, -pi / 2), (left, pi / 2)
    slack = _BESIDE - _ABOVE
    points = [
        Point(
            end.x + copysign(slack, cos(start + pi / 2)) + _ABOVE * cos(start + pi * part / 16),
            end.y + _ABOVE * sin(start + pi * part / 16),
        )
        for end, start in ends
        for part in range(17)
    ]
    if own:
        outline = (*points, points[0])
        return Polygon(tuple(points), Look.OWN_GROUND), Line(outline, _OWN, Look.OWN)
    return tuple(_dots(points))


def _dots(points: Sequence[Point]) -> Iterator[Line]:
    """Yield the dots of a line around these points."""
    left = 0.0
    for one, other in pairwise((*points, points[0])):
        length = hypot(other.x - one.x, other.y - one.y)
        while left < length:
            at = one.towards(other, left)
            yield Line((at, at.towards(other, 0.05)), _OTHER, Look.ACTIVE)
            left += _SPACING
        left -= length


def _path(plan: Plan, move: Step, slots: Sequence[int]) -> Iterator[Shape]:
    """Yield where the ring came from, and its path; rings cover it where they stand."""
    names, centres = plan.rules.coordinates.names, [plan.at(slot) for slot in slots]
    if move.origin in SIZES:
        (_, from_goal), (x, y) = centres[:2]
        centres[0] = Point(x, y + (_ENTRY if from_goal > y else -_ENTRY))
        yield Circle(centres[0], _PATH, Look.PATH, names[slots[1]])
    else:
        circle = around(centres[0], _ORIGIN, 42)
        for dash in dashed(circle, 4, 3):
            yield Line(dash, _ORIGIN_WIDTH, Look.LEFT, names[move.origin])
    # Each leg begins where the one before ended.
    way = (*(point for point, after in pairwise(centres) if point != after), centres[-1])
    yield Line(way, _EDGE, Look.PATH_EDGE)
    yield Line(way, _PATH, Look.PATH)


def _displaced(plan: Plan, state: State, move: Step) -> Sequence[Shape]:
    """Return the way of the displaced ring, on the side where it covers least."""
    assert move.displaced is not None
    ends = plan.at(move.destination), plan.at(move.displaced)
    rings = [plan.at(slot) for slot, _ in _standing(state) if plan.at(slot) not in ends]
    ways = (_arc(*ends, side * height) for height in _HEIGHTS for side in (1, -1))
    return _dashes(max(ways, key=lambda way: _room(way, rings, plan)))


def _room(way: Sequence[Point], rings: Sequence[Point], plan: Plan) -> float:
    """Return how far a way is from the middle of any ring, up to where it cannot touch one."""
    inside = all(0.1 < x < WIDTH - 0.1 and 0.1 < y < plan.height - 0.1 for x, y in way)
    near = min((hypot(x - a, y - b) for x, y in way[::3] for a, b in rings), default=1.0)
    return min(near, RING + _BOW_EDGE / 2) if inside else -1.0


@lru_cache(_KEPT_ARROWS)
def _arc(start: Point, end: Point, height: float) -> Sequence[Point]:
    """Return the points of an arc from ring to ring. height: how far it leaves the line."""
    length = hypot(end.x - start.x, end.y - start.y)
    points = bow(start, end, height / length, _PARTS)
    return tuple(
        point
        for point in points
        if hypot(point.x - start.x, point.y - start.y) > _BOW_PATH
        and hypot(point.x - end.x, point.y - end.y) > RING + 0.02
    )


@lru_cache(_KEPT_ARROWS)
def _dashes(points: Sequence[Point]) -> Sequence[Shape]:
    shaft, tip = points[:-3], points[-4:]
    return (
        Line(points[:-1], _BOW_EDGE, Look.DISPLACED_EDGE),
        *(Line(dash, _BOWED, Look.DISPLACED) for dash in dashed(shaft, 3, 2)),
        Arrow(tip, 1.3 * _BOWED, Look.DISPLACED),
    )


@cache
def _ring(at: Point, size: int, cell: str) -> Sequence[Shape]:
    return tuple(_body(at, size, 1.0, cell))


def _body(at: Point, size: int, scale: float, cell: str = "") -> Iterator[Shape]:
    """Yield a ring with its lines, and with its size in the middle."""
    yield Circle(at, scale * RING, _WOODS[size], cell)
    for radius in _GROOVES[size]:
        yield Ring(at, scale * (radius + 0.013), scale * (radius - 0.013), _ON_WOODS[size], cell)
    yield Text(at, str(size), scale * _FIGURE, _ON_WOODS[size], cell=cell, bold=True)


@cache
def _rim(at: Point, cell: str) -> Ring:
    """Return the line around the ring that moved."""
    return Ring(at, _RIM + _RIM_WIDTH / 2, _RIM - _RIM_WIDTH / 2, Look.PATH, cell)


def _steps(plan: Plan, walks: Sequence[Sequence[int]]) -> Iterator[Shape]:
    """Yield the numbers of the bounces, beside the rings that are bounced on."""
    used = dict[int, list[Point]]()
    for number, (walk, onward) in enumerate(pairwise(walks), 1):
        at, cell = plan.at(walk[-1]), plan.rules.coordinates.names[walk[-1]]
        taken = used.setdefault(walk[-1], [])
        free = [corner for corner in _CORNERS if corner not in taken] or _CORNERS
        corner = _farthest(free, at, (plan.at(onward[1]), plan.at(walk[-2])))
        taken.append(corner)
        yield from _badge(Point(at.x + corner.x, at.y + corner.y), number, cell)


def _farthest(corners: Sequence[Point], at: Point, others: Sequence[Point]) -> Point:
    """Return the corner that is farthest from the way to the first of ``others``.

    Between two adjacent rings hardly more than the head of an arrow can be seen.
    """

    def nearness(corner: Point) -> tuple[float, ...]:
        return tuple(
            round(corner.x * (each.x - at.x) + corner.y * (each.y - at.y), 6) for each in others
        )

    return min(corners, key=nearness)


@cache
def _badge(at: Point, number: int, cell: str) -> Sequence[Shape]:
    """Return the number of a bounce."""
    return (
        Circle(at, _BADGE_EDGE, Look.PATH_EDGE, cell),
        Circle(at, _BADGE, Look.PATH, cell),
        Text(at, str(number), 0.23, Look.ON_PATH, cell=cell, bold=True),
    )


def _side(plan: Plan, labels: Labels, seat: Seat) -> Iterator[Shape]:
    """Yield a player's name, and what they have off the board."""
    y = plan.behind(seat, 0.3 if plan.band else 0.38)
    yield _name(labels.seat(seat), y, seat, labels.viewer is seat)
    off = labels.off_board(seat)
    if off is not None:
        yield from _off_board(plan, seat, off, y)


@lru_cache(_KEPT_NAMES)
def _name(name: str, y: float, seat: Seat, own: bool) -> Text:
    size = min(_NAME, 2.6 / (0.55 * len(name)))
    return Text(Point(0.24, y), name, size, Look.LABEL, Align.LEFT, bold=own, side=seat.value)


def _off_board(plan: Plan, seat: Seat, off: OffBoard, y: float) -> Iterator[Shape]:
    pitch = min(2.1 * _HELD, _RESERVE / max(1, len(off.reserve) - 1))
    for place, size in enumerate(reversed(off.reserve)):
        at = Point(WIDTH - 0.42 - place * pitch, y)
        yield from _body(at, size, pitch / 2.1 / RING)
    goal = plan.at(TARGET[seat.other])
    for number in range(off.goals_to_win):
        at = Point(goal.x + 0.72 + 0.36 * number, goal.y + (0.2 if goal.y > 2 else -0.2))
        yield Circle(at, 0.13, Look.LABEL if number < off.goals else Look.GOAL)
    if off.barred:
        x, y = plan.at(TARGET[seat])
        yield Line((Point(x - 0.28, y + 0.28), Point(x + 0.28, y - 0.28)), 0.07, Look.LABEL)
