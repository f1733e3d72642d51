"""The legal moves of a game or puzzle as data, for the composer of its page."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from pbm.core.board import Board
from pbm.core.games import AnyGame, RulesError, state_at
from pbm.core.legal import names_in_moves
from pbm.core.puzzles import KeptPuzzle

LARGEST = 40 * 1024
"""Bytes. If the moves need more, the page asks to write the move."""

MOST = 2500
"""How many moves are written: each takes up to 0.1 ms."""

_LONGEST_SHARED = 35
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def moves_text(board: Board) -> str:
    """Return the legal moves as JSON.

    ply: how many plies were played. names: a pattern of the names of which moves consist.
    moves: a line for each; it begins with the number of letters that the move shares with the one
        before, to base 36. "" if there are too many.
    """
    return _text(board.game, board.state, {"ply": len(board.plies)})


def puzzle_text(kept: KeptPuzzle) -> str:
    """Return the legal moves of a puzzle as ``moves_text`` does, with those that are right."""
    game, puzzle = kept.game, kept.puzzle
    state = state_at(game, puzzle, 0)
    effect = game.arrangement_after(state, game.parse(state, puzzle.line[0]))
    right = [
        game.format(state, move)
        for move in _moves(game, state)
        if game.arrangement_after(state, move) == effect
    ]
    return _text(game, state, {"ply": 0, "right": right})


def _text(game: AnyGame, state: Any, facts: Mapping[str, Any]) -> str:
    listed = shared(sorted(str(game.format(state, move)) for move in _moves(game, state)))
    told = {**facts, "names": names_in_moves(game, state), "moves": listed}
    text = json.dumps(told, separators=(",", ":"))
    return text if len(text) <= LARGEST else json.dumps({**told, "moves": ""})


def _moves(game: AnyGame, state: Any) -> Sequence[Any]:
    """The legal moves; none if there are too many to offer or to look at."""
    try:
        moves = [*islice(game.legal_moves(state), MOST + 1)]
    except RulesError:
        return ()
    return moves if len(moves) <= MOST else ()


def shared(texts: list[str]) -> str:
    """Write texts by what each has in common with the one before."""
    before, lines = "", list[str]()
    for text in texts:
        same = 0
        for one, other in zip(before[:_LONGEST_SHARED], text, strict=False):
            if one != other:
                break
            same += 1
        lines.append(f"{_DIGITS[same]}{text[same:]}")
        before = text
    return "\n".join(lines)
