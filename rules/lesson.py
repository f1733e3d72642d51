"""Lessons: a game in four pictures, and in five positions that a newcomer answers by a move."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from .phrase import Phrase

VIEWS, TASKS = 4, 5
"""How many views and tasks a lesson has."""

Right = Callable[[Any, Any], bool]
"""Returns whether a legal move shows the idea: it is given the states before and after it."""


@dataclass(frozen=True)
class View:
    """One of the pictures that show the rules.

    caption: a short sentence about the picture.
    position: as ``Game.encode`` writes it. move: played there and drawn, "" for none.
    cells: names of cells; the picture shows the part of the board with them, or all of it.
    """

    caption: Phrase
    position: str
    move: str = ""
    cells: Sequence[str] = ()


@dataclass(frozen=True)
class Task:
    """A position, and a question to the side to move that any move may answer that is ``right``.

    hint: what a legal move that is not right lacks.
    answer: a right move; not every legal move is one, unless ``right`` is ``anything``.
    """

    question: Phrase
    hint: Phrase
    position: str
    answer: str
    right: Right


@dataclass(frozen=True)
class Lesson:
    """What a game teaches: its aim in one sentence, ``VIEWS`` views and ``TASKS`` tasks."""

    aim: Phrase
    views: Sequence[View]
    tasks: Sequence[Task]


def anything(before: Any, after: Any) -> bool:  # noqa: ARG001 (a ``Right``)
    """Every legal move is right."""
    return True
