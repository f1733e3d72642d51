"""Lessons of games of the kit as data: boards of any size, and ideas that several games teach."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from ..game import Seat
from ..lesson import Lesson, Task, View
from ..phrase import Phrase, Word
from ..words import WORDS
from . import position
from .base import BoardGame
from .state import EMPTY, State

Board = Mapping[str, str] | str
"""A position, or the cells of each sign, apart by blanks: ``{"w": "c* -c3", "b": "a^1"}``.

``c*`` and ``*3`` are all cells with a letter or a number, ``-`` removes one, and ``a^1`` is one row
before the last. ``START`` is the start.
"""

START = ""

Idea = Callable[[BoardGame, State, State], bool]
"""Whether a legal move shows the idea: the game, and the states before and after the move."""

Views = Sequence[tuple[str, Board, str]]
"""The end of the code of each view, its board and its move."""

Tasks = Sequence[tuple[str, Board, str, Idea]]
"""The same of each task, with its idea. The words have a question for each code, and a hint if it
is not that of winning.
"""

_FROM_THE_LAST = re.compile(r"([a-z])\^([0-9]?)")


def taught(game: BoardGame, views: Views, tasks: Tasks) -> Lesson:
    return Lesson(
        Phrase("aim"),
        [
            View(_said(game, f"view_{code}", move), placed(game, board), named(game, move))
            for code, board, move in views
        ],
        [
            Task(
                _said(game, f"task_{code}", move),
                _said(game, _hint(game, code), move),
                placed(game, board),
                named(game, move),
                partial(idea, game),
            )
            for code, board, move, idea in tasks
        ],
    )


def placed(game: BoardGame, board: Board) -> str:
    """Return a position, with the first seat to move."""
    if isinstance(board, str):
        return board or game.encode(game.start())
    signs = [EMPTY] * len(game.setup)
    for sign, cells in board.items():
        for name in named(game, cells).split():
            for cell in _cells(game, name.strip("-")):
                signs[cell] = EMPTY if name[0] == "-" else sign
    return position.encode(game.grid, "".join(signs), game.sign(Seat.FIRST))


def _cells(game: BoardGame, name: str) -> Sequence[int]:
    letter, number = name[0], name[1:]
    return [
        cell
        for cell, of in game.grid.names.items()
        if letter in ("*", of[0]) and number in ("*", of[1:])
    ]


def named(game: BoardGame, text: str) -> str:
    """Return a text with the names of cells whose rows were counted from the last."""
    last = len(game.grid.rows)
    return _FROM_THE_LAST.sub(lambda found: f"{found[1]}{last - int(found[2] or 0)}", text)


def _hint(game: BoardGame, code: str) -> str:
    return f"hint_{code}" if f"hint_{code}" in {**WORDS, **game.words} else "hint_wins"


def _said(game: BoardGame, code: str, move: str) -> Phrase:
    facts: Mapping[str, Mapping[str, str]] = {
        "view_begins": {"seat": Word(game.seats[0])},
        "hint_moves": {"move": named(game, move)},
    }
    return Phrase(code, facts.get(code, {}))


def ends_by(reason: str) -> Idea:
    """Return the idea to win in one of several ways."""
    return lambda game, before, after: (
        wins(game, before, after) and after.end is not None and after.end.reason == reason
    )


def anything(game: BoardGame, before: State, after: State) -> bool:  # noqa: ARG001 (an ``Idea``)
    return True


def takes(game: BoardGame, before: State, after: State) -> bool:  # noqa: ARG001 (an ``Idea``)
    return bool(after.taken)


def takes_safely(game: BoardGame, before: State, after: State) -> bool:
    """Return whether a move takes, and no answer takes."""
    return takes(game, before, after) and keeps(game, before, after)


def keeps(game: BoardGame, before: State, after: State) -> bool:  # noqa: ARG001 (an ``Idea``)
    """Return whether no answer takes."""
    return not any(game.after(after, move).taken for move in game.legal_moves(after))


def wins(game: BoardGame, before: State, after: State) -> bool:  # noqa: ARG001 (an ``Idea``)
    return after.end is not None and after.end.winner is before.turn


def prevents(game: BoardGame, before: State, after: State) -> bool:
    """Return whether the other side cannot win with its next move."""
    is_lost = after.end is not None and after.end.winner is before.turn.other
    return not is_lost and (after.turn is before.turn or game.winning(after) is None)


def wins_next(game: BoardGame, before: State, after: State) -> bool:
    """Return whether the side wins with its next move, whatever the other side answers."""
    answers = (game.after(after, move) for move in game.legal_moves(after))
    return not after.end and all(
        then.turn is before.turn and game.winning(then) is not None for then in answers
    )


def joins(game: BoardGame, before: State, after: State) -> bool:
    """Return whether all stones of the side that has moved are one chain."""
    board, own = after.board, game.sign(before.turn)
    return len(game.grid.chain(board, board.index(own))) == board.count(own)


def bridges(game: BoardGame, before: State, after: State) -> bool:
    """Return whether a stone has two empty cells in common with another one, and does not touch."""
    assert after.last is not None, "a stone was set"
    (cell,) = after.last
    near = {each for each in game.grid.adjacent[cell] if after.board[each] == EMPTY}
    others = [each for each in game.grid.cells if before.board[each] == game.sign(before.turn)]
    return any(
        len(near & {*game.grid.adjacent[other]}) == 2 and other not in game.grid.adjacent[cell]
        for other in others
    )
