"""The puzzles that games ship: each has exactly one solution, by a plain search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules
from rules import AnyGame
from rules.mining import own_game, puzzle_in, read
from rules.puzzles import Puzzle, Verdict, moves_to_find, puzzle_at
from tests.rules.plain import is_only_way
from tests.rules.test_puzzles import solve

FILES = sorted(Path(rules.__file__).parent.glob("*/puzzles.txt"))
LEAST = 200
"""How many puzzles a game has at least, over its rule sets."""

Shipped = tuple[AnyGame, Puzzle, str]


def shipped() -> Iterator[Shipped]:
    for file in FILES:
        for line in file.read_text("utf-8").splitlines():
            ruleset, puzzle, origin = read(line)
            yield rules.games()[f"{file.parent.name}/{ruleset}"], puzzle, origin


ALL = list(shipped())
EASIEST = {
    (game.name, game.ruleset): (game, puzzle, origin)
    for game, puzzle, origin in sorted(ALL, key=lambda each: -moves_to_find(*each[:2]))
}
SAMPLE = [each for each in ALL[::25] if moves_to_find(*each[:2]) == 1 or each[0].name == "dvonn"]


def named(value: object) -> str:
    return value.position if isinstance(value, Puzzle) else ""


def test_each_game_ships_enough_puzzles_and_none_twice() -> None:
    counts = Counter(game.name for game, _, _ in ALL)
    assert set(counts) == {game.name for game in rules.games().values()}
    assert min(counts.values()) >= LEAST
    assert {game.ruleset for game, _, _ in ALL} == {game.ruleset for game in rules.games().values()}
    places = Counter((game.name, game.ruleset, puzzle.position) for game, puzzle, _ in ALL)
    assert set(places.values()) == {1}


@pytest.mark.parametrize(("game", "puzzle", "origin"), SAMPLE, ids=named)
def test_a_puzzle_has_one_solution(game: AnyGame, puzzle: Puzzle, origin: str) -> None:
    assert is_only_way(game, puzzle)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "puzzle", "origin"), ALL, ids=named)
def test_every_puzzle_has_one_solution(game: AnyGame, puzzle: Puzzle, origin: str) -> None:
    assert is_only_way(game, puzzle)
    assert puzzle_at(game, game.decode(puzzle.position)) == puzzle


@pytest.mark.parametrize(("game", "puzzle", "origin"), EASIEST.values(), ids=named)
def test_a_puzzle_of_each_rule_set_has_one_solution_and_is_solved(
    game: AnyGame, puzzle: Puzzle, origin: str
) -> None:
    assert is_only_way(game, puzzle)
    assert solve(game, puzzle)[-1] is Verdict.RIGHT


@pytest.mark.parametrize(("game", "puzzle", "origin"), EASIEST.values(), ids=named)
def test_a_game_that_engines_play_has_a_puzzle_with_one_solution(
    game: AnyGame, puzzle: Puzzle, origin: str
) -> None:
    """Engines of another version may play another game from the same seed, with its own puzzle."""
    level, seed, _ = (int(part.split()[1]) for part in origin.split(", "))
    found = puzzle_in(game, own_game(game, level, seed))
    assert found is not None
    assert is_only_way(game, found[1])
