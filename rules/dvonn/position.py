"""Positions as one line of text; diagrams as on the page of Games of Towers are read as well."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..errors import NotationError
from ..game import Seat
from .board import CELLS_OF, ROWS
from .moves import settled
from .pieces import COLOURS, COUNTS, DVONN, OWNERS, TOTAL, placed_first, turn_to_place
from .state import Board, State

FINISHED = "="
PLACING = "placing"
_EMPTY = "."
_LONGEST_QUOTE = 40


@dataclass(frozen=True)
class _Script:
    """A notation of cells: the pattern of one, and the meaning of its characters."""

    cell: re.Pattern[str]
    pieces: dict[int, int | None]


_LINE = _Script(re.compile(r"[.wbr]|\[[wbr]+\]"), str.maketrans("", "", ".[]"))
_DRAWN = _Script(re.compile(r"[.16]|\[[xwre]+\]"), str.maketrans("16x", "bwb", ".[]e"))
_DIAGRAM = re.compile(r'(?:hexgv2diag\()?"?9,11,9,([^"\s;)]*)"?\)?;?(.*)', re.DOTALL)


def encode(state: State) -> str:
    """Return the rows, row 5 first, the side to play and, while pieces are placed, ``placing``."""
    side = FINISHED if state.turn is None else COLOURS[state.turn]
    rows = "/".join(_written(state.board, cells) for cells in reversed(CELLS_OF))
    return f"{rows} {side} {PLACING}" if state.placing else f"{rows} {side}"


def decode(text: str) -> State:
    """Parse a position, or a diagram and the side to play, if it is given.

    :raises NotationError: if the text is neither
    """
    diagram = _DIAGRAM.fullmatch(text.strip())
    if diagram:
        return _from_diagram(diagram[1], diagram[2].split())
    rows, *fields = text.split() or [""]
    return _state(_board(rows.split("/")[::-1], _LINE), fields)


def _written(board: Board, cells: Iterable[int]) -> str:
    stacks = map(board.stacks.__getitem__, cells)
    return "".join([f"[{stack}]" if len(stack) > 1 else stack or _EMPTY for stack in stacks])


def _from_diagram(rows: str, fields: Sequence[str]) -> State:
    """Parse a diagram. White moves by default; an empty board is the start of the placing."""
    board = _board(rows.split("/"), _DRAWN)
    if not board.occupied and not fields:
        fields = [COLOURS[Seat.FIRST], PLACING]
    return _state(board, fields or [COLOURS[Seat.FIRST]])


def _board(rows: Sequence[str], script: _Script) -> Board:
    """Parse the rows of a board, row 1 first."""
    if len(rows) != len(ROWS):
        raise NotationError("position_rows", rows=len(rows))
    stacks: dict[int, str] = {}
    for row, text in enumerate(rows):
        stacks |= zip(CELLS_OF[row], _stacks(row, text, script), strict=True)
    return _counted(Board.of(stacks))


def _stacks(row: int, text: str, script: _Script) -> list[str]:
    cells = script.cell.findall(text)
    if "".join(cells) != text:
        raise NotationError("position_row_unreadable", row=row + 1, text=text[:_LONGEST_QUOTE])
    if len(cells) != len(ROWS[row]):
        raise NotationError(
            "position_row_length", row=row + 1, found=len(cells), cells=len(ROWS[row])
        )
    stacks = "\n".join(cells).translate(script.pieces).split("\n")
    for stack in stacks:
        if len(stack) > 1 and stack[-1] == DVONN:
            raise NotationError("position_dvonn_on_top", row=row + 1, stack=stack)
    return stacks


def _counted(board: Board) -> Board:
    pieces = "".join(board.stacks)
    for kind, count in COUNTS.items():
        found = pieces.count(kind)
        if found > count:
            raise NotationError("position_pieces", kind=kind, found=found, count=count)
    return board


def _state(board: Board, fields: Sequence[str]) -> State:
    """Return the state of a board and the fields after it."""
    if not 1 <= len(fields) <= 2:
        raise NotationError("position_fields")
    side, *stage = fields
    if side not in (*OWNERS, FINISHED):
        raise NotationError("position_side", side=side[:_LONGEST_QUOTE])
    if not stage:
        return _stacking(board, side)
    if stage != [PLACING]:
        raise NotationError("position_stage", stage=stage[0][:_LONGEST_QUOTE])
    return _placing(board, side)


def _stacking(board: Board, side: str) -> State:
    """Return a state after the placing. If only the other side can move, ``side`` still has the
    turn.
    """
    turn = OWNERS.get(side, Seat.FIRST)
    anyone = settled(board, turn)
    if side == FINISHED and anyone:
        raise NotationError("position_not_over")
    return State(board, turn if anyone else None, placing=False)


def _placing(board: Board, side: str) -> State:
    placed = board.pieces
    found = {kind: board.stacks.count(kind) for kind in COUNTS}
    if placed == TOTAL or found != placed_first(placed):
        raise NotationError("position_not_placing")
    turn = turn_to_place(placed)
    if side != COLOURS[turn]:
        raise NotationError("position_wrong_side", pieces=placed, side=side, expected=COLOURS[turn])
    return State(board, turn, placing=True)
