"""The legal moves of a running game as data, for the composer of its page."""

from __future__ import annotations

import json
from itertools import islice
from typing import Any

from pbm.core.board import Board
from pbm.core.games import AnyGame, RulesError
from pbm.core.legal import names_in_moves

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
    game, state = board.game, board.state
    listed = _listed(game, state)
    told = {"ply": len(board.plies), "names": names_in_moves(game, state), "moves": listed}
    text = json.dumps(told, separators=(",", ":"))
    return text if len(text) <= LARGEST else json.dumps({**told, "moves": ""})


def _listed(game: AnyGame, state: Any) -> str:
    try:
        moves = [*islice(game.legal_moves(state), MOST + 1)]
        if len(moves) > MOST:
            return ""
        return shared(sorted(str(game.format(state, move)) for move in moves))
    except RulesError:  # there are too many ways to look at
        return ""


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
