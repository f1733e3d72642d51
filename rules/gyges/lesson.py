"""The lesson of Gyges: for each idea the first of its examples that the rule set allows."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from ..errors import RulesError
from ..lesson import Lesson, Task, View
from ..phrase import Phrase
from .board import SIZES, is_goal
from .classic import Classic
from .coordinates import Coordinates
from .net import Walk
from .rings import ring
from .state import Move, Relay, State
from .trail import trail

_PLACE = re.compile(r"[1-7][1-6](?!\*)")
_CORNERS = (11, 44)
"""Opposite slots of the part of the board that the pictures show."""

_HELD = "23/- 0-0 -"
"""The end of a position of ``kang`` in which South has two rings in reserve."""


_ENDS = ("", " -/- 0-0 -")
"""What follows a position: nothing, or in ``kang`` empty reserves and no goals."""


class _Shown(NamedTuple):
    """A position and a move for a view. Places have figures: 73 is the goal beyond column 3."""

    code: str
    position: str
    move: str = ""


Legs = Sequence[Walk]


class _Asked(NamedTuple):
    """A position and an answer for a task. idea: whether a move with these legs shows the idea."""

    code: str
    position: str
    answer: str
    idea: Callable[[State, State, Legs], bool]


def _is_entry(before: State, after: State, legs: Legs) -> bool:  # noqa: ARG001
    return isinstance(after.last, Move) and after.last.origin in SIZES


def _is_step(before: State, after: State, legs: Legs) -> bool:
    is_single = ring(before.rings, legs[0][0]) == 1
    return is_single and len(legs) == 1 and not _displaces(before, after, legs)


def _turns(before: State, after: State, legs: Legs) -> bool:  # noqa: ARG001
    steps = {beyond - here for here, beyond in zip(legs[0], legs[0][1:], strict=False)}
    return len(legs) == 1 and len(steps) > 1


def _bounces(before: State, after: State, legs: Legs, times: int = 1) -> bool:  # noqa: ARG001
    return len(legs) > times


def _displaces(before: State, after: State, legs: Legs) -> bool:  # noqa: ARG001
    return isinstance(after.last, Move | Relay) and after.last.displaced is not None


def _scores(before: State, after: State, legs: Legs) -> bool:  # noqa: ARG001
    return isinstance(after.last, Move | Relay) and is_goal(after.last.destination)


_HOME = "....../....../....../..2.../....../.321.. s"
_VIEWS = (
    (
        _Shown("view_enter", f"....../....../....../....../..1.../...... s {_HELD}", "2*-22"),
        _Shown("view_lift", _HOME),
    ),
    (_Shown("view_steps", _HOME, "14-24"),),
    (_Shown("view_bounce", _HOME, "12-33-44"),),
    (
        _Shown("view_displace", _HOME, "12x33=24"),
        _Shown("view_bounce_again", "....../....../.1..../..2.../....../.321.. s", "12-33-42-41"),
    ),
)

_NEAR, _FAR = (
    f"....../....../....../{rows} s" for rows in (".2..../....../..13..", "..2.../....../.1.3..")
)
_TASKS = (
    (
        _Asked("enter", f"....../....../....../....../....../...... s {_HELD}", "2*-22", _is_entry),
        _Asked("step", _NEAR, "13-23", _is_step),
    ),
    (_Asked("turn", _NEAR, "14-33", _turns),),
    (_Asked("bounce", _FAR, "14-33-53", _bounces),),
    (
        _Asked("displace", _FAR, "14x33=22", _displaces),
        _Asked(
            "bounce_twice",
            "....../....../.1..../..2.../....../.1.3.. s",
            "14-33-42-52",
            partial(_bounces, times=2),
        ),
    ),
    (_Asked("goal", "....../..1.../.3..../....../....../...... s", "42-72", _scores),),
)


Read = Callable[[str, str], str]
"""Returns a move, which may be "", as it is printed in a position.

It raises a ``RulesError`` for a position that cannot be read, and for a move that is not legal.
"""


def lesson(rules: Classic, read: Read) -> Lesson:
    """Return the lesson of a rule set. read: as it reads positions and moves."""
    views = [_first(read, rules.coordinates, group) for group in _VIEWS]
    tasks = [_first(read, rules.coordinates, group) for group in _TASKS]
    corners = [rules.coordinates.names[slot] for slot in _CORNERS]
    return Lesson(
        Phrase(rules.code("lesson_aim")),
        [
            View(Phrase(rules.code(each.code)), position, move, corners)
            for each, position, move in views
        ],
        [
            Task(
                Phrase(
                    rules.code(f"task_{each.code}"),
                    rules.naming().facts if each.code == "step" else {},
                ),
                Phrase(rules.code(f"hint_{each.code}")),
                position,
                answer,
                partial(_is_right, rules, each.idea),
            )
            for each, position, answer in tasks
        ],
    )


def _is_right(
    rules: Classic, idea: Callable[[State, State, Legs], bool], before: State, after: State
) -> bool:
    legs = trail(rules, after)
    return bool(legs) and idea(before, after, legs)


E = TypeVar("E", _Shown, _Asked)


def _first(read: Read, coordinates: Coordinates, group: Sequence[E]) -> tuple[E, str, str]:
    """Return the first example of a group that is legal, its position, and its move as written.

    :raises LookupError: if none of them is legal
    """
    for each in group:
        for end in _ENDS:
            position = each.position + end
            try:
                written = read(position, _named(coordinates, each[2]))
            except RulesError:
                continue
            return each, position, written
    raise LookupError(f"none of these is legal: {group}")


def _named(coordinates: Coordinates, move: str) -> str:
    """Return a move with the names that the rule set gives to slots and goals."""

    def name(place: re.Match[str]) -> str:
        slot = int(place[0])
        # A goal of one cell is the same place beyond every column.
        return coordinates.names.get(slot) or coordinates.names[slot // 10 * 10]

    return _PLACE.sub(name, move)
