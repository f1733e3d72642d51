"""Boards of Lines of Action as the tests draw them, with row 8 on top; the lowest rows may be left
out if they are empty.
"""

from __future__ import annotations

from pbm.rules.kit.state import State
from pbm.rules.loa import RULESETS

GAME = RULESETS[0]


def drawn(text: str, side: str = "b") -> State:
    rows = ["".join(line.split()) for line in text.split("\n") if line.strip()]
    rows += ["." * 8] * (8 - len(rows))
    return GAME.decode(f"{'/'.join(rows)} {side}")


def moves(state: State) -> list[str]:
    return [GAME.format(state, move) for move in GAME.legal_moves(state)]


def played(state: State, *texts: str) -> State:
    for text in texts:
        state = GAME.make(state, text).after
    return state
