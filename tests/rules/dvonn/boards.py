"""Boards as the tests draw them, with row 5 on top and spaces between cells."""

from __future__ import annotations

from pbm.rules.dvonn import RULESETS
from pbm.rules.dvonn.board import NAMES
from pbm.rules.dvonn.state import State

GAME = RULESETS[0]

EMPTY = "........./........../.........../........../........."
SURROUNDED = """
          .    .    .    .    .    .    .    .    .
       .    .    w    w    .    .    .    .    .    .
    .    .    r    b    w    w    .    .    .    .    .
       .    .    w    w    .    .    .    .    .    .
          .    .    .    .    .    .    .    .    .
"""


def drawn(text: str, side: str = "w") -> State:
    rows = ["".join(line.split()) for line in text.split("\n") if line.strip()]
    return GAME.decode(f"{'/'.join(rows)} {side}")


def moves(state: State) -> list[str]:
    return [GAME.format(state, move) for move in GAME.legal_moves(state)]


def played(state: State, *texts: str) -> State:
    for text in texts:
        state = GAME.apply(state, GAME.parse(state, text))
    return state


def stacks(state: State) -> dict[str, str]:
    return {name: state.board[cell] for cell, name in NAMES.items() if state.board[cell]}
