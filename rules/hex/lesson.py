"""The lesson of Hex: chains through a column or a row of boards of any size."""

from __future__ import annotations

from ..kit.teaching import START, Tasks, Views, anything, bridges, joins, prevents, wins

VIEWS: Views = (
    ("begins", START, ""),
    ("chain", {"r": "b2 c2 c3", "b": "d4"}, ""),
    ("red", {"r": "c*", "b": "b2 b4 d1 d3"}, ""),
    ("blue", {"b": "*3", "r": "b2 c4 d2 a4 e2"}, ""),
)
TASKS: Tasks = (
    ("moves", START, "c3", anything),
    ("joins", {"r": "c2 c4", "b": "a1"}, "c3", joins),
    ("bridges", {"r": "c3", "b": "a1"}, "d4", bridges),
    ("prevents", {"b": "*3 -c3", "r": "a1 e5 b4"}, "c3", prevents),
    ("wins", {"r": "c* -c3", "b": "a2 e4 b1"}, "c3", wins),
)
