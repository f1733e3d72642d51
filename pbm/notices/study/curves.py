"""The curve of a game in characters: who was ahead after each move, as an analysis estimates."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.base.values import replace
from pbm.core.analyses import GameAnalysis
from pbm.core.games import PROVEN, Seat
from pbm.core.languages import ENGLISH
from pbm.notices.pages import Chart, Drawing
from pbm.notices.rendering import name_of, wrapped

WIDTH = 72
_ROOM = WIDTH - 1
"""The columns of the curve, without its edge."""

_HALF = 4
"""The number of lines above the middle, and of lines below it."""

_LEVEL = 0.1
"""A height up to which neither side is said to be ahead."""

CURVE = "curve"
"""The table of ``names.toml`` with the words for the curve and its marks."""

_EDGE, _BAR, _MIDDLE, _MARKED = ":", "#", "-", "^"


def curve(analysis: GameAnalysis, above: str, below: str, alt: str, language: str = ENGLISH) -> str:
    """Return the curve as text, together with the facts of its picture.

    Text and picture mark moves in different ways, so each has its own words for its marks.

    above, below: the names of the two sides. alt: the curve in words.
    """
    shown = chart(analysis, above, below, alt)
    lines = _lines(shown.heights, shown.marks)
    if shown.marks:
        lines += ["", wrapped(name_of("text", CURVE, language))]
        shown = replace(shown, legend=name_of("picture", CURVE, language))
    return Drawing("\n".join(lines), shown)


def chart(analysis: GameAnalysis, above: str, below: str, alt: str) -> Chart:
    """Return the facts of the curve's picture. The arguments are those of ``curve``."""
    marks = sorted({remark.ply - 1 for remark in analysis.found.remarks})
    return Chart(_heights(analysis.found.curve), marks, above, below, alt)


def turning_point(analysis: GameAnalysis, winner: Seat) -> int:
    """The ply from which on the winner was ahead to the end, by the estimate; 0 for none.

    None is named if the winner was ahead all the time, or only because the game had ended.
    """
    sign = 1 if winner is Seat.FIRST else -1
    ahead = [height * sign > _LEVEL for height in _heights(analysis.found.curve)]
    behind = [ply for ply, is_ahead in enumerate(ahead, 1) if not is_ahead]
    is_named = behind and behind[-1] < len(ahead) - 1
    return behind[-1] + 1 if is_named else 0


def _heights(estimates: Sequence[int]) -> list[float]:
    """Return estimates as heights from -1 (the second seat has won) to 1 (the first seat has)."""
    values = _over_pairs(estimates)
    open_ = [abs(value) for value in values if abs(value) < PROVEN]
    usual = max(1.0, sum(open_) / max(1, len(open_)))
    return [
        round(value / abs(value) if abs(value) >= PROVEN else value / (abs(value) + 2 * usual), 3)
        for value in values
    ]


def _over_pairs(estimates: Sequence[int]) -> list[float]:
    """The mean of each estimate and the one before it, so that both sides have moved once.

    An estimate favours the side that has just moved: alone, they change sides at nearly every ply.
    What is proven stays as it is.
    """
    before = [*estimates[1:2], *estimates[:-1]]
    return [
        now if max(abs(now), abs(last)) >= PROVEN else (now + last) / 2
        for now, last in zip(estimates, before or estimates, strict=True)
    ]


def _lines(heights: Sequence[float], marks: Sequence[int]) -> list[str]:
    """Return the lines of the drawing: bars from the middle, and marks below them."""
    count = len(heights)
    wide = max(1, _ROOM // max(1, count))
    # If a game is too long for the line, some of its moves are left out.
    columns = min(count, _ROOM)
    shown = [at * count // columns for at in range(columns)]
    bars = [round(heights[at] * _HALF) for at in shown]
    rows = ["".join(_sign(bar, row) * wide for bar in bars) for row in range(_HALF, -_HALF - 1, -1)]
    ends = [*shown[1:], count]
    marked = [
        any(start <= mark < end for mark in marks) for start, end in zip(shown, ends, strict=True)
    ]
    rows.append("".join((_MARKED if each else " ") * wide for each in marked))
    return [f"{_EDGE}{row}".rstrip() for row in rows]


def _sign(bar: int, row: int) -> str:
    if row == 0:
        return _MIDDLE
    return _BAR if 0 < row <= bar or bar <= row < 0 else " "
