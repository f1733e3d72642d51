"""Boards of Breakthrough as the tests draw them, with the last row on top."""

from __future__ import annotations

from pbm.rules.breakthrough import RULESETS
from pbm.rules.kit.state import State
from tests.rules.boards import Boards

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

_BOARDS = Boards(SMALL)
moves, played, refused = _BOARDS.moves, _BOARDS.played, _BOARDS.refused


def drawn(text: str = MEETING, side: str = "w") -> State:
    return _BOARDS.drawn(text, side)
