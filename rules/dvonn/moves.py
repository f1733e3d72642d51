"""Legal moves and their effects; ``refusal`` says why another move is illegal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations
from typing import NamedTuple

from ..game import Seat
from .board import CELLS, LINES, bits, each, members, surrounded
from .jumping import can_jump
from .pieces import TOTAL, next_piece, turn_to_place
from .state import Board, Move, State

PLACEMENTS = {cell: Move(None, cell) for cell in CELLS}


class Reach(NamedTuple):
    """The moves of a stack of one height on one cell by D5.

    landings: the set of cells where the stack may land if they are occupied.
    moves: the stack's moves, by the set of landings that are occupied.
    """

    landings: int
    moves: Mapping[int, tuple[Move, ...]]


_NOWHERE = Reach(0, {0: ()})
"""Where most heights lead: off the board."""


def _reach(cell: int, height: int) -> Reach:
    ways = [Move(cell, end) for end in LINES[cell].get(height, ())]
    if not ways:
        return _NOWHERE
    subsets = chain.from_iterable(combinations(ways, n) for n in range(len(ways) + 1))
    moves = {bits(way.destination for way in subset): subset for subset in subsets}
    return Reach(bits(way.destination for way in ways), moves)


REACH = {cell: [_reach(cell, height) for height in range(TOTAL + 1)] for cell in CELLS}
"""``REACH[cell][height]``. All 4,000 lists of moves are created once, because creating moves takes
longer than finding them.
"""


def legal_moves(state: State) -> Iterator[Move]:
    """Return every legal move once, by origin, then by direction."""
    if state.turn is None:
        return iter(())
    if state.placing:
        return (PLACEMENTS[cell] for cell in CELLS if not state.board[cell])
    return chain.from_iterable(jumps(state.board, state.turn))


def jumps(board: Board, seat: Seat) -> Iterator[tuple[Move, ...]]:
    """D4 to D7: yield the moves of a player, stack by stack."""
    return jumps_of(board.stacks, board.owned(seat), board.occupied)


def jumps_of(stacks: Sequence[str], own: int, occupied: int) -> Iterator[tuple[Move, ...]]:
    for cell in each(own & ~surrounded(occupied)):
        landings, moves = REACH[cell][len(stacks[cell])]
        yield moves[landings & occupied]


def can_move(board: Board, seat: Seat) -> bool:
    return can_jump(board.stacks, board.owned(seat), board.occupied)


def play(state: State, move: Move) -> State:
    """Return the state after a legal move and the pass that it may force (D10)."""
    board = arrangement_after(state, move)
    if state.placing and board.placed < TOTAL:
        return State(board, turn_to_place(board.placed), True, state.ply + 1, False, move)
    # D3: White, who placed the last piece, also moves first.
    turn = Seat.SECOND if state.turn is Seat.FIRST and not state.placing else Seat.FIRST
    seat = settled(board, turn)
    passed = seat is turn.other
    lost = tuple((cell, state.board[cell]) for cell in cut_off(state.board, board, move))
    return State(board, seat, False, state.ply + 1 + passed, passed, move, lost)


def cut_off(before: Board, after: Board, move: Move) -> list[int]:
    """D8: return the cells of the stacks that left the game."""
    left = before.occupied & ~after.occupied
    return members(left & ~(1 << move.origin)) if move.origin is not None else []


def skip(state: State, seat: Seat) -> State:
    """Return the state after that player was passed over (D10)."""
    return replace(state, turn=seat.other, ply=state.ply + 1, passed=True)


def arrangement_after(state: State, move: Move) -> Board:
    """Return the board after a legal move."""
    if move.origin is None:
        return state.board.with_piece(next_piece(state.board.placed), move.destination)
    return state.board.moved(move.origin, move.destination)


def settled(board: Board, turn: Seat) -> Seat | None:
    """D10, D11: return the next player: ``turn`` if they can move, else the other one, or None."""
    if can_move(board, turn):
        return turn
    return turn.other if can_move(board, turn.other) else None
