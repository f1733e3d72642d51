"""Games of OpenSpiel for pbm. A position is the list of the actions that led to it.

The library ends the process, or accepts the action, if it is given one that is not legal. So every
action is looked up in ``legal_actions`` before it is applied, those of a position included.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pyspiel

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
Named = Callable[[str, Sequence[str]], str]
"""Returns a move for people, given the library's name of an action and the rows of its board."""


class Game:
    """Interface 1 of pbm's plugins. named: how moves are written; the library's way by default."""

    def __init__(self, name: str, named: Named, ruleset: str) -> None:
        self._game = pyspiel.load_game(name)
        self._named = named
        self._ruleset = ruleset

    def start(self) -> str:
        return "-"

    def turn(self, position: str) -> int | None:
        state = self._state(position)
        return None if state.is_terminal() else int(state.current_player())

    def result(self, position: str) -> int | None:
        first, second = self._state(position).returns()
        return None if first == second else int(second > first)

    def moves(self, position: str) -> list[str]:
        return [*self._actions(self._state(position))]

    def play(self, position: str, move: str) -> str:
        action = self._actions(self._state(position))[move]
        return f"{action}" if position == self.start() else f"{position}.{action}"

    def board(self, position: str) -> str:
        text = re.sub(r"\x1b\[\d*m", "", str(self._state(position)))
        rows = _rows(text)
        if not rows:
            return "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")
        numbered = [f"{len(rows) - at} {' '.join(row)}" for at, row in enumerate(rows)]
        return "\n".join([*numbered, "  " + " ".join(_LETTERS[: len(rows[0])])])

    def _state(self, position: str) -> Any:
        """:raises ValueError: if the position is no list of legal actions"""
        state = self._game.new_initial_state()
        for text in [] if position == self.start() else position.split("."):
            action = int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
            if state.is_terminal() or action not in state.legal_actions():
                raise ValueError(f"{text[:20]} is not a legal action")
            state.apply_action(action)
        return state

    def _actions(self, state: Any) -> dict[str, int]:
        if state.is_terminal():
            return {}
        player, rows = state.current_player(), _rows(str(state))
        return {
            self._named(state.action_to_string(player, action), rows): action
            for action in state.legal_actions()
        }


def _rows(text: str) -> list[str]:
    """Return the rows of a board that has a sign for each cell; none if it cannot be told."""
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    while lines and len(lines[0]) < 3:  # whose turn it is
        del lines[0]
    if lines and re.fullmatch(r"[a-z]{3,}", lines[-1]) and lines[-1] == _LETTERS[: len(lines[-1])]:
        lines = [line[1:] for line in lines[:-1]]
    is_even = len({*map(len, lines)}) == 1 and len(lines) > 2
    return lines if is_even and all(re.fullmatch(r"[^\s─-╿-]+", line) for line in lines) else []


def _place(name: str, rows: Sequence[str]) -> str:
    """Return the cell of ``x(0,2)`` or ``0,2``: row and column from the upper left."""
    row, column = map(int, re.findall(r"\d+", name)[-2:])
    return f"{_LETTERS[column]}{len(rows) - row}"


def _drop(name: str, rows: Sequence[str]) -> str:
    """Return the cell where the man lands in the column of ``x3``."""
    column = int(name[1:])
    return f"{_LETTERS[column]}{1 + sum(row[column] != '.' for row in rows)}"


def _edge(name: str, _rows: Sequence[str]) -> str:
    """Return ``h12`` for the edge ``P1(h,1,2)``."""
    return "".join(re.findall(r"[hv]|\d+", name.partition("(")[2]))


def _pit(name: str, _rows: Sequence[str]) -> str:
    return f"pit{name}"


def _as_it_is(name: str, _rows: Sequence[str]) -> str:
    return name


tictactoe = partial(Game, "tic_tac_toe", _place)
fourrow = partial(Game, "connect_four", _drop)
gomoku = partial(Game, "gomoku", _place)
checkers = partial(Game, "checkers", _as_it_is)
dotsboxes = partial(Game, "dots_and_boxes", _edge)
mancala = partial(Game, "mancala", _pit)
