from __future__ import annotations

from typing import Any

from pbm.suggestions import MOST, MOST_READ, similar_moves
from rules.gyges.rulesets import RULESETS

MANY_MOVES = "2.2..3/.3..../..31../3..2../..2.../.111.. n"


class Watched:
    """A game that counts the moves that it is asked to write."""

    def __init__(self, game: Any) -> None:
        self.game, self.written = game, 0

    def legal_moves(self, state: Any) -> Any:
        return self.game.legal_moves(state)

    def format(self, state: Any, move: Any) -> str:
        self.written += 1
        return str(self.game.format(state, move))


def test_no_more_moves_are_written_than_a_letter_may_cost() -> None:
    towers: Any = next(each for each in RULESETS if each.ruleset == "towers")
    state = towers.decode(MANY_MOVES)
    assert sum(1 for _ in towers.legal_moves(state)) > 2 * MOST_READ
    game: Any = Watched(towers)
    assert len(similar_moves(game, state, "f2-a7")) <= MOST
    assert game.written == MOST_READ
