"""The curve of a game as a scene: who was ahead after each move.

Some moves are marked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbm.core.games import Align, Circle, Line, Look, Point, Scene, Shape, Text, rectangle

_WIDTH, _HEIGHT, _MARGIN = 12.0, 4.4, 0.6
_LABEL = 0.4
_THIN = 0.03


def curve(heights: Sequence[float], marks: Sequence[int], above: str, below: str) -> Scene:
    """Return the scene of a curve.

    heights: a value for each move, from -1 to 1. marks: the numbers of marked moves, from 0.
    above, below: the names of the two sides.
    """
    middle = _HEIGHT / 2
    ground = rectangle(Point(0, 0), Point(_WIDTH, _HEIGHT), Look.BOARD)
    pieces = [
        *_bars(heights, marks),
        Line((Point(_MARGIN, middle), Point(_WIDTH - _MARGIN, middle)), _THIN, Look.LABEL),
        Text(Point(_MARGIN, _MARGIN / 2), above, _LABEL, Look.LABEL, Align.LEFT),
        Text(Point(_MARGIN, _HEIGHT - _MARGIN / 2), below, _LABEL, Look.LABEL, Align.LEFT),
    ]
    return Scene(_WIDTH, _HEIGHT, (ground,), pieces)


def _bars(heights: Sequence[float], marks: Sequence[int]) -> Iterator[Shape]:
    wide = (_WIDTH - 2 * _MARGIN) / max(1, len(heights))
    middle, most = _HEIGHT / 2, _HEIGHT / 2 - _MARGIN
    for at, height in enumerate(heights):
        left, top = _MARGIN + at * wide, middle - height * most
        if height:
            look = Look.FIRST if height > 0 else Look.SECOND
            yield rectangle(Point(left, middle), Point(left + wide, top), look)
    for at in marks:
        x, radius = _MARGIN + (at + 0.5) * wide, min(0.14, max(0.07, wide / 2))
        yield Circle(Point(x, middle), radius, Look.DISPLACED)
