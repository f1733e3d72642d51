"""Help for players: an example of a move, how pieces are placed, and the aim of the game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from ..game import Seat
from ..kit.example import best_of_few
from ..phrase import Phrase
from .board import CELLS, NAMES
from .moves import legal_moves, play
from .pieces import TOTAL
from .scoring import outcome
from .state import Move, State
from .telling import PLAYERS

_MOST_TRIED = 12
"""With more legal moves than this, none is tried: a move can end the game only near its end."""

_MOST_LISTED = 3

_NAMED = "A3"
"""The cell that shows how cells are named."""


def example(state: State) -> Move | None:
    """Return a legal move, None if there is none.

    Of a few legal moves, it is one that wins at once or, failing that, one that does not lose at
    once. Of many, it is the first.
    """
    most = 0 if state.placing else _MOST_TRIED
    return best_of_few(legal_moves(state), most, lambda move: _worth(state, move))


def _worth(state: State, move: Move) -> int:
    """Return 1 for a move that wins at once, -1 for one that loses at once, else 0."""
    after = play(state, move)
    if after.turn is not None:
        return 0
    winner = outcome(after.board).winner
    return 0 if winner is None else 1 if winner is state.turn else -1


def aim(viewer: Seat | None) -> Sequence[Phrase]:
    """Return D4, D11, D5 and D8 in two sentences; to a player also how cells are named (D1)."""
    if viewer is None:
        return [Phrase("aim"), Phrase("aim_moving")]
    wins = Phrase("aim_of_seat", {"seat": PLAYERS[viewer]})
    return [wins, Phrase("aim_moving"), _naming()]


def _naming() -> Phrase:
    fourth, fifth = (next(name for name in NAMES.values() if name[1] == row) for row in "45")
    named = {"cell": _NAMED, "column": _NAMED[0], "row": _NAMED[1]}
    facts = {**named, "fourth": fourth, "fifth": fifth}
    return Phrase("naming", facts)


def prompt(state: State) -> Sequence[Phrase]:
    """Return how pieces are placed, as long as they are: in full at each player's first turn."""
    if not state.placing:
        return []
    free = (cell for cell in reversed(CELLS) if not state.board[cell])
    cells = " ".join(NAMES[cell] for cell in islice(free, _MOST_LISTED))
    by_list = Phrase("placing_by_list", {"cells": cells})
    if state.ply > 1:
        return [by_list]
    return [Phrase("placing_first", {"total": TOTAL}), by_list]
