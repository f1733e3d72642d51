"""Boards as text, with North's goal on top for every viewer.

In the drawn styles the last move is marked (``marks``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import starmap
from textwrap import wrap

from ..game import Seat, Style
from ..kit.voice import WIDTH
from .board import COLUMNS, HOME, ROWS, SIZES, TARGET
from .labels import Labels
from .marks import CLOSING, DISPLACED, LEFT, MOVED, UNMARKED, figure, marks, reached, ruled
from .rings import figures, ring
from .state import Action, Placement, Relay, Step, size_of

_GRID, _COMPACT = 4, 2
"""The width of a slot, in columns of text."""

_NOTES_AT = {_GRID: 32, _COMPACT: 21}


def render(labels: Labels, style: Style) -> str:
    return "\n".join(map(str.rstrip, _STYLES[style](labels)))


def _grid(labels: Labels) -> Iterator[str]:
    """Yield a ruled board with four columns for each slot."""
    columns = "     " + "   ".join(labels.coordinates.columns)
    rule = "   +" + "---+" * len(COLUMNS)
    notes, state = labels.rows(), labels.state
    yield from labels.behind(Seat.SECOND)
    yield _goal_line(labels, Seat.SECOND, _GRID)
    yield columns
    yield rule
    for row, cells in _ruled_rows(state.rings, state.last):
        label = labels.row(row)
        yield f" {label} |{cells}| {label}{_arrow(notes, row)}"
        yield rule
    yield columns
    yield _goal_line(labels, Seat.FIRST, _GRID)
    yield from labels.behind(Seat.FIRST)
    yield from labels.result()
    yield from legend(labels, f"{MOVED} {CLOSING[MOVED]}")


def _compact(labels: Labels) -> Iterator[str]:
    """Yield a board with two columns for each slot and dots for empty ones, as pbmserv did."""
    columns = "    " + " ".join(labels.coordinates.columns)
    notes, state = labels.rows(), labels.state
    yield from labels.behind(Seat.SECOND)
    yield _goal_line(labels, Seat.SECOND, _COMPACT)
    yield columns
    for row, cells in _rows(state.rings, state.last):
        label = labels.row(row)
        dotted = "".join(_dotted(mark, size) for mark, size in cells)
        yield f" {label} {dotted}  {label}{_arrow(notes, row)}"
    yield columns
    yield _goal_line(labels, Seat.FIRST, _COMPACT)
    yield from labels.behind(Seat.FIRST)
    yield from labels.result()
    yield from legend(labels, MOVED)


def _dotted(mark: str, size: str) -> str:
    return f"{mark}{size}" if size else f" {mark.strip() or '.'}"


def _rows(rings: int, last: Action | None) -> Iterator[tuple[int, list[tuple[str, str]]]]:
    """Yield each row with the mark and the ring of each slot, "" for an empty slot."""
    signs = marks(last)
    for row in reversed(ROWS):
        yield row, _cells(rings, row, signs)


def _cells(rings: int, row: int, signs: Mapping[int | None, str]) -> list[tuple[str, str]]:
    slots = range(10 * row + COLUMNS.start, 10 * row + COLUMNS.stop)
    return [(signs.get(slot, UNMARKED), figure(rings, slot)) for slot in slots]


# A move is drawn for both players.
@lru_cache(maxsize=4)
def _ruled_rows(rings: int, last: Action | None) -> Sequence[tuple[int, str]]:
    """Return each row with its slots between rules."""
    signs = marks(last)
    marked = {slot // 10 for slot in signs if slot is not None}
    return [
        (row, _marked(rings, row, signs) if row in marked else _unmarked(rings, row))
        for row in reversed(ROWS)
    ]


def _marked(rings: int, row: int, signs: Mapping[int | None, str]) -> str:
    return "|".join(starmap(ruled, _cells(rings, row, signs)))


def _unmarked(rings: int, row: int) -> str:
    # Most rows: in a third of the time.
    sizes = figures(rings, row).replace(".", " ")
    return f" {' | '.join(sizes)} "


def _goal_line(labels: Labels, home: Seat, spread: int) -> str:
    """Return the line of the goal behind a player's home row.

    It shows a ring that has reached the goal, and the viewer's side at their own goal.

    spread: the width of a slot, in columns of text.
    """
    row = TARGET[home.other] // 10
    label, cells = labels.row(row), labels.coordinates.goals[row]
    rings = [reached(labels.state, cell) for cell in cells]
    if len(cells) == 1:
        goal = f"{label:>{3 * spread + 4}} {rings[0]}"
    else:
        drawn = "".join((each or " .").ljust(spread) for each in rings)
        goal = f" {label} {drawn:>{6 * spread + spread // 4}}".ljust(6 * spread + 5) + label
    note = labels.you_are() if labels.viewer is home else ""
    return goal.ljust(_NOTES_AT[spread]) + note


def _arrow(notes: Mapping[int, str], row: int) -> str:
    return f"  <- {notes[row]}" if row in notes else ""


def legend(labels: Labels, moved: str) -> Iterator[str]:
    """Yield an empty line and one that says what the signs of the last move mean.

    moved: the sign of the ring that moved.
    """
    move = labels.state.last
    if move is None or isinstance(move, Placement):
        return
    signs = [labels.say("sign_moved", moved=moved)]
    if move.displaced is not None:
        signs.append(labels.say("sign_displaced", displaced=DISPLACED))
    if move.origin not in SIZES:
        signs.append(labels.say("sign_left", left=LEFT))
    yield from ("", "   ".join(signs))


def _list(labels: Labels) -> Iterator[str]:
    """Yield the board in words for screen readers, one line for each row."""
    yield from [labels.you_are()] if labels.viewer else []
    for row in reversed(ROWS):
        yield from _folded(_told_row(labels, row))
    for seat in reversed(Seat):
        yield from labels.behind(seat)
    for row, note in sorted(labels.rows().items(), reverse=True):
        yield labels.row_note(row, note)
    for line in told_last(labels):
        yield from _folded(line)
    yield from labels.result()


def _folded(line: str) -> list[str]:
    return wrap(line, WIDTH, subsequent_indent="  ")


def _told_row(labels: Labels, row: int) -> str:
    slots = [10 * row + column for column in COLUMNS if ring(labels.state.rings, 10 * row + column)]
    told = [
        labels.say(
            "ring_at", ring=labels.ring(ring(labels.state.rings, slot)), slot=labels.slot(slot)
        )
        for slot in slots
    ]
    facts = {"row": labels.row(row), "rings": ", ".join(told) or labels.words["empty"]}
    for seat, home in HOME.items():
        if home == row:
            return labels.say("home_row", seat=labels.seat(seat), **facts)
    return labels.say("row", **facts)


def told_last(labels: Labels) -> Iterable[str]:
    """Return the last move in words, and where a displaced ring went."""
    state, move = labels.state, labels.state.last
    if isinstance(move, Placement):
        row = HOME[Seat.FIRST if state.plies == 1 else Seat.SECOND]
        return [
            labels.say("last_placement", rings=" ".join(map(str, move.rings)), row=labels.row(row))
        ]
    if move is None:
        return []
    told = [_told_flight(labels, move)]
    if move.displaced is not None:
        moved, slots = ring(state.rings, move.displaced), (move.destination, move.displaced)
        ends = dict(zip(("origin", "destination"), map(labels.slot, slots), strict=True))
        told.append(labels.say("last_displaced", ring=labels.ring(moved), **ends))
    return told


def _told_flight(labels: Labels, move: Step) -> str:
    facts = {"origin": labels.slot(move.origin), "destination": labels.slot(move.destination)}
    if isinstance(move, Relay) and len(move.landings) > 2:
        over = ", ".join(map(labels.slot, move.landings[1:-1]))
        return labels.say("last_relay", over=over, **facts)
    told = labels.ring(size_of(labels.state.before, move))
    return labels.say("last_entry" if move.origin in SIZES else "last_move", ring=told, **facts)


_STYLES = {Style.GRID: _grid, Style.COMPACT: _compact, Style.LIST: _list}
