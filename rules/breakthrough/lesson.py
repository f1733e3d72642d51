"""The lesson of Breakthrough."""

from __future__ import annotations

from ..kit.teaching import START, Tasks, Views, anything, prevents, takes, takes_safely, wins

_TAKING = {"w": "c3", "b": "c4 d4"}
_NEARLY = {"w": "e^1 a2", "b": "b4"}

VIEWS: Views = (
    ("begins", START, ""),
    ("steps", START, "b2-c3"),
    ("takes", _TAKING, "c3xd4"),
    ("last_row", _NEARLY, "e^1-e^"),
)
TASKS: Tasks = (
    ("moves", START, "b2-b3", anything),
    ("takes", _TAKING, "c3xd4", takes),
    ("free", {"w": "b3", "b": "a4 c4 d5"}, "b3xa4", takes_safely),
    ("prevents", {"w": "b1 e3", "b": "c2 f5"}, "b1xc2", prevents),
    ("wins", _NEARLY, "e^1-e^", wins),
)
