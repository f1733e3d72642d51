"""Boards of Lines of Action as the tests draw them, with row 8 on top."""

from __future__ import annotations

from pbm.rules.loa import RULESETS
from tests.rules.boards import Boards

GAME = RULESETS[0]
_BOARDS = Boards(GAME)
drawn, moves, played = _BOARDS.drawn, _BOARDS.moves, _BOARDS.played
refused, rows = _BOARDS.refused, _BOARDS.rows
