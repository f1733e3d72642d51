"""Which moves there are, and what a move does. ``refusal`` says what is wrong with the others."""

from __future__ import annotations

from collections.abc import Iterator

from ..game import Seat
from .board import CELLS, LINES, LONGEST, SURROUNDING
from .pieces import COLOURS, TOTAL, next_piece, turn_to_place
from .state import Board, Move, State

PLACEMENTS = {cell: Move(None, cell) for cell in CELLS}
JUMPS = {
    cell: {n: tuple(Move(cell, end) for end in LINES[cell][n]) for n in LINES[cell]}
    for cell in CELLS
}
"""D5: the moves of a stack of n, ``JUMPS[cell][n]``, made once because generating them takes
longer than all the rest. Taller stacks than ``LONGEST`` have none."""


def legal_moves(state: State) -> Iterator[Move]:
    """Every legal move once, by origin, then by direction."""
    if state.turn is None:
        return iter(())
    if state.placing:
        return (PLACEMENTS[cell] for cell in CELLS if not state.board[cell])
    return jumps(state.board, state.turn)


def jumps(board: Board, seat: Seat) -> Iterator[Move]:
    """D4 to D7: what a player may do with the stacks on the board."""
    colour, stacks, occupied = COLOURS[seat], board.stacks, board.occupied
    for cell in CELLS:
        stack = stacks[cell]
        if stack[-1:] != colour or len(stack) > LONGEST:
            continue
        if occupied & SURROUNDING[cell] == SURROUNDING[cell]:
            continue
        for move in JUMPS[cell][len(stack)]:
            if stacks[move.destination]:
                yield move


def can_move(board: Board, seat: Seat) -> bool:
    return any(True for _ in jumps(board, seat))


def play(state: State, move: Move) -> State:
    """The state after a legal move and the pass that it may force (D10)."""
    board = arrangement_after(state, move)
    if state.placing and board.pieces < TOTAL:
        return State(board, turn_to_place(board.pieces), True, state.ply + 1, False, move)
    # D3: White, who placed the last piece, also moves first.
    turn = Seat.SECOND if state.turn is Seat.FIRST and not state.placing else Seat.FIRST
    seat = settled(board, turn)
    passed = seat is turn.other
    return State(board, seat, False, state.ply + 1 + passed, passed, move)


def skip(state: State, seat: Seat) -> State:
    """The state after that player was passed over (D10)."""
    return State(state.board, seat.other, False, state.ply + 1, True, state.last)


def arrangement_after(state: State, move: Move) -> Board:
    """The board after a legal move."""
    if move.origin is None:
        return state.board.placed(next_piece(state.board.pieces), move.destination)
    return state.board.moved(move.origin, move.destination)


def settled(board: Board, turn: Seat) -> Seat | None:
    """D10 and D11: who plays when it would be this player's turn; None when nobody can move."""
    return next((seat for seat in (turn, turn.other) if can_move(board, seat)), None)
