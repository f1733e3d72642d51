"""The lesson of Reversi: boards with few discs, and one that is full."""

from __future__ import annotations

from ..game import Seat
from ..kit.state import State
from ..lesson import Lesson, Task, View, anything
from ..phrase import Phrase, Word
from .discs import CELLS, SIZE

_CORNERS = (0, SIZE - 1, CELLS - SIZE, CELLS - 1)
_FULL = "bwbbbbbb/bbwwwwbw/bbbwbwww/wbwbwbww/wbbbwbbb/wbwbwbwb/wbbwbbbb/wbbbbbbb w"


def _board(*rows: str) -> str:
    """Return a position by the beginnings of its first rows."""
    rest = [""] * (SIZE - len(rows))
    return f"{'/'.join(row.ljust(SIZE, '.') for row in (*rows, *rest))} b"


_START = _board("", "", "", "...wb", "...bw")
_WAYS = _board("", "", "", "..bw", "....w", "....w", "...wb")
_CORNER = _board(".wb", "", "", "..bw", "...w")
_PASS = _board(".wb", "", "bw")
_LAST = _board("bb", ".w", ".w", ".w")


def lesson() -> Lesson:
    any_move = Phrase("hint_moves", {"move": "d3"})
    return Lesson(
        Phrase("aim"),
        [
            View(Phrase("view_begins", {"seat": Word("Black")}), _START),
            View(Phrase("view_turns"), _START, "d3"),
            View(Phrase("view_ways"), _WAYS, "e4"),
            View(Phrase("view_full"), _FULL),
        ],
        [
            Task(Phrase("task_moves"), any_move, _START, "d3", anything),
            Task(Phrase("task_ways"), Phrase("hint_ways"), _WAYS, "e4", _turns_several),
            Task(Phrase("task_corner"), Phrase("hint_corner"), _CORNER, "a1", _takes_a_corner),
            Task(
                Phrase("task_pass"), Phrase("hint_pass"), _PASS, "a1", lambda _, then: then.passed
            ),
            Task(Phrase("task_wins"), Phrase("hint_wins"), _LAST, "b5", _wins),
        ],
    )


def _turns_several(before: State, after: State) -> bool:
    return after.board.count("b") > before.board.count("b") + 2


def _takes_a_corner(before: State, after: State) -> bool:  # noqa: ARG001 (a ``Right``)
    return after.last is not None and after.last[0] in _CORNERS


def _wins(before: State, after: State) -> bool:  # noqa: ARG001 (a ``Right``)
    return after.end is not None and after.end.winner is Seat.FIRST
