"""Boards of Breakthrough as the tests draw them, with the last row on top."""

from __future__ import annotations

from pbm.rules.breakthrough import RULESETS
from pbm.rules.kit.state import State

GAMES = {game.ruleset: game for game in RULESETS}
GAME, SMALL = GAMES["standard"], GAMES["6x6"]

MEETING = """
    . . . . . .
    . b b . . .
    . w b . . .
    w . . w . .
    . . w w . .
    . . . . . .
"""


def drawn(text: str = MEETING, side: str = "w") -> State:
    rows = ["".join(line.split()) for line in text.split("\n") if line.strip()]
    return SMALL.decode(f"{'/'.join(rows)} {side}")


def moves(state: State) -> list[str]:
    return [SMALL.format(state, move) for move in SMALL.legal_moves(state)]


def played(state: State, *texts: str) -> State:
    for text in texts:
        state = SMALL.apply(state, SMALL.parse(state, text))
    return state
