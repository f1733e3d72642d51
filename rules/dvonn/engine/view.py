"""DVONN as a search sees it: boards of the rules, and the moves that they list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from ...engine import PIECE, WON, Level
from ...game import Seat
from ..board import CELLS
from ..moves import PLACEMENTS, jumps, settled
from ..pieces import TOTAL, next_piece, turn_to_place
from ..scoring import score
from ..state import Board, Move, State
from .values import placing_value, value

_LEVELS = (
    Level(depth=1, noise=120),
    Level(depth=2, noise=4, nodes=1_000),
    Level(depth=3, noise=4, nodes=5_000),
    Level(depth=4, noise=1, nodes=40_000),
    Level(depth=4, noise=1, nodes=200_000),
)


class Position(NamedTuple):
    board: Board
    turn: Seat | None
    placing: bool


class DvonnEngine:
    levels: Sequence[Level] = _LEVELS
    is_sudden = False

    def position(self, state: State) -> Position:
        return Position(state.board, state.turn, state.placing)

    def side(self, position: Position) -> Seat | None:
        return position.turn

    def moves(self, position: Position, merits: Mapping[Move, int]) -> Sequence[Move]:
        """Return the legal moves, first those that have refuted other moves."""
        board, turn, placing = position
        assert turn is not None
        if placing:
            return [PLACEMENTS[cell] for cell in CELLS if not board[cell]]
        moves = list(chain.from_iterable(jumps(board, turn)))
        moves.sort(key=lambda move: -merits.get(move, 0))
        return moves

    def after(self, position: Position, move: Move) -> Position:
        board, turn, placing = position
        if placing:
            placed = board.with_piece(next_piece(board.placed), move.destination)
            if placed.placed < TOTAL:
                return Position(placed, turn_to_place(placed.placed), True)
            return Position(placed, settled(placed, Seat.FIRST), False)
        assert move.origin is not None
        assert turn is not None
        moved = board.moved(move.origin, move.destination)
        return Position(moved, settled(moved, turn.other), False)

    def ended(self, position: Position) -> int:
        white, black = score(position.board)
        margin = white - black
        if margin == 0:
            return 0
        return (WON if margin > 0 else -WON) + PIECE * margin

    def wins_at_once(self, position: Position) -> bool:  # noqa: ARG002 (no move wins by itself)
        return False

    def value(self, position: Position) -> int:
        if position.placing:
            return placing_value(position.board)
        return value(position.board)

    def deepest(self, position: Position) -> int:
        """A placement is searched one ply deep: there are too many placements for more."""
        return 1 if position.placing else 100
