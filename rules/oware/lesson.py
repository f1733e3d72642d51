"""The lesson of Oware: positions in which one house matters."""

from __future__ import annotations

from ..kit.base import BoardGame
from ..kit.state import State
from ..kit.teaching import START, Tasks, Views, anything, keeps, takes, wins

_ONE = "4,4,4,4,1,4/4,4,4,4,4,2 s 3,2"
_MOST = "0,0,0,0,1,0/1,0,0,0,0,2 s 23,21"


def _takes_two(game: BoardGame, before: State, after: State) -> bool:  # noqa: ARG001 (an ``Idea``)
    return after.taken != "" and int(after.taken) > 3


VIEWS: Views = (
    ("begins", START, ""),
    ("sows", START, "C"),
    ("takes", _ONE, "F"),
    ("most", _MOST, "F"),
)
TASKS: Tasks = (
    ("moves", START, "C", anything),
    ("takes", _ONE, "F", takes),
    ("two", "4,4,4,4,1,1/4,4,4,4,4,2 s 4,4", "F", _takes_two),
    ("keeps", "1,4,4,4,4,4/1,4,4,4,4,4 s 3,3", "A", keeps),
    ("wins", _MOST, "F", wins),
)
