"""The lesson of Clobber: the last pieces that touch, on boards of any size."""

from __future__ import annotations

from ..kit.base import BoardGame
from ..kit.state import State
from ..kit.teaching import START, Tasks, Views, anything, prevents, wins, wins_next


def _leaves_one(game: BoardGame, before: State, after: State) -> bool:  # noqa: ARG001 (an ``Idea``)
    return len([*game.legal_moves(after)]) == 1


VIEWS: Views = (
    ("begins", START, ""),
    ("onto", START, "a1xb1"),
    ("apart", {"w": "b2 e4", "b": "d2 c4"}, ""),
    ("stuck", {"w": "c2", "b": "c3 e4"}, "c2xc3"),
)
TASKS: Tasks = (
    ("moves", START, "a1xb1", anything),
    ("single", {"w": "c3 e2 e4", "b": "b2 b3 d4 e3"}, "e4xe3", _leaves_one),
    ("prevents", {"w": "b3 c3 d2", "b": "b2 b4 d3"}, "d2xd3", prevents),
    ("wins_next", {"w": "b3 e3 e4", "b": "c4 d3 d4 e2"}, "e4xd4", wins_next),
    ("wins", {"w": "c2 c4", "b": "c3 d2"}, "c2xc3", wins),
)
