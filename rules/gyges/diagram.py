"""Boards as text: North's goal on top, South's at the bottom, whoever looks.

In the drawn styles ``>`` marks the ring that moved last, ``=`` the ring that it displaced, and
``:`` the slot that the first one left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from textwrap import wrap

from ..game import Seat, Style
from .board import COLUMNS, HOME, NAMES, NORTH_GOAL, ROWS, SOUTH_GOAL, TARGET
from .labels import Labels
from .rings import ring
from .state import Move, Placement, State
from .words import WORDS

WIDTH = 72
_MOVED, _DISPLACED, _LEFT, _UNMARKED = ">", "=", ":", " "
_CLOSING = {_MOVED: "<"}


def render(state: State, style: Style, viewer: Seat | None, words: Mapping[str, str] | None) -> str:
    """The board for one viewer, None for a spectator; ``words`` goes before the English ones."""
    labels = Labels(state, viewer, {**WORDS, **(words or {})})
    return "\n".join(line.rstrip() for line in _STYLES[style](labels))


def _grid(labels: Labels) -> Iterator[str]:
    """Four columns a slot, ruled."""
    columns = "     " + "   ".join(map(str, COLUMNS))
    rule = "   +" + "---+" * len(COLUMNS)
    notes = labels.rows()
    yield _goal_line(labels, NORTH_GOAL, goal_at=15, note_at=32)
    yield columns
    yield rule
    for row in reversed(ROWS):
        cells = (_ruled(mark, figure) for mark, figure in _row(labels.state, row))
        yield f" {row} |{'|'.join(cells)}| {row}{_arrow(notes, row)}"
        yield rule
    yield columns
    yield _goal_line(labels, SOUTH_GOAL, goal_at=15, note_at=32)
    yield from labels.result()


def _compact(labels: Labels) -> Iterator[str]:
    """Two columns a slot, dots for the empty ones, as in source 000."""
    columns = "    " + " ".join(map(str, COLUMNS))
    notes = labels.rows()
    yield _goal_line(labels, NORTH_GOAL, goal_at=9, note_at=21)
    yield columns
    for row in reversed(ROWS):
        cells = (_dotted(mark, figure) for mark, figure in _row(labels.state, row))
        yield f" {row} {''.join(cells)}  {row}{_arrow(notes, row)}"
    yield columns
    yield _goal_line(labels, SOUTH_GOAL, goal_at=9, note_at=21)
    yield from labels.result()


def _ruled(mark: str, figure: str) -> str:
    return f"{mark}{figure}{_CLOSING.get(mark, mark)}" if figure else f" {mark} "


def _dotted(mark: str, figure: str) -> str:
    return f"{mark}{figure}" if figure else f" {mark.strip() or '.'}"


def _row(state: State, row: int) -> Iterator[tuple[str, str]]:
    """The mark and the ring of each slot, no ring being an empty string."""
    marks = _marks(state)
    for slot in (10 * row + column for column in COLUMNS):
        yield marks.get(slot, _UNMARKED), str(ring(state.rings, slot) or "")


def _marks(state: State) -> dict[int | None, str]:
    """By slot, its part in the last move."""
    if not isinstance(state.last, Move):
        return {}
    origin, destination, displaced = state.last
    return {origin: _LEFT, destination: _MOVED, displaced: _DISPLACED}


def _goal_line(labels: Labels, goal: int, goal_at: int, note_at: int) -> str:
    """The goal with the ring that reached it, and the viewer's side if the goal is his own."""
    reached = f" {_MOVED}{_goal_ring(labels.state)}" if _is_reached(labels.state, goal) else ""
    mine = labels.viewer is not None and TARGET[labels.viewer.other] == goal
    note = labels.you_are() if mine else ""
    return f"{' ' * goal_at}{NAMES[goal]}{reached}".ljust(note_at) + note


def _is_reached(state: State, goal: int) -> bool:
    return isinstance(state.last, Move) and state.last.destination == goal


def _goal_ring(state: State) -> int:
    """A ring in the goal is off the board; the board before the last ply still has it."""
    assert isinstance(state.last, Move)
    return ring(state.past[-2], state.last.origin)


def _arrow(notes: Mapping[int, str], row: int) -> str:
    return f"  <- {notes[row]}" if row in notes else ""


def _list(labels: Labels) -> Iterator[str]:
    """Words for those who listen to the board: a line a row."""
    yield from [labels.you_are()] if labels.viewer else []
    for row in reversed(ROWS):
        yield from wrap(_told_row(labels, row), WIDTH, subsequent_indent="  ")
    for row, note in sorted(labels.rows().items(), reverse=True):
        yield labels.say("row_note", note=note, row=row)
    for line in _told_last(labels):
        yield from wrap(line, WIDTH, subsequent_indent="  ")
    yield from labels.result()


def _told_row(labels: Labels, row: int) -> str:
    slots = [10 * row + column for column in COLUMNS if ring(labels.state.rings, 10 * row + column)]
    told = [labels.say("ring_at", size=ring(labels.state.rings, s), slot=s) for s in slots]
    rings = ", ".join(told) or labels.words["empty"]
    for seat, home in HOME.items():
        if home == row:
            return labels.say("home_row", row=row, seat=labels.seat(seat), rings=rings)
    return labels.say("row", row=row, rings=rings)


def _told_last(labels: Labels) -> Iterable[str]:
    state = labels.state
    if isinstance(state.last, Placement):
        row = HOME[Seat.FIRST if state.plies == 1 else Seat.SECOND]
        return [labels.say("last_placement", rings=" ".join(map(str, state.last.rings)), row=row)]
    if state.last is None:
        return []
    origin, destination, displaced = state.last
    size = ring(state.past[-2 - state.passed], origin)
    ends = {"origin": NAMES[origin], "destination": NAMES[destination]}
    told = [labels.say("last_move", size=size, **ends)]
    if displaced is not None:
        moved = {"origin": NAMES[destination], "destination": NAMES[displaced]}
        told.append(labels.say("last_displaced", size=ring(state.rings, displaced), **moved))
    return told


_STYLES = {Style.GRID: _grid, Style.COMPACT: _compact, Style.LIST: _list}
