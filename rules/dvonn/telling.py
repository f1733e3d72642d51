"""Descriptions of moves in phrases, and the words for pieces and players."""

from __future__ import annotations

from collections.abc import Iterator

from ..game import Seat
from ..phrase import Fact, Phrase, Word
from .board import NAMES
from .moves import arrangement_after, cut_off
from .pieces import BLACK, DVONN, WHITE, next_piece, turn_to_place
from .state import Board, Move, State

PLAYERS = {Seat.FIRST: Word("White"), Seat.SECOND: Word("Black")}
_COLOURS = {WHITE: Word("white"), BLACK: Word("black")}
_PIECES = {
    WHITE: Word("white_piece"),
    BLACK: Word("black_piece"),
    DVONN: Word("dvonn_piece"),
}
_SINGLES = {
    WHITE: Word("white_single"),
    BLACK: Word("black_single"),
    DVONN: Word("dvonn_single"),
}
_STACKS = {WHITE: Word("white_stack"), BLACK: Word("black_stack")}
# A word with its article: German inflects adjectives by it.
_MOVING = {
    (WHITE, "single"): Word("the_white_single"),
    (BLACK, "single"): Word("the_black_single"),
    (WHITE, "stack"): Word("the_white_stack"),
    (BLACK, "stack"): Word("the_black_stack"),
}


def colour_of(stack: str) -> Word:
    return _COLOURS[stack[-1]]


def next_piece_of(state: State) -> Word:
    """Return the word for the piece to place now."""
    return _PIECES[next_piece(state.board.pieces)]


def kind_of(stack: str) -> Word:
    """Return the word for a stack by its colour and whether it is a single piece."""
    return (_SINGLES if len(stack) == 1 else _STACKS)[stack[-1]]


def describe(state: State, move: Move) -> Iterator[Phrase]:
    """Describe a legal move: what moves where, the stack there afterwards, what is cut off."""
    if move.origin is None:
        yield _placement(state, move)
        return
    before, after = state.board, arrangement_after(state, move)
    yield _jump(before, move.origin, move.destination)
    if after[move.destination]:
        yield _result(after[move.destination])
    lost = cut_off(before, after, move)
    if lost:
        yield _cut_off(lost, before.pieces - after.pieces)


def _placement(state: State, move: Move) -> Phrase:
    player = PLAYERS[turn_to_place(state.board.pieces)]
    cell = NAMES[move.destination]
    return Phrase("places", {"player": player, "piece": next_piece_of(state), "cell": cell})


def _jump(board: Board, origin: int, destination: int) -> Phrase:
    mover, target = board[origin], board[destination]
    facts: dict[str, Fact] = {
        "mover": _MOVING[mover[-1], _size(mover)],
        "origin": NAMES[origin],
        "target": kind_of(target),
        "destination": NAMES[destination],
    }
    if len(mover) > 1:
        facts["height"] = len(mover)
    if len(target) > 1:
        facts["target_height"] = len(target)
    return Phrase(f"{_size(mover)}_on_{_size(target)}", facts)


def _size(stack: str) -> str:
    return "single" if len(stack) == 1 else "stack"


def _result(stack: str) -> Phrase:
    facts: dict[str, Fact] = {"stack": kind_of(stack), "height": len(stack)}
    dvonn = stack.count(DVONN)
    if dvonn > 1:
        return Phrase("now_with_dvonns", {**facts, "count": dvonn})
    return Phrase("now_with_dvonn" if dvonn else "now_a_stack", facts)


def _cut_off(lost: list[int], pieces: int) -> Phrase:
    cells = tuple(NAMES[cell] for cell in lost)
    if len(cells) > 1:
        return Phrase("cuts_off_stacks", {"count": len(cells), "cells": cells, "pieces": pieces})
    if pieces > 1:
        return Phrase("cuts_off_stack", {"cell": cells[0], "pieces": pieces})
    return Phrase("cuts_off_single", {"cell": cells[0]})
