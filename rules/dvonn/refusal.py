"""The check of moves: an illegal one is refused by the first rule that it breaks.

The order is D4 or D7, D6, D5.
"""

from __future__ import annotations

from ..errors import GameOver, IllegalMove
from ..game import Seat
from ..phrase import Fact
from .board import LINES, LONGEST, NAMES, SURROUNDING
from .moves import can_move
from .pieces import COLOURS, DVONN
from .scoring import score
from .state import Board, Move, State
from .telling import colour_of, next_piece_of


def check(state: State, move: Move) -> None:
    """Check a move.

    :raises IllegalMove: for the first rule that it breaks
    :raises GameOver: if the game has ended
    """
    seat = turn_of(state)
    if move.destination not in NAMES:
        raise IllegalMove("D1", "off_the_board")
    if state.placing:
        _check_placement(state, move)
    elif move.origin is None:
        raise IllegalMove("D3", "placing_is_over", cell=NAMES[move.destination])
    elif move.origin not in NAMES:
        raise IllegalMove("D1", "off_the_board")
    else:
        _check_origin(state.board, seat, move.origin)
        _check_destination(state.board, move.origin, move.destination)


def turn_of(state: State) -> Seat:
    """:raises GameOver: if nobody is to move"""
    if state.turn is None:
        white, black = score(state.board)
        raise GameOver("game_has_ended", white=white, black=black)
    return state.turn


def check_pass(state: State) -> Seat:
    """Return the player who is passed over.

    :raises IllegalMove: if that player can move
    :raises GameOver: if nobody is to move
    """
    seat = turn_of(state)
    if state.placing or can_move(state.board, seat):
        raise IllegalMove("D9", "no_choice_to_pass")
    return seat


def _check_placement(state: State, move: Move) -> None:
    if move.origin is not None:
        raise IllegalMove("D2", "still_placing", piece=next_piece_of(state))
    if state.board[move.destination]:
        raise IllegalMove("D2", "cell_is_taken", cell=NAMES[move.destination])


def _check_origin(board: Board, seat: Seat, origin: int) -> None:
    stack, cell = board[origin], NAMES[origin]
    if not stack:
        raise IllegalMove("D4", "nothing_to_move", cell=cell)
    if stack == DVONN:
        raise IllegalMove("D7", "dvonn_alone", cell=cell)
    if stack[-1] != COLOURS[seat]:
        raise IllegalMove("D4", "not_your_stack", cell=cell, owner=colour_of(stack))
    if board.occupied & SURROUNDING[origin] == SURROUNDING[origin]:
        raise IllegalMove("D6", "surrounded", cell=cell)


def _check_destination(board: Board, origin: int, destination: int) -> None:
    height = len(board[origin])
    facts: dict[str, Fact] = {"cell": NAMES[origin], "target": NAMES[destination]}
    if height > LONGEST or destination not in LINES[origin][height]:
        if height == 1:
            raise IllegalMove("D5", "wrong_way_single", **facts)
        raise IllegalMove("D5", "wrong_way_stack", height=height, **facts)
    if not board[destination]:
        raise IllegalMove("D5", "lands_on_nothing", **facts)
