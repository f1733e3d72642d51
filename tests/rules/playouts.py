"""Random games of any rule set; a seed always gives the same one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from pbm import rules
from pbm.rules import AnyGame
from pbm.rules.game import spec
from pbm.rules.gyges.board import is_goal
from pbm.rules.gyges.state import Step
from pbm.rules.kit.base import BoardGame

LONGEST = 120
"""Random games are left unfinished after this many plies."""


def _representing() -> list[str]:
    """Return every rule set, but of games of the kit only the first and the last with fewest cells:
    the others differ from these two by their sizes alone.
    """
    of_kit: dict[str, list[BoardGame]] = {}
    found = []
    for name, game in rules.games().items():
        if isinstance(game, BoardGame):
            of_kit.setdefault(game.name, []).append(game)
        else:
            found.append(name)
    for games in of_kit.values():
        smallest = min(reversed(games), key=lambda game: len(game.grid.cells))
        found += [spec(game) for game in dict.fromkeys([games[0], smallest])]
    return sorted(found)


SPECS = _representing()
"""The rule sets that tests of the contract try."""


def playout(game: AnyGame, seed: int, longest: int = LONGEST) -> Iterator[tuple[Any, Any]]:
    """Yield the states of a random game, each with the move that is played next."""
    random, state = Random(seed), game.start()
    while game.outcome(state) is None and game.plies(state) < longest:
        move = chosen(random, list(game.legal_moves(state)))
        yield state, move
        state = game.apply(state, move)


def chosen(random: Random, moves: list[Any]) -> Any:
    """Return a random move, now and then a goal if there is one: kang would not end otherwise."""
    goals = goals_of_gyges(moves)
    return random.choice(goals if goals and random.random() < 0.3 else moves)


def goals_of_gyges(moves: list[Any]) -> list[Any]:
    """Return the moves to a goal of Gyges; none for any other game."""
    return [move for move in moves if isinstance(move, Step) and is_goal(move.destination)]


def whole_game(spec: str) -> list[str]:
    """Return the formatted moves of the longest of some random games; players score if they can."""
    return max((_scoring_game(rules.games()[spec], seed) for seed in range(6)), key=len)


def _scoring_game(game: AnyGame, seed: int) -> list[str]:
    random, state = Random(seed), game.start()
    written = []
    while game.outcome(state) is None:
        moves = list(game.legal_moves(state))
        move = random.choice(goals_of_gyges(moves) or moves)
        written.append(game.format(state, move))
        state = game.apply(state, move)
    return written


@cache
def turns(spec: str, seed: int) -> list[tuple[Any, Any]]:
    return list(playout(rules.games()[spec], seed))


@cache
def final(spec: str) -> tuple[Any, Any]:
    """Return the final state and the last move of the first random game that ends."""
    game = rules.games()[spec]
    for seed in range(100):
        state, move = list(playout(game, seed, 400))[-1]
        end = game.apply(state, move)
        if game.outcome(end):
            return end, move
    raise AssertionError(f"no random game of {spec} comes to an end")


def some(game: AnyGame, state: Any) -> list[Any]:
    """Return some legal moves, spread over the list."""
    moves = list(game.legal_moves(state))
    return list(islice(moves, 0, None, max(1, len(moves) // 4)))
