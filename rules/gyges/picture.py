"""Boards as pictures: the grid of ``diagram`` as tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..game import Seat
from ..picture import Mark, Picture, Row, Tile, Tint
from .board import COLUMNS, ROWS, TARGET
from .diagram import legend
from .labels import Labels
from .marks import DISPLACED, LEFT, MOVED, UNMARKED, figure, marks, reached, ruled

_MARKS = {MOVED: Mark.MOVED, DISPLACED: Mark.DISPLACED, LEFT: Mark.LEFT}
_BESIDE = 1  # half tiles for a row's label


def picture(labels: Labels) -> Picture:
    below = [*labels.behind(Seat.FIRST), *labels.result(), *legend(labels, ruled(MOVED, " "))]
    return Picture(tuple(_rows(labels)), "\n".join(labels.behind(Seat.SECOND)), "\n".join(below))


def _rows(labels: Labels) -> Iterator[Row]:
    columns = Row([Tile(label) for label in labels.coordinates.columns], offset=_BESIDE)
    notes = labels.rows()
    yield from _goal(labels, Seat.SECOND)
    yield columns
    for row in reversed(ROWS):
        yield _row(labels, row, notes)
    yield columns
    yield from _goal(labels, Seat.FIRST)


def _row(labels: Labels, row: int, notes: Mapping[int, str]) -> Row:
    beside = Tile(labels.row(row), span=_BESIDE)
    slots = [_slot(labels, 10 * row + column) for column in COLUMNS]
    return Row([beside, *slots, beside], note=f"<- {notes[row]}" if row in notes else "")


def _slot(labels: Labels, slot: int) -> Tile:
    state = labels.state
    sign, size = marks(state.last).get(slot, UNMARKED), figure(state.rings, slot)
    tint = Tint.NEUTRAL if size else Tint.EMPTY
    return Tile(ruled(sign, size).strip(), tint, _MARKS.get(sign))


def _goal(labels: Labels, home: Seat) -> Iterator[Row]:
    """Yield the goal behind a home row; behind the viewer's, also a line that says so."""
    yield _goal_cells(labels, home)
    if labels.viewer is home:
        yield Row([], note=labels.you_are())


def _goal_cells(labels: Labels, home: Seat) -> Row:
    """Return a goal: one tile, or one for each column between labels."""
    row = TARGET[home.other] // 10
    label, cells = labels.row(row), labels.coordinates.goals[row]
    if len(cells) == 1:
        text = f"{label} {reached(labels.state, cells[0])}".strip()
        return Row([_goal_tile(text, text != label, 2 * len(COLUMNS))], offset=_BESIDE)
    beside = Tile(label, span=_BESIDE)
    rings = [reached(labels.state, cell) for cell in cells]
    return Row([beside, *(_goal_tile(ring or ".", bool(ring)) for ring in rings), beside])


def _goal_tile(text: str, is_reached: bool, span: int = 2) -> Tile:
    return Tile(text, Tint.GOAL, Mark.MOVED if is_reached else None, span)
