from __future__ import annotations

from typing import Any

import pytest

from pbm.core.suggestions import MOST, MOST_READ, example_move, similar_moves
from pbm.rules import AnyGame, games
from pbm.rules.gyges.rulesets import RULESETS
from tests.combinations import for_each
from tests.rules.playouts import SPECS, turns

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


def deciding(game: AnyGame, state: Any) -> dict[str, bool]:
    """Every legal move as it is written, and whether it ends the game."""
    return {
        game.format(state, move): game.outcome(game.apply(state, move)) is not None
        for move in game.legal_moves(state)
    }


# Every place where a mail shows an example of a move asks this function.
@for_each("spec", SPECS)
def test_between_people_no_example_ends_a_game_whatever_the_game(spec: str) -> None:
    game, stands_in = games()[spec], 0
    for seed in (1, 2, 3):
        for state, _ in turns(spec, seed)[-6:]:
            decides = deciding(game, state)
            example = example_move(game, state, may_decide=False)
            assert example == "" if all(decides.values()) else not decides[example]
            stands_in += decides[example_move(game, state)]
    assert stands_in
