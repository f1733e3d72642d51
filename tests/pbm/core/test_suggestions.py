from __future__ import annotations

from typing import Any

import pytest

from pbm.core.suggestions import MOST, MOST_READ, similar_moves
from pbm.rules import games
from pbm.rules.gyges.rulesets import RULESETS

MANY_MOVES = "2.2..3/.3..../..31../3..2../..2.../.111.. n"
# The rings on 13 and 15 have 1,100 moves, which are generated before those of the ring on 16.
LAST_OF_MANY = ".1..../...32./31..../..3..2/....../132.21 s"


class CountingGame:
    """A game that counts calls of ``format``."""

    def __init__(self, game: Any) -> None:
        self.game, self.formatted = game, 0

    def legal_moves(self, state: Any) -> Any:
        return self.game.legal_moves(state)

    def format(self, state: Any, move: Any) -> str:
        self.formatted += 1
        return str(self.game.format(state, move))


def test_at_most_500_moves_are_formatted() -> None:
    towers: Any = next(each for each in RULESETS if each.ruleset == "towers")
    state = towers.decode(MANY_MOVES)
    assert sum(1 for _ in towers.legal_moves(state)) > 2 * MOST_READ
    game: Any = CountingGame(towers)
    assert len(similar_moves(game, state, "f2-a7")) <= MOST
    assert game.formatted == MOST_READ
    assert len(similar_moves(game, state, "f2-b7")) <= MOST
    assert game.formatted == MOST_READ


@pytest.mark.parametrize(
    ("spec", "position"),
    [
        ("gyges/classic", LAST_OF_MANY),
        ("gyges/kang", f"{LAST_OF_MANY} -/- 0-0 -"),
        ("gyges/towers", MANY_MOVES),
    ],
)
def test_every_ring_gets_suggestions_however_many_moves_the_others_have(
    spec: str, position: str
) -> None:
    game = games()[spec]
    state = game.decode(position)
    legal = {game.format(state, move) for move in game.legal_moves(state)}
    assert len(legal) > 2 * MOST_READ
    for origin in {text[:2] for text in legal}:
        offered = similar_moves(game, state, f"{origin}-{origin}")
        assert offered
        assert set(offered) <= {text for text in legal if text.startswith(origin)}


def test_among_equally_similar_moves_the_one_with_the_fewest_landings_comes_first() -> None:
    game = games()["gyges/classic"]
    best, *_ = similar_moves(game, game.decode(LAST_OF_MANY), "16-33")
    assert best.count("-") == 1
