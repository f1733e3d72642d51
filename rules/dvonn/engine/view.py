"""DVONN as a search sees it: boards of the rules, and the moves that they list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from ...engine import CARELESS, PIECE, WON, Level
from ...game import Seat
from ..board import CELLS
from ..jumping import Fields, can_jump, jumped
from ..moves import PLACEMENTS, jumps_of
from ..pieces import TOTAL, next_piece, turn_to_place
from ..scoring import score
from ..state import Board, Move, State
from .values import value

_LEVELS = (
    Level(depth=1, noise=120, careless=CARELESS),
    Level(depth=2, noise=4, nodes=1_000),
    Level(depth=3, noise=4, nodes=5_000),
    Level(depth=4, noise=1, nodes=40_000),
    Level(depth=4, noise=1, nodes=200_000),
)


class Position(NamedTuple):
    fields: Fields
    turn: Seat | None
    placing: bool


class DvonnEngine:
    levels: Sequence[Level] = _LEVELS
    is_sudden = False

    def position(self, state: State) -> Position:
        return Position(state.board.fields, state.turn, state.placing)

    def side(self, position: Position) -> Seat | None:
        return position.turn

    def moves(self, position: Position, merits: Mapping[Move, int]) -> Sequence[Move]:
        """Return the legal moves, first those that have refuted other moves."""
        (stacks, occupied, _, white, black), turn, placing = position
        if placing:
            return [PLACEMENTS[cell] for cell in CELLS if not stacks[cell]]
        own = white if turn is Seat.FIRST else black
        moves = list(chain.from_iterable(jumps_of(stacks, own, occupied)))
        moves.sort(key=lambda move: -merits.get(move, 0))
        return moves

    def after(self, position: Position, move: Move) -> Position:
        fields, turn, placing = position
        if placing:
            board = Board(*fields)
            placed = board.with_piece(next_piece(board.placed), move.destination)
            if placed.placed < TOTAL:
                return Position(placed.fields, turn_to_place(placed.placed), True)
            return Position(placed.fields, _settled(placed.fields, Seat.FIRST), False)
        assert move.origin is not None
        assert turn is not None
        moved = jumped(fields, move.origin, move.destination)
        return Position(moved, _settled(moved, turn.other), False)

    def ended(self, position: Position) -> int:
        white, black = score(Board(*position.fields))
        margin = white - black
        if margin == 0:
            return 0
        return (WON if margin > 0 else -WON) + PIECE * margin

    def wins_at_once(self, position: Position) -> bool:  # noqa: ARG002 (no move wins by itself)
        return False

    def value(self, position: Position) -> int:
        return value(position.fields)

    def deepest(self, position: Position) -> int:
        """A placement is searched one ply deep: there are too many placements for more."""
        return 1 if position.placing else 100


def _settled(fields: Fields, turn: Seat) -> Seat | None:
    """D10, D11: return the next player: ``turn`` if they can move, else the other one, or None."""
    stacks, occupied, _, white, black = fields
    own, others = (white, black) if turn is Seat.FIRST else (black, white)
    if can_jump(stacks, own, occupied):
        return turn
    return turn.other if can_jump(stacks, others, occupied) else None
