"""Boards as scenes: slots joined by connections, rings, and the last move as a path."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, pairwise
from math import cos, hypot, pi, sin

from ..game import Seat
from ..scene import (
    Align,
    Arrow,
    Circle,
    Line,
    Look,
    Point,
    Ring,
    Scene,
    Shape,
    Text,
    bow,
    rectangle,
)
from .board import COLUMNS, SIZES, SLOTS, TARGET, is_goal
from .classic import Classic
from .diagram import told_last
from .labels import Labels, OffBoard
from .plan import GROUND, SLOT, WIDTH, Plan, board
from .rings import ring
from .state import Move, Placement, Relay, State, Step, size_of
from .trail import trail

_FIGURE, _PATCH, _NAME, _BADGE = 0.29, 0.15, 0.3, 0.14
_PATH, _EDGE, _HALO = 0.1, 0.17, 0.4
_ENTRY = 0.62
"""The length of the way from a reserve to the first slot."""

_BELOW_HEAD, _HEAD = 0.2, 2.6 * _PATH
"""How far the white edge of a path ends before its tip, below the head, and the head's length."""

_OWN, _OTHER = 0.065, 0.04
"""The widths of the lines around the viewer's shore and around another shore."""

_BESIDE, _ABOVE, _CORNER = 0.64, 0.5, 0.32
"""The distances of a shore's outline from its slots, and the radius of its corners: the sizes
beside the rings must not cut it.
"""

_CORNERS = (Point(0.3, -0.3), Point(-0.3, -0.3), Point(-0.3, 0.3))
"""Places beside a ring for the numbers of its bounces; its size is in the fourth corner."""

_HELD, _RESERVE = 0.27, 3.6
"""The radius of a ring in a reserve, unless it has to be smaller, and the distance from the first
one to the last that leaves space for the player's name.
"""

_NEAR, _ASIDE, _TAIL, _TIP, _THIN_PATH = 1.2, 0.2, 0.26, 0.34, 0.08
"""The arrow of a ring that is displaced to the adjacent slot: how far such a slot is away at most,
how far the arrow is beside the middles of both rings, its distances from them, and its width.
"""

_PARTS = 34
"""The number of straight parts of a bent line."""

_BODIES = {1: ((0.31, 0.17),), 2: ((0.32, 0.235), (0.155, 0.06))} | {
    3: ((0.33, 0.265), (0.21, 0.145), (0.09, 0.0))
}
"""By size of a piece, the rings that it is drawn as: outer radius, and radius of the hole."""

_KEPT_ARROWS, _KEPT_NAMES = 2000, 100
"""How many arrows of displaced rings and names of players are cached: painters recognise shapes
that they have written before.
"""

_WOODS: Mapping[int, Look] = {1: Look.LIGHT, 2: Look.MEDIUM, 3: Look.DARK}


def scene(labels: Labels, rules: Classic, turned: bool) -> Scene:
    plan = Plan(rules, turned, reserves=labels.off_board(Seat.FIRST) is not None)
    legend = [labels.you_are()] if labels.viewer else []
    legend += [labels.row_note(row, note) for row, note in sorted(labels.rows().items())]
    legend += [*told_last(labels), *_barred(labels), *labels.result()]
    sentences = " ".join(f"{_capital(each)}." for each in legend)
    return Scene(WIDTH, plan.height, board(plan), tuple(_pieces(plan, labels)), sentences)


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
        yield _around(plan, row, _OWN if labels.is_own(row) else _OTHER)
    move, walks = labels.state.last, trail(plan.rules, labels.state)
    if move is not None and not isinstance(move, Placement):
        yield from _path(plan, move, list(chain.from_iterable(walks)))
        yield from _arrivals(plan, move)
    for slot, size in _standing(labels.state):
        yield from _ring(plan.at(slot), size, plan.rules.coordinates.names[slot])
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


def _around(plan: Plan, row: int, width: float) -> Line:
    """Return a line around the slots of a row, and around the sizes beside their rings."""
    return _outline(*sorted((plan.at(10 * row + 1), plan.at(10 * row + COLUMNS[-1]))), width)


@cache
def _outline(left: Point, right: Point, width: float) -> Line:
    """Return a rectangle with round corners."""
    aside, above, radius = _BESIDE - _CORNER, _ABOVE - _CORNER, _CORNER
    points = list[Point]()
    for corner, (end, x, y) in enumerate(
        (
            (right, aside, above),
            (left, -aside, above),
            (left, -aside, -above),
            (right, aside, -above),
        )
    ):
        for part in range(9):
            angle = (corner + part / 8) * pi / 2
            points.append(Point(end.x + x + radius * cos(angle), end.y + y + radius * sin(angle)))
    return Line((*points, points[0]), width, Look.ACTIVE)


def _path(plan: Plan, move: Step, slots: Sequence[int]) -> Iterator[Shape]:
    """Yield where the ring came from, its path, and the way of the ring that it displaced."""
    names, centres = plan.rules.coordinates.names, [plan.at(slot) for slot in slots]
    if move.origin in SIZES:
        (_, from_goal), (x, y) = centres[:2]
        centres[0] = Point(x, y + (_ENTRY if from_goal > y else -_ENTRY))
        yield Circle(centres[0], _PATH, Look.PATH, names[slots[1]])
    else:
        yield Ring(centres[0], SLOT + 0.06, SLOT - 0.01, Look.LEFT, names[move.origin])
    # Each leg begins where the one before ended.
    way = [point for point, after in pairwise(centres) if point != after]
    end = centres[-1].towards(way[-1], _HALO + 0.01)
    # Of the way of a single that enters, there is no more to see than the head.
    if len(way) > 1 or hypot(end.x - way[0].x, end.y - way[0].y) > _HEAD:
        yield Line((*way, end.towards(way[-1], _BELOW_HEAD)), _EDGE, Look.PATH_EDGE)
    yield Arrow((*way, end), _PATH, Look.PATH)
    if move.displaced is not None:
        yield from _displaced(plan.at(move.destination), plan.at(move.displaced))


