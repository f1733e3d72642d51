"""The contract of all engines; the engine of a new game is tested as well."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import islice
from typing import Any

import pytest

from pbm import rules
from pbm.rules import AnyGame
from pbm.rules.engine import CARELESS, PROVEN
from pbm.rules.engines import choose, engine_of, unbounded
from pbm.rules.game import Seat
from pbm.rules.search import Limits
from tests.combinations import few_fast
from tests.rules.playouts import SPECS, turns

LEVELS = range(1, 6)
FEW = Limits(nodes=150)

every_game = pytest.mark.parametrize("spec", SPECS)
every_level = pytest.mark.parametrize(("spec", "number"), few_fast(SPECS, LEVELS))


@cache
def some_states(spec: str, count: int = 3) -> Sequence[Any]:
    """Return states from all parts of a random game."""
    played = [state for state, _ in turns(spec, seed=1)]
    return played[:: max(1, len(played) // count)]


def is_won(game: AnyGame, state: Any, seat: Seat | None) -> bool:
    outcome = game.outcome(state)
    return outcome is not None and outcome.winner is seat


def wins(game: AnyGame, state: Any) -> bool:
    """Return whether the side to move can win at once, by the rules alone."""
    seat = game.to_move(state)
    return any(is_won(game, game.apply(state, move), seat) for move in game.legal_moves(state))


@cache
def won_at_once(spec: str) -> tuple[Any, ...]:
    """Return a few states of random games in which the side to move can win with its next move."""
    game, last = rules.games()[spec], [turns(spec, seed)[-1][0] for seed in range(1, 7)]
    return tuple(islice((state for state in last if wins(game, state)), 2))


@every_game
def test_a_search_sees_the_moves_and_positions_of_the_rules(spec: str) -> None:
    game = rules.games()[spec]
    engine = engine_of(game)
    for state, move in (*turns(spec, seed=2)[::9], turns(spec, seed=2)[-1]):
        position, after = engine.position(state), game.apply(state, move)
        assert {*engine.moves(position, {})} == {*game.legal_moves(state)}
        seen = engine.after(position, move)
        assert (seen, engine.side(seen)) == (engine.position(after), game.to_move(after))
        if outcome := game.outcome(after):
            worth = {Seat.FIRST: 1, Seat.SECOND: -1, None: 0}[outcome.winner]
            assert min(max(engine.ended(seen), -1), 1) == worth


@every_level
def test_a_level_plays_a_legal_move_and_always_the_same(spec: str, number: int) -> None:
    game = rules.games()[spec]
    level = engine_of(game).levels[number - 1]
    for state in some_states(spec):
        found = choose(game, state, level, seed=7, limits=FEW)
        assert found.move in set(game.legal_moves(state))
        assert found == choose(game, state, level, seed=7, limits=FEW)


@every_game
def test_the_expected_moves_begin_with_the_chosen_one(spec: str) -> None:
    game = rules.games()[spec]
    for state in some_states(spec):
        found = choose(game, state, unbounded(game), limits=FEW)
        assert found.line[0] == found.move


@every_level
def test_a_level_sees_a_win_in_one(spec: str, number: int) -> None:
    game = rules.games()[spec]
    level = engine_of(game).levels[number - 1]._replace(careless=0)
    for state in won_at_once(spec):
        found = choose(game, state, level, limits=FEW)
        assert is_won(game, game.apply(state, found.move), game.to_move(state))
        assert found.proven
        assert found.value > 0


@every_game
def test_the_first_level_alone_plays_carelessly(spec: str) -> None:
    game = rules.games()[spec]
    first, *others = engine_of(game).levels
    assert [each.careless for each in (first, *others)] == [CARELESS, 0, 0, 0, 0]
    state = some_states(spec)[1]
    games = [choose(game, state, first, seed, FEW) for seed in range(20)]
    assert {each.move for each in games} <= {*game.legal_moves(state)}
    assert len({each.move for each in games}) > 1


@every_game
def test_what_wins_at_once_is_what_the_rules_say(spec: str) -> None:
    game = rules.games()[spec]
    engine = engine_of(game)
    for state in (*won_at_once(spec), *some_states(spec)):
        if engine.wins_at_once(engine.position(state)):
            assert wins(game, state)


@pytest.mark.parametrize(("spec", "number"), few_fast(SPECS, LEVELS[1:]))
def test_no_level_from_2_up_lets_the_other_side_win_at_once(spec: str, number: int) -> None:
    game = rules.games()[spec]
    level = engine_of(game).levels[number - 1]
    for state in before_the_end(spec):
        seat = game.to_move(state)
        found = choose(game, state, level, limits=FEW)
        after = game.apply(state, found.move)
        if game.to_move(after) not in (seat, None) and wins(game, after):
            answered = (game.apply(state, move) for move in game.legal_moves(state))
            assert all(wins(game, after) for after in answered)


@cache
def before_the_end(spec: str) -> tuple[Any, ...]:
    """Return the states of random games two plies before somebody won."""
    return tuple(turns(spec, seed)[-2][0] for seed in range(1, 3))


@every_game
def test_a_search_visits_no_more_nodes_than_allowed_after_the_first_ply(spec: str) -> None:
    game = rules.games()[spec]
    for state in some_states(spec):
        first_ply = len(list(game.legal_moves(state)))
        found = choose(game, state, unbounded(game), limits=Limits(nodes=first_ply + 20))
        assert found.nodes <= first_ply + 20


@every_game
def test_a_search_that_is_stopped_has_seen_the_first_ply(spec: str) -> None:
    game = rules.games()[spec]
    state = some_states(spec)[-1]
    found = choose(game, state, unbounded(game), limits=Limits(stops=lambda: True))
    assert found.depth == 1
    assert found.proven or found.nodes == len(list(game.legal_moves(state)))


@every_game
def test_there_are_five_levels_and_only_the_first_overlooks_answers(spec: str) -> None:
    levels = engine_of(rules.games()[spec]).levels
    assert len(levels) == 5
    assert all(level.wary for level in levels[1:])


@every_game
def test_values_are_estimates_unless_the_game_is_over(spec: str) -> None:
    game = rules.games()[spec]
    engine = engine_of(game)
    for state in some_states(spec):
        assert abs(engine.value(engine.position(state))) < PROVEN // 2
