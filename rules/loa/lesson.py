"""The lesson of Lines of Action: boards with few men."""

from __future__ import annotations

from ..kit.base import BoardGame
from ..kit.state import State
from ..kit.teaching import START, Board, Tasks, Views, anything, prevents, takes, wins

_ROW: Board = {"b": "c3 d3 h8", "w": "f3 a8 a1"}
_NEARLY: Board = {"b": "c3 c4 f3", "w": "a8 h1 h5"}


def _goes_over(game: BoardGame, before: State, after: State) -> bool:
    """Return whether a man of the same side stands between the cells of the last move."""
    assert after.last is not None, "a man has moved"
    start, end = (game.grid.places[cell] for cell in after.last)
    far = max(abs(end.column - start.column), abs(end.row - start.row))
    step = (after.last[1] - after.last[0]) // far
    own = game.sign(before.turn)
    return any(before.board[after.last[0] + at * step] == own for at in range(1, far))


VIEWS: Views = (
    ("begins", START, ""),
    ("exact", START, "b1-b3"),
    ("over", _ROW, "c3xf3"),
    ("together", _NEARLY, "f3-d3"),
)
TASKS: Tasks = (
    ("moves", START, "b1-b3", anything),
    ("takes", _ROW, "c3xf3", takes),
    ("over", {"b": "c3 d3 h8", "w": "g5 a8 a1"}, "c3-e3", _goes_over),
    ("prevents", {"b": "e3 a1 h8", "w": "d4 d5 g4"}, "e3-e4", prevents),
    ("wins", _NEARLY, "f3-d3", wins),
)
