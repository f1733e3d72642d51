"""D11: the score and the result."""

from __future__ import annotations

from functools import lru_cache

from ..game import Outcome, Seat
from .board import each
from .state import Board


# A position is drawn for both players.
@lru_cache(maxsize=4)
def score(board: Board) -> tuple[int, int]:
    """Return the pieces in White's stacks and in Black's, DVONN pieces included."""
    return _controlled(board, Seat.FIRST), _controlled(board, Seat.SECOND)


def outcome(board: Board) -> Outcome:
    """Return the result of a board on which nobody can move; equal scores are a tie."""
    white, black = score(board)
    if white == black:
        return Outcome(None, "score", (white, black))
    winner = Seat.FIRST if white > black else Seat.SECOND
    return Outcome(winner, "score", (white, black))


def _controlled(board: Board, seat: Seat) -> int:
    stacks = board.stacks
    return sum([len(stacks[cell]) for cell in each(board.owned(seat))])
