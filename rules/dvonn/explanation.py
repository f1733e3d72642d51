"""Explanations: a legal move step by step, with the number of the rule of each step."""

from __future__ import annotations

from collections.abc import Iterator

from ..game import Seat
from ..phrase import Fact, Phrase
from .board import EDGE, NAMES, SURROUNDING
from .moves import arrangement_after, cut_off, play
from .pieces import TOTAL
from .scoring import score
from .state import Board, Move, State
from .telling import PLAYERS, kind_of, next_piece_of


def explain(state: State, move: Move) -> Iterator[Phrase]:
    """Explain a placement, or a move: its stack, its line, its landing and what it cuts off."""
    if move.origin is None:
        yield _placing(state, move)
    else:
        after = arrangement_after(state, move)
        yield _owner(state.board, state.turn, move.origin)
        yield _freedom(state.board, move.origin)
        yield _path(state.board, move.origin, move.destination)
        yield _landing(state.board, move.origin, move.destination)
        yield _links(state.board, after, move)
    yield from _consequences(play(state, move))


def _placing(state: State, move: Move) -> Phrase:
    assert state.turn is not None
    facts: dict[str, Fact] = {
        "rule": "D2",
        "player": PLAYERS[state.turn],
        "number": state.board.pieces + 1,
        "total": TOTAL,
        "piece": next_piece_of(state),
        "cell": NAMES[move.destination],
    }
    return Phrase("explains_placing", facts)


def _owner(board: Board, seat: Seat | None, origin: int) -> Phrase:
    assert seat is not None
    stack = board[origin]
    facts: dict[str, Fact] = {
        "rule": "D4",
        "stack": kind_of(stack),
        "cell": NAMES[origin],
        "player": PLAYERS[seat],
    }
    if len(stack) == 1:
        return Phrase("explains_owner", facts)
    return Phrase("explains_owner_of_stack", {**facts, "height": len(stack)})


def _freedom(board: Board, origin: int) -> Phrase:
    facts: dict[str, Fact] = {"rule": "D6", "cell": NAMES[origin]}
    if origin in EDGE:
        return Phrase("explains_edge", facts)
    occupied = (board.occupied & SURROUNDING[origin]).bit_count()
    return Phrase("explains_freedom", {**facts, "occupied": occupied})


def _path(board: Board, origin: int, destination: int) -> Phrase:
    height = len(board[origin])
    facts: dict[str, Fact] = {"rule": "D5", "target": NAMES[destination]}
    if height == 1:
        return Phrase("explains_step", facts)
    stride = (destination - origin) // height
    path = tuple(NAMES[origin + stride * step] for step in range(1, height))
    return Phrase("explains_line", {**facts, "height": height, "path": path})


def _landing(board: Board, origin: int, destination: int) -> Phrase:
    stack = board[destination]
    facts: dict[str, Fact] = {
        "rule": "D5",
        "stack": kind_of(stack),
        "target": NAMES[destination],
        "height": len(stack) + len(board[origin]),
    }
    return Phrase("explains_landing", facts)


def _links(before: Board, after: Board, move: Move) -> Phrase:
    lost = cut_off(before, after, move)
    if not lost:
        return Phrase("explains_links", {"rule": "D8"})
    cells = tuple(NAMES[cell] for cell in lost)
    pieces = before.pieces - after.pieces
    return Phrase("explains_cut", {"rule": "D8", "cells": cells, "pieces": pieces})


def _consequences(after: State) -> Iterator[Phrase]:
    if after.passed:
        yield Phrase("explains_pass", {"rule": "D10"})
    if after.turn is None:
        white, black = score(after.board)
        yield Phrase("explains_end", {"rule": "D11", "white": white, "black": black})
