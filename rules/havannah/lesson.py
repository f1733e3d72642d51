"""The lesson of Havannah: its three ways to win, on boards of any size."""

from __future__ import annotations

from ..kit.teaching import START, Board, Tasks, Views, ends_by, joins, prevents

_RING: Board = {"w": "b2 c2 d3 d4 c4", "b": "c3 e4 e5"}
_BRIDGE: Board = {"w": "*1 -b1", "b": "c3 d4"}
_FORK: Board = {"w": "b* a2 -b3", "b": "c3 d4 d5"}

VIEWS: Views = (
    ("begins", START, ""),
    ("ring", _RING, "b3"),
    ("bridge", _BRIDGE, "b1"),
    ("fork", _FORK, "b3"),
)
TASKS: Tasks = (
    ("joins", {"w": "b2 b4", "b": "d3"}, "b3", joins),
    ("ring", _RING, "b3", ends_by("ring")),
    ("bridge", _BRIDGE, "b1", ends_by("bridge")),
    ("fork", _FORK, "b3", ends_by("fork")),
    ("prevents", {"b": "*1 -b1", "w": "c3 d4"}, "b1", prevents),
)
