"""The lesson of DVONN: small boards around one DVONN piece."""

from __future__ import annotations

from ..game import Seat
from ..lesson import Lesson, Task, View
from ..phrase import Phrase
from .pieces import BLACK, DVONN
from .scoring import outcome
from .state import State

_CORNERS = ("C2", "G4", "C4", "G2")
"""Cells of the part of the board that the pictures show."""


def _board(fourth: str, third: str, second: str, turn: str = "w") -> str:
    """Return a position by the beginnings of rows 4, 3 and 2, from B4, A3 and A2 on."""
    return f"{'.' * 9}/{fourth}/{third}/{second}/{'.' * 9} {turn}"


_LINKED = _board("...bw.....", "...wrb.....", "....w.....")
_LOOSE = _board("..........", "..wrwb.....", "..........")
_OVER = _board("..........", "...[wwbw][brb]......", "..........", "=")
_TASKS = (
    ("single", _LINKED, "E2-F3"),
    ("stack", _board("..........", "..b.[bw]rb....", "....w....."), "E3-C3"),
    ("dvonn", _LINKED, "D3-E3"),
    ("cut_off", _board("..........", "..bwrb.....", "....w....."), "D3-E3"),
    ("last", _board("..........", "..bw[rb]......", ".........."), "D3-E3"),
)


def lesson() -> Lesson:
    return Lesson(
        Phrase("lesson_aim"),
        [
            View(Phrase("view_linked"), _LINKED, "", _CORNERS),
            View(Phrase("view_stack"), _LINKED, "E2-F3", _CORNERS),
            View(Phrase("view_cut_off"), _LOOSE, "E3-D3", _CORNERS),
            View(Phrase("view_score"), _OVER, "", _CORNERS),
        ],
        [
            Task(Phrase(f"task_{code}"), Phrase(f"hint_{code}"), position, answer, _RIGHT[code])
            for code, position, answer in _TASKS
        ],
    )


def _height(before: State, after: State) -> int:
    assert after.last is not None and after.last.origin is not None, "a stack has moved"
    return len(before.board[after.last.origin])


def _onto(before: State, after: State) -> str:
    assert after.last is not None, "a stack has moved"
    return before.board[after.last.destination]


_RIGHT = {
    "single": lambda before, after: _onto(before, after)[-1:] == BLACK,
    "stack": lambda before, after: _height(before, after) == 2,
    "dvonn": lambda before, after: _onto(before, after) == DVONN,
    "cut_off": lambda _, after: any(BLACK in stack for _, stack in after.lost),
    "last": lambda _, after: after.turn is None and outcome(after.board).winner is Seat.FIRST,
}
"""By task, whether a legal move shows its idea."""
