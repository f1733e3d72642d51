"""Examples of moves and prompts, for every rule set that gives them."""

from __future__ import annotations

from typing import Any

import pytest

from pbm import rules
from pbm.rules import AnyGame
from pbm.rules.game import Guiding, Seat
from pbm.rules.words import WORDS
from tests.combinations import for_each
from tests.rules.gyges.drawn import GAMES
from tests.rules.playouts import SPECS, goals_of_gyges, turns

GUIDED = [spec for spec in SPECS if isinstance(rules.games()[spec], Guiding)]
every_guided_game = pytest.mark.parametrize("spec", GUIDED)

_MOST_WINS = 12
"""A game must find a win among at most this many legal moves; among more moves, it may."""


def wins(game: AnyGame, state: Any, moves: list[Any]) -> list[Any]:
    """Return the moves after which the side to move has won."""
    outcomes = ((move, game.outcome(game.apply(state, move))) for move in moves)
    side = game.to_move(state)
    return [move for move, outcome in outcomes if outcome and outcome.winner is side]


@every_guided_game
def test_the_example_is_a_legal_move_and_wins_if_one_of_a_few_moves_does(spec: str) -> None:
    game = rules.games()[spec]
    assert isinstance(game, Guiding)
    for state, _ in turns(spec, 1):
        moves = list(game.legal_moves(state))
        example = game.example(state)
        assert example in moves
        winning = wins(game, state, moves[:_MOST_WINS])
        if winning and len(moves) <= _MOST_WINS:
            assert wins(game, state, [example])


@every_guided_game
def test_a_game_that_is_over_has_no_example_and_no_prompt(spec: str) -> None:
    game = rules.games()[spec]
    assert isinstance(game, Guiding)
    state, last = turns(spec, 1)[-1]
    over = game.apply(state, last)
    if game.outcome(over):
        assert game.example(over) is None
        assert not game.prompt(over)


@every_guided_game
def test_prompts_are_words_of_the_game(spec: str) -> None:
    game = rules.games()[spec]
    assert isinstance(game, Guiding)
    for state, _ in turns(spec, 1):
        for phrase in game.prompt(state):
            assert {**WORDS, **game.words}[phrase.code].format_map(phrase.facts)


@for_each("viewer", [None, *Seat])
@for_each("spec", SPECS)
def test_every_rule_set_says_its_aim_to_each_side_and_to_others(
    spec: str, viewer: Seat | None
) -> None:
    game = rules.games()[spec]
    assert isinstance(game, Guiding)
    said = game.aim(viewer)
    most = 4 if game.name == "gyges" else 3
    assert len(said) == most - (viewer is None)
    for phrase in said:
        assert {**WORDS, **game.words}[phrase.code].format_map(phrase.facts)
    named = [phrase.facts["seat"] for phrase in said if "seat" in phrase.facts]
    assert named == ([] if viewer is None else [game.seats[viewer.value]])


@for_each(
    ("ruleset", "code"),
    [
        *((name, "aim_landing") for name in ("classic", "modern", "kang")),
        *(("simple", "aim_bouncing"), ("towers", "aim_relaying")),
    ],
)
def test_the_aim_of_gyges_says_what_a_ring_does_on_another_one(ruleset: str, code: str) -> None:
    game = GAMES[ruleset]
    assert isinstance(game, Guiding)
    assert code in [phrase.code for phrase in game.aim(Seat.FIRST)]


@for_each("ruleset", list(GAMES))
def test_the_first_turns_of_gyges_say_which_rings_a_player_has(ruleset: str) -> None:
    game = GAMES[ruleset]
    state = game.start()
    for _ in Seat:
        (phrase,) = game.prompt(state)
        assert phrase.code == ("to_enter" if ruleset == "kang" else "to_place")
        state = game.apply(state, next(iter(game.legal_moves(state))))
    assert not game.prompt(state)


@for_each("ruleset", list(GAMES))
def test_an_example_of_gyges_reaches_the_goal_if_any_move_does(ruleset: str) -> None:
    game = GAMES[ruleset]
    for state, _ in turns(f"gyges/{ruleset}", 2):
        example = game.example(state)
        goals = goals_of_gyges(list(game.legal_moves(state)))
        assert (example in goals) == bool(goals)


def test_placing_pieces_of_dvonn_is_explained_at_length_on_the_first_turns_only() -> None:
    game = rules.games()["dvonn/standard"]
    assert isinstance(game, Guiding)
    said = [
        [phrase.code for phrase in game.prompt(state)] for state, _ in turns("dvonn/standard", 1)
    ]
    assert said[:2] == [["placing_first", "placing_by_list"]] * 2
    assert said[2:49] == [["placing_by_list"]] * 47
    assert not any(said[49:])
