"""Boards of a game of the kit as tests draw them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pbm.rules.errors import IllegalMove
from pbm.rules.kit.base import BoardGame
from pbm.rules.kit.state import EMPTY, State


class Boards:
    """The boards of a rule set. Rows are drawn from the top; the last ones may be left out."""

    def __init__(self, game: BoardGame) -> None:
        self.game = game

    def drawn(self, text: str, side: str = "") -> State:
        """side: the sign of the one to move, the first by default."""
        rows = ["".join(line.split()) for line in text.split("\n") if line.strip()]
        rows += [EMPTY * len(rows[0])] * (len(self.game.grid.rows) - len(rows))
        return self.game.decode(f"{'/'.join(rows)} {side or self.game.signs[0]}")

    def moves(self, state: State) -> list[str]:
        return [self.game.format(state, move) for move in self.game.legal_moves(state)]

    def played(self, state: State, *texts: str) -> State:
        for text in texts:
            state = self.game.make(state, text).after
        return state

    def refused(self, state: State, text: str) -> tuple[str, str]:
        """Return the rule and the code by which a move is refused."""
        with pytest.raises(IllegalMove) as caught:
            self.game.parse(state, text)
        return caught.value.rule, caught.value.phrase.code

    def rows(self, state: State) -> Sequence[str]:
        """Return the rows of a board, the upper one first, without those that are empty."""
        rows = self.game.encode(state).split()[0].split("/")
        return [row for row in rows if row.strip(EMPTY)]
