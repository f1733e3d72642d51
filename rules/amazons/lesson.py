"""The lesson of Amazons: one amazon of each side, on boards of any size."""

from __future__ import annotations

from ..kit.base import BoardGame
from ..kit.state import EMPTY, State
from ..kit.teaching import Board, Tasks, Views, anything, prevents, wins

_FREE: Board = {"w": "c2", "b": "e5"}
_CORNER: Board = {"w": "c3", "b": "a1", "x": "b1 b2"}


def _shoots_back(game: BoardGame, before: State, after: State) -> bool:  # noqa: ARG001 (an ``Idea``)
    return after.last is not None and after.last[2] == after.last[0]


def _leaves_two(game: BoardGame, before: State, after: State) -> bool:
    """Return whether at most two cells beside the amazon of the other side are free."""
    near = game.grid.adjacent[after.board.index(game.sign(before.turn.other))]
    return [after.board[cell] for cell in near].count(EMPTY) <= 2


VIEWS: Views = (
    ("begins", "", ""),
    ("shoots", _FREE, "c2-c4/a4"),
    ("blocks", {"w": "c2", "b": "e5", "x": "c3 d3 b3"}, ""),
    ("stuck", _CORNER, "c3-a3/a2"),
)
TASKS: Tasks = (
    ("moves", _FREE, "c2-c4/a4", anything),
    ("back", _FREE, "c2-c4/c2", _shoots_back),
    ("few", {"w": "c2", "b": "a5", "x": "b5 b6"}, "c2-b3/b4", _leaves_two),
    ("prevents", {"w": "a1", "b": "e3", "x": "a3 b1 b3 c2 c3"}, "a1-b2/a2", prevents),
    ("wins", _CORNER, "c3-a3/a2", wins),
)
