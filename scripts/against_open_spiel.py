"""Matches of our programs against OpenSpiel's MCTS, for STRENGTH.md.

Usage: against_open_spiel.py SPEC [--games N]. Needs ``open_spiel`` in an environment of its own;
pbm never needs it. Both sides simulate as many games a move; a program that searches instead gets
the CPU time that OpenSpiel took for its last move. Each opening of two random plies is played
twice, with both colours.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from math import sqrt
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import pyspiel

from pbm.rules import games
from pbm.rules.engines import choose, engine_of, unbounded
from pbm.rules.search import Limits

SIMULATIONS, UCT_C = 1_000, 2.0


def _from_the_other_side(text: str) -> str:
    """Their Black begins, from the last rows."""
    origin, target = text[:2], text[3:]
    return f"{origin[0]}{9 - int(origin[1:])}{target[0]}{9 - int(target[1:])}" + "*" * ("x" in text)


PLAYED: Mapping[str, tuple[str, Callable[[str], str]]] = {
    "breakthrough/standard": ("breakthrough", _from_the_other_side),
    "clobber/5x6": ("clobber(rows=5,columns=6)", lambda text: text.replace("x", "")),
    "clobber/8x8": ("clobber(rows=8,columns=8)", lambda text: text.replace("x", "")),
    "hex/5-noswap": ("hex(board_size=5)", str),
    "hex/11-noswap": ("hex(board_size=11)", str),
    "ygame/11-noswap": ("y(board_size=11)", str),
    "havannah/4-noswap": ("havannah(board_size=4)", str),
    "havannah/8-noswap": ("havannah(board_size=8)", str),
}
"""OpenSpiel's name of each game, and how it writes a move of ours."""


class Theirs:
    def __init__(self, spec: str, seed: int) -> None:
        name, self.written = PLAYED[spec]
        game = pyspiel.load_game(name)
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        self.state = game.new_initial_state()
        self.bot = pyspiel.MCTSBot(game, evaluator, UCT_C, SIMULATIONS, 500, True, seed, False)
        self.spent = 0.05

    def follow(self, text: str) -> None:
        """:raises StopIteration: if OpenSpiel does not know the move"""
        wanted, state = self.written(text), self.state
        state.apply_action(
            next(a for a in state.legal_actions() if state.action_to_string(a) == wanted)
        )

    def choose(self) -> str:
        begun = process_time()
        action = self.bot.step(self.state)
        self.spent = process_time() - begun
        return str(self.state.action_to_string(action))


def ours(game: Any, state: Any, board: int, seconds: float) -> Any:
    level = engine_of(game).levels[-1]
    if level.simulations:
        return choose(game, state, level._replace(simulations=SIMULATIONS), board).move
    until = process_time() + seconds
    limits = Limits(stops=lambda: process_time() >= until)
    return choose(game, state, unbounded(game), board, limits).move


def played(spec: str, number: int) -> float:
    """Play a game; return our points. We have the first seat in games of even numbers."""
    game, random = games()[spec], Random(number // 2)  # noqa: S311 (no secret)
    state, theirs = game.start(), Theirs(spec, number)
    while (seat := game.to_move(state)) is not None:
        known = {game.format(state, move): move for move in game.legal_moves(state)}
        if game.plies(state) < 2:
            text = random.choice(sorted(known))
        elif seat.value == number % 2:
            text = game.format(state, ours(game, state, number, theirs.spent))
        else:
            answer = theirs.choose()
            text = next(text for text in known if theirs.written(text) == answer)
        theirs.follow(text)
        state = game.apply(state, known[text])
    outcome = game.outcome(state)
    assert outcome is not None
    return 0.5 if outcome.winner is None else float(outcome.winner.value == number % 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("spec", choices=PLAYED)
    parser.add_argument("--games", type=int, default=200)
    options = parser.parse_args()
    points: list[float] = []
    for number in range(options.games):
        points.append(played(options.spec, number))
        share = sum(points) / len(points)
        margin = 1.96 * sqrt(max(share * (1 - share), 0.01) / len(points))
        print(f"{options.spec}: {100 * share:.0f}±{100 * margin:.0f} of {len(points)}", flush=True)


if __name__ == "__main__":
    main()
