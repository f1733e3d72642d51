"""The empty board as shapes, and where its parts are in a scene."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain

from ..game import Seat
from ..scene import Circle, Line, Look, Point, Shape, Text, rectangle
from .board import COLUMNS, HOME, ROWS, SLOTS, TARGET
from .classic import Classic

WIDTH = 7.4
_MIDDLE, _LEFT = WIDTH / 2, 0.2
"""The middle of the board, and how far its columns are shifted."""

_BESIDE, _BELOW, _CLOSE = 0.94, 0.78, 0.62
"""The distances of the labels of rows and columns from the slots beside and above them; the last
one where cells of a goal are the lowest row.
"""

SLOT, RING, GOAL = 0.13, 0.4, 0.4
"""Radii, in the unit of ``WIDTH``: of an empty slot, of a ring, and of a goal. An empty slot is
smaller and paler than a ring, so that nobody takes it for one.
"""

LABEL = 0.26
"""The size of labels."""


@dataclass(frozen=True)
class Plan:
    """The places of the parts of a board in a scene.

    turned: true if North's side is below.
    reserves: true if the players have rings off the board.
    """

    rules: Classic
    turned: bool
    reserves: bool

    @cached_property
    def cells(self) -> bool:
        """Whether the goals have a cell for each column."""
        return all(len(cells) > 1 for cells in self.rules.coordinates.goals.values())

    @cached_property
    def band(self) -> float:
        """The height of a strip for a player's name and reserve, if the goal leaves no room."""
        return 0.62 if self.reserves or self.cells else 0.0

    @cached_property
    def top(self) -> float:
        """The height of the uppermost row of slots."""
        return self.band + 0.62 + self.gap

    @cached_property
    def gap(self) -> float:
        """The distance of a goal from the slots before it."""
        return 1.0 if self.cells else 1.2

    @cached_property
    def height(self) -> float:
        return 2 * self.top + len(ROWS) - 1

    def at(self, slot: int) -> Point:
        """Return the centre of a slot, a goal or a cell of one."""
        if slot not in self._centres:
            self._centres[slot] = self._centre(slot)
        return self._centres[slot]

    @cached_property
    def _centres(self) -> dict[int, Point]:
        return {}

    def _centre(self, slot: int) -> Point:
        row, column = divmod(slot, 10)
        x = column + _LEFT if column else _MIDDLE
        y = self.top + ROWS[-1] - row
        if row not in ROWS:
            y += (self.gap - 1) * (1 if row == 0 else -1)
        return Point(WIDTH - x, self.height - y) if self.turned else Point(x, y)

    def behind(self, seat: Seat, depth: float) -> float:
        """Return the y coordinate at this distance from the edge on a player's side."""
        return depth if (seat is Seat.SECOND) is not self.turned else self.height - depth


@cache
def board(plan: Plan) -> Sequence[Shape]:
    """Return the shapes that are the same in every position."""
    plate = rectangle(Point(0, 0), Point(WIDTH, plan.height), Look.BOARD)
    return (plate, *_links(plan), *_cells(plan), *_coordinates(plan))


def _links(plan: Plan) -> Iterator[Shape]:
    for row in ROWS:
        ends = (10 * row + column for column in (COLUMNS[0], COLUMNS[-1]))
        yield _link(plan, *ends)
    first, last = (0, 7) if plan.cells else (1, 6)
    for column in COLUMNS:
        yield _link(plan, 10 * first + column, 10 * last + column)
    if not plan.cells:
        for seat, goal in TARGET.items():
            for column in COLUMNS:
                yield _link(plan, goal, 10 * HOME[seat.other] + column)


def _link(plan: Plan, one: int, other: int) -> Line:
    return Line((plan.at(one), plan.at(other)), 0.05, Look.LINK)


def _cells(plan: Plan) -> Iterator[Shape]:
    coordinates = plan.rules.coordinates
    for slot in SLOTS:
        yield Circle(plan.at(slot), SLOT, Look.SLOT, coordinates.names[slot])
    for goal in chain.from_iterable(coordinates.goals.values()):
        yield Circle(plan.at(goal), GOAL, Look.GOAL, coordinates.names[goal])
        if not plan.cells:
            yield Text(plan.at(goal), coordinates.names[goal], 0.36, Look.LABEL, bold=True)


def _coordinates(plan: Plan) -> Iterator[Shape]:
    """Yield the name of each row, on the left, and of each column, below."""
    coordinates, rows = plan.rules.coordinates, range(8) if plan.cells else ROWS
    lowest = max(plan.at(10 * row + 1).y for row in rows)
    for column, label in zip(COLUMNS, coordinates.columns, strict=True):
        at = Point(plan.at(10 + column).x, lowest + (_CLOSE if plan.cells else _BELOW))
        if not plan.cells:
            # The links to the goal would strike the label out.
            yield Circle(at, 0.17, Look.BOARD)
        yield Text(at, label, LABEL, Look.COORDINATE)
    for row in rows:
        at = Point(1 + _LEFT - _BESIDE, plan.at(10 * row + 1).y)
        yield Text(at, coordinates.rows[row], LABEL, Look.COORDINATE)