@lru_cache(_KEPT_ARROWS)
def _displaced(start: Point, end: Point) -> Sequence[Shape]:
    """Return a bent and dashed arrow, or a short one to the adjacent slot."""
    across, down = end.x - start.x, end.y - start.y
    # To the left or upwards, where no size of a ring covers it.
    side = 1 if down <= across else -1
    if hypot(across, down) < _NEAR:
        aside = Point(side * down * _ASIDE, -side * across * _ASIDE)
        tail, tip = (Point(at.x + aside.x, at.y + aside.y) for at in (start, end))
        way = tail.towards(tip, _TAIL), tip.towards(tail, _TIP)
        return (
            Line(way, _EDGE, Look.DISPLACED_EDGE),
            Arrow(way, _THIN_PATH, Look.DISPLACED),
        )
    points = bow(start.towards(end, GROUND), end.towards(start, _HALO), side * 0.13, _PARTS)
    dashes = [points[part : part + 4] for part in range(0, _PARTS - 6, 6)]
    return (
        *(Line(dash, _EDGE, Look.DISPLACED_EDGE) for dash in dashes),
        Line(points[-5:-2], _EDGE, Look.DISPLACED_EDGE),
        *(Line(dash, _PATH, Look.DISPLACED) for dash in dashes),
        Arrow(points[-5:], _PATH, Look.DISPLACED),
    )


@cache
def _ring(at: Point, size: int, cell: str) -> Sequence[Shape]:
    """Return a ring, on a ground that hides the path below it."""
    return (
        Circle(at, GROUND, Look.HOLLOW, cell),
        *_body(at, size, 1.0, cell),
        *_figure(Point(at.x + 0.36, at.y + 0.33), size, cell),
    )


def _figure(at: Point, size: int, cell: str) -> Sequence[Shape]:
    """Return the size of a ring, on a ground that hides the lines and arrows below it."""
    return (
        Circle(at, _PATCH, Look.BOARD, cell),
        Text(at, str(size), _FIGURE, Look.LABEL, cell=cell),
    )


def _body(at: Point, size: int, scale: float, cell: str = "") -> Iterator[Ring]:
    for radius, hole in _BODIES[size]:
        yield Ring(at, scale * radius, scale * hole, _WOODS[size], cell)


def _arrivals(plan: Plan, move: Step) -> Iterator[Ring]:
    """Yield marks around the ring that moved and the one that it displaced."""
    looks = {move.destination: Look.PATH, move.displaced: Look.DISPLACED}
    for slot, look in looks.items():
        if slot is not None:
            yield _halo(plan.at(slot), look, plan.rules.coordinates.names[slot])


@cache
def _halo(at: Point, look: Look, cell: str) -> Ring:
    return Ring(at, _HALO, _HALO - 0.06, look, cell)


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
    """Return the number of a bounce on a square: a disc could be taken for a ring."""
    corners = Point(at.x - _BADGE, at.y - _BADGE), Point(at.x + _BADGE, at.y + _BADGE)
    return (
        rectangle(*corners, Look.PATH, cell),
        Text(at, str(number), 0.22, Look.ON_PATH, cell=cell),
    )


def _side(plan: Plan, labels: Labels, seat: Seat) -> Iterator[Shape]:
    """Yield a player's name, and what they have off the board."""
    goal = plan.at(TARGET[seat.other])
    y = plan.behind(seat, 0.36) if plan.band else goal.y + (0.17 if goal.y > 2 else -0.17)
    name = _capital(labels.you_were()) if labels.viewer is seat else labels.seat(seat)
    yield _name(name, y)
    off = labels.off_board(seat)
    if off is not None:
        yield from _off_board(plan, seat, off, y)


@lru_cache(_KEPT_NAMES)
def _name(name: str, y: float) -> Text:
    size = min(_NAME, 2.6 / (0.55 * len(name)))
    return Text(Point(0.17, y), name, size, Look.LABEL, Align.LEFT)


def _off_board(plan: Plan, seat: Seat, off: OffBoard, y: float) -> Iterator[Shape]:
    pitch = min(2 * _HELD, _RESERVE / max(1, len(off.reserve) - 1))
    radius = pitch / 2
    for place, size in enumerate(reversed(off.reserve)):
        at = Point(WIDTH - 0.42 - place * pitch, y)
        yield Circle(at, radius, Look.HOLLOW)
        yield from _body(at, size, 0.75 * radius / _HELD)
    goal = plan.at(TARGET[seat.other])
    for number in range(off.goals_to_win):
        at = Point(goal.x + 0.72 + 0.36 * number, goal.y + (0.2 if goal.y > 2 else -0.2))
        yield Circle(at, 0.13, Look.LABEL if number < off.goals else Look.GOAL)
    if off.barred:
        x, y = plan.at(TARGET[seat])
        yield Line((Point(x - 0.28, y + 0.28), Point(x + 0.28, y - 0.28)), 0.07, Look.LABEL)
