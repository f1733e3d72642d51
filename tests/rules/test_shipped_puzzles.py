"""The puzzles that games ship: each has exactly one solution, by a plain search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from pbm import rules
from pbm.rules import AnyGame
from pbm.rules.game import spec
from pbm.rules.mining import own_game, puzzle_in
from pbm.rules.puzzles import Puzzle, Verdict, moves_to_find
from tests.rules.plain import is_only_way
from tests.rules.shipped import digest, prove, shipped
from tests.rules.test_puzzles import solve

TRIALS = Path(__file__).parents[1] / "trials" / "README.md"
LEAST = 200
"""The fewest puzzles of a game, in all its rule sets together."""

ALL = list(shipped())
EASIEST = {
    (game.name, game.ruleset): (game, puzzle, origin)
    for game, puzzle, origin in sorted(ALL, key=lambda each: -moves_to_find(*each[:2]))
}
FAST = ("standard", "simple", "5")
"""A rule set of each game: the one whose games take engines the least time."""
OWN = [
    pytest.param(game, marks=() if game.ruleset in FAST else pytest.mark.slow)
    for game, _, _ in EASIEST.values()
]
MOST_GAMES = 60
SHORT = [each for each in ALL[::25] if moves_to_find(*each[:2]) == 1 or each[0].name == "dvonn"]
SAMPLE = [
    pytest.param(*each, marks=pytest.mark.slow if number % 4 else ())
    for number, each in enumerate(SHORT)
]


def named(value: object) -> str:
    return value.position if isinstance(value, Puzzle) else ""


def by_name() -> Mapping[str, list[AnyGame]]:
    """Return the rule sets of each game, its default first."""
    found: dict[str, list[AnyGame]] = {}
    for game in rules.games().values():
        found.setdefault(game.name, []).append(game)
    return found


def test_each_game_ships_enough_puzzles_and_none_twice() -> None:
    counts = Counter(game.name for game, _, _ in ALL)
    assert set(counts) == {game.name for game in rules.games().values()}
    assert min(counts.values()) >= LEAST
    assert {spec(game) for game, _, _ in ALL} >= {spec(games[0]) for games in by_name().values()}
    places = Counter((game.name, game.ruleset, puzzle.position) for game, puzzle, _ in ALL)
    assert set(places.values()) == {1}


@pytest.mark.parametrize(("game", "puzzle", "origin"), SAMPLE, ids=named)
def test_a_puzzle_has_one_solution(game: AnyGame, puzzle: Puzzle, origin: str) -> None:
    prove(game, puzzle)


def test_every_puzzle_was_proven() -> None:
    """``scripts/trials puzzles`` proves all puzzles, and its row has their digest."""
    assert f"digest {digest()}, each has one solution" in TRIALS.read_text(encoding="utf-8")


@pytest.mark.parametrize(("game", "puzzle", "origin"), EASIEST.values(), ids=named)
def test_a_puzzle_of_each_rule_set_has_one_solution_and_is_solved(
    game: AnyGame, puzzle: Puzzle, origin: str
) -> None:
    assert is_only_way(game, puzzle)
    assert solve(game, puzzle)[-1] is Verdict.RIGHT


@pytest.mark.parametrize("game", OWN, ids=spec)
def test_a_game_that_engines_play_has_a_puzzle_with_one_solution(game: AnyGame) -> None:
    """Level 1 plays by chance too often to come to a puzzle."""
    played = (own_game(game, 2, seed) for seed in range(1, MOST_GAMES))
    _, puzzle = next(filter(None, (puzzle_in(game, each) for each in played)))
    assert is_only_way(game, puzzle)
