"""Random games of any registered rule set, always the same ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import rules
from rules import AnyGame
from rules.gyges.board import SLOTS, is_goal

GYGES_GOALS = (0, 70)

LONGEST = 120
"""Random games are left unfinished after so many plies."""


def playout(game: AnyGame, seed: int, longest: int = LONGEST) -> Iterator[tuple[Any, Any]]:
    """The states of a random game, each with the move that is played next."""
    random, state = Random(seed), game.start()
    while game.outcome(state) is None and game.plies(state) < longest:
        move = chosen(random, list(game.legal_moves(state)))
        yield state, move
        state = game.apply(state, move)


def chosen(random: Random, moves: list[Any]) -> Any:
    """Any move; now and then a goal where one can be had, or games of three goals never end."""
    goals = [move for move in moves if getattr(move, "destination", None) in GYGES_GOALS]
    return random.choice(goals if goals and random.random() < 0.3 else moves)


def whole_game(spec: str) -> list[str]:
    """As it is written: the longest of a few random games that score whenever they can."""
    return max((_scoring_game(rules.games()[spec], seed) for seed in range(6)), key=len)


def _scoring_game(game: AnyGame, seed: int) -> list[str]:
    random, state = Random(seed), game.start()
    written = []
    while game.outcome(state) is None:
        moves = list(game.legal_moves(state))
        goals = [move for move in moves if is_goal(getattr(move, "destination", SLOTS[0]))]
        move = random.choice(goals or moves)
        written.append(game.format(state, move))
        state = game.apply(state, move)
    return written


@cache
def turns(spec: str, seed: int) -> list[tuple[Any, Any]]:
    return list(playout(rules.games()[spec], seed))


@cache
def final(spec: str) -> tuple[Any, Any]:
    """The end of the first random game that comes to one, and the move that brought it about."""
    game = rules.games()[spec]
    for seed in range(100):
        state, move = list(playout(game, seed, 400))[-1]
        end = game.apply(state, move)
        if game.outcome(end):
            return end, move
    raise AssertionError(f"no random game of {spec} comes to an end")


def some(game: AnyGame, state: Any) -> list[Any]:
    """Some legal moves from all over the list."""
    moves = list(game.legal_moves(state))
    return list(islice(moves, 0, None, max(1, len(moves) // 4)))
