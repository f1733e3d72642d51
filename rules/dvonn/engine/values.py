"""Estimates of DVONN: the activity of White's stacks, less that of Black's stacks."""

from __future__ import annotations

from ..board import each, grown, surrounded
from ..moves import REACH
from ..state import Board

_PIECE, _STACK, _MOVE, _ON_ENEMY, _ON_DVONN, _NEAR = 4, 6, 4, 3, 10, 5


def value(board: Board) -> int:
    """Return the value of a board on which stacks move."""
    return _of(board, board.white, board.black) - _of(board, board.black, board.white)


def placing_value(board: Board) -> int:
    return value(board)


def _of(board: Board, own: int, enemies: int) -> int:
    stacks, occupied, dvonn = board.stacks, board.occupied, board.dvonn
    total = _NEAR * (own & grown(dvonn)).bit_count()
    for cell in each(own):
        total += _PIECE * len(stacks[cell])
    for cell in each(own & ~surrounded(occupied)):
        ends = REACH[cell][len(stacks[cell])][0] & occupied
        if ends:
            total += (
                _STACK
                + _MOVE * ends.bit_count()
                + _ON_ENEMY * (ends & enemies).bit_count()
                + _ON_DVONN * (ends & dvonn).bit_count()
            )
    return total
