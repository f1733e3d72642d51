"""Scenes to paint: every rule set in several positions, and a scene with every kind of shape."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pbm.core.games import (
    Align,
    Arrow,
    Circle,
    Line,
    Look,
    Point,
    Ring,
    Scene,
    Seat,
    Text,
    all_games,
    draw,
    rectangle,
    spec,
)
from tests.rules.playouts import final, turns

SHAPES = Scene(
    4,
    3,
    [rectangle(Point(0, 0), Point(4, 3), Look.BOARD)],
    [
        Circle(Point(1, 1), 0.4, Look.CELL, "a1"),
        Ring(Point(1, 1), 0.3, 0.2, Look.LIGHT, "a1"),
        Line((Point(1, 2), Point(2, 2), Point(2, 1)), 0.1, Look.LINK),
        Arrow((Point(3, 2), Point(3, 1)), 0.1, Look.PATH),
        Text(Point(2, 0.5), '<b>"&"', 0.3, Look.LABEL, Align.LEFT),
    ],
)


@cache
def boards() -> Mapping[str, Scene]:
    """Return scenes of every rule set by name: start, early, middle and end."""
    found = {}
    for game in all_games():
        states = [state for state, _ in turns(spec(game), 1)]
        some = [states[0], states[4], states[len(states) // 2], states[-1], final(spec(game))[0]]
        for number, state in enumerate(some):
            found[f"{spec(game)} {number}"] = draw(game, state, Seat.SECOND, None, number > 2)
    return found
