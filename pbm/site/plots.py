"""Plots of ratings, as points of an SVG."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

WIDTH, HEIGHT, LEFT = 640, 180, 62
_EDGE, _STEP = 12, 100
_MOST_POINTS = 300


def plot(points: Sequence[int]) -> Mapping[str, Any]:
    """Return the coordinates of the points of a rating, the first one before the first game.

    points: at least two.
    """
    shown = _thinned(points)
    low, high = min(shown) // _STEP * _STEP, -(-max(shown) // _STEP) * _STEP
    high = max(high, low + _STEP)

    def y(value: int) -> float:
        return round(_EDGE + (HEIGHT - 2 * _EDGE) * (high - value) / (high - low), 1)

    across = (WIDTH - LEFT - _EDGE) / (len(shown) - 1)
    dots = [(round(LEFT + across * at, 1), y(value)) for at, value in enumerate(shown)]
    step = _STEP * max(1, (high - low) // (4 * _STEP))
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "games": len(points) - 1,
        "low": min(points),
        "high": max(points),
        "points": " ".join(f"{x:g},{y:g}" for x, y in dots),
        "end": dots[-1],
        "marks": [{"label": value, "y": y(value)} for value in range(low, high + 1, step)],
    }


def _thinned(points: Sequence[int]) -> Sequence[int]:
    """Return at most as many points as a plot can show, the last one among them."""
    every = -(-len(points) // _MOST_POINTS)
    return [*reversed(points[::-1][::every])]
