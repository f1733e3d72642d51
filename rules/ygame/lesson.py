"""The lesson of Y: chains through a column of boards of any size."""

from __future__ import annotations

from ..kit.teaching import START, Tasks, Views, anything, bridges, joins, prevents, wins

VIEWS: Views = (
    ("begins", START, ""),
    ("chain", {"w": "c3 d3 d4", "b": "f4"}, ""),
    ("three", {"w": "b* a5", "b": "c2 c5 d3 e4"}, ""),
    ("corner", {"w": "a*", "b": "b2 b5 c3 d4"}, ""),
)
TASKS: Tasks = (
    ("moves", START, "d4", anything),
    ("joins", {"w": "c2 c4", "b": "e5"}, "c3", joins),
    ("bridges", {"w": "c3", "b": "f4"}, "d4", bridges),
    ("prevents", {"b": "b* a5 -b3", "w": "c2 c5 d3 f4"}, "b3", prevents),
    ("wins", {"w": "b* a5 -b3", "b": "c2 c5 d3 f4"}, "b3", wins),
)
