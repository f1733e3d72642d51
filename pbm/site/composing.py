"""The legal moves of a game or puzzle as data, for the composer."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from pbm.core.board import Board
from pbm.core.games import AnyGame, Lifting, RulesError, draw, state_at
from pbm.core.legal import names_in_moves
from pbm.core.puzzles import KeptPuzzle
from pbm.pictures.parts import Strokes, middles

LARGEST = 40 * 1024
"""The most bytes of the data. With more, the page asks the player to write the move."""

MOST = 2500
"""The most moves that are written: each takes up to 0.1 ms."""

_LONGEST_SHARED = 35
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


def moves_text(board: Board) -> str:
    """Return the legal moves as JSON.

    ply: how many plies were played. names: a pattern of the names of cells in moves.
    cells, pieces: the pieces that moves set, as ``set_by`` returns them.
    moves: a line for each move, as ``shared`` writes them; "" if there are too many.
    """
    return _text(board.game, board.state, {"ply": len(board.plies)})


def puzzle_text(kept: KeptPuzzle) -> str:
    """Return the legal moves of a puzzle like ``moves_text``, and the right ones among them."""
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
    moves = _moves(game, state)
    listed = shared(sorted(str(game.format(state, move)) for move in moves))
    set_pieces = set_by(game, state, moves[0]) if moves else {}
    told = {**facts, "names": names_in_moves(game, state), **set_pieces, "moves": listed}
    text = json.dumps(told, separators=(",", ":"))
    return text if len(text) <= LARGEST else json.dumps({**told, "moves": ""})


def set_by(game: AnyGame, state: Any, move: Any) -> Mapping[str, Any]:
    """Return the pieces that moves of this state set on the board; nothing if they lift a piece.

    cells: the cells that the steps of a move fill, in order; none if each step names its cell.
    pieces: the shapes of the piece that each step sets, around the middle of its cell; under the
        key "" if all pieces are alike.
    """
    names = names_in_moves(game, state)
    if not (names and isinstance(game, Lifting)) or game.lifted(state, move):
        return {}
    steps = re.findall(names, game.format(state, move))
    after, stood = draw(game, game.apply(state, move)), draw(game, state).pieces
    earlier = {shape.cell for shape in stood}
    added = [shape for shape in after.pieces if shape.cell not in earlier]
    cells, at, strokes = [*dict.fromkeys(each.cell for each in added)], middles(after), Strokes()
    pieces = [
        strokes.written(tuple(each for each in added if each.cell == cell), at[cell])
        for cell in cells
    ]
    if steps == cells:
        return {"cells": [], "pieces": {"": pieces[0]}}
    return {"cells": cells, "pieces": dict(zip(steps, pieces, strict=True))}


def _moves(game: AnyGame, state: Any) -> Sequence[Any]:
    """The legal moves; none if there are too many to offer or to search."""
    try:
        moves = [*islice(game.legal_moves(state), MOST + 1)]
    except RulesError:
        return ()
    return moves if len(moves) <= MOST else ()


def shared(texts: list[str]) -> str:
    """Write each text on a line as the length, to base 36, of the beginning that it shares with the
    text before, followed by the rest.
    """
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
