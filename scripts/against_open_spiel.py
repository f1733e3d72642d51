"""Matches of our programs against OpenSpiel's MCTS, for STRENGTH.md.

Usage: against_open_spiel.py SPEC [--games N] [--first N]. Needs ``open_spiel`` in an environment of
its own; pbm never needs it. Both sides simulate as many games a move; a program that searches
instead gets the CPU time that OpenSpiel took for its last move. Each opening of two random plies is
played twice, with both colours. A game is over when it is over by OpenSpiel's rules: in Lines of
Action a board that comes again is a draw there, and who cannot move loses.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from math import sqrt
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import pyspiel

from pbm.rules import games
from pbm.rules.engines import choose, engine_of, unbounded
from pbm.rules.play import PASS
from pbm.rules.search import UNLIMITED, Limits

SIMULATIONS, UCT_C = 1_000, 2.0

Plies = tuple[str, ...]
"""The plies of OpenSpiel that are one move of ours."""


def _as_it_is(text: str) -> Plies:
    return (text,)


def _without_captures(text: str) -> Plies:
    return (text.replace("x", ""),)


def _from_the_other_side(text: str) -> Plies:
    """Their Black begins, from the last rows."""
    origin, target = text[:2], text[3:]
    cells = f"{origin[0]}{9 - int(origin[1:])}{target[0]}{9 - int(target[1:])}"
    return (cells + "*" * ("x" in text),)


def _in_three_plies(rows: int) -> Callable[[str], Plies]:
    """Their rows count from the top; each ply is searched by as many simulations as a move."""

    def written(text: str) -> Plies:
        cells = [
            f"({rows + 1 - int(cell[1:])}, {ord(cell[0]) - ord('a') + 1})"
            for cell in re.split("[-/]", text)
        ]
        acts = ("From", "To", "Shoot:")
        return tuple(f"{act} {cell}" for act, cell in zip(acts, cells, strict=True))

    return written


PLAYED: Mapping[str, tuple[str, Callable[[str], Plies]]] = {
    "amazons/6x6": ("amazons(board_size=6)", _in_three_plies(6)),
    "amazons/standard": ("amazons", _in_three_plies(10)),
    "breakthrough/standard": ("breakthrough", _from_the_other_side),
    "clobber/5x6": ("clobber(rows=5,columns=6)", _without_captures),
    "clobber/8x8": ("clobber(rows=8,columns=8)", _without_captures),
    "hex/5-noswap": ("hex(board_size=5)", _as_it_is),
    "hex/11-noswap": ("hex(board_size=11)", _as_it_is),
    "loa/standard": ("lines_of_action", _as_it_is),
    "oware/abapa": ("oware", _as_it_is),
    "reversi/standard": ("othello", _as_it_is),
    "ygame/11-noswap": ("y(board_size=11)", _as_it_is),
    "havannah/4-noswap": ("havannah(board_size=4)", _as_it_is),
    "havannah/8-noswap": ("havannah(board_size=8)", _as_it_is),
}
"""OpenSpiel's name of each game, and how it writes the plies of a move of ours."""


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
        for wanted in self.written(text):
            legal = self.state.legal_actions()
            self.state.apply_action(next(each for each in legal if self._said(each) == wanted))

    def choose(self, texts: Iterable[str]) -> str:
        """Play one of our legal moves, and return it."""
        known = {self.written(text): text for text in texts}
        plies: Plies = ()
        begun = process_time()
        while plies not in known:
            action = self.bot.step(self.state)
            plies += (self._said(action),)
            self.state.apply_action(action)
        self.spent = process_time() - begun
        return known[plies]

    def _said(self, action: int) -> str:
        """Return an action as text, in Amazons without its player."""
        return str(self.state.action_to_string(action)).removeprefix("X ").removeprefix("O ")


def ours(game: Any, state: Any, board: int, seconds: float) -> str:
    level, limits = engine_of(game).levels[-1], UNLIMITED
    if level.simulations:
        level = level._replace(simulations=SIMULATIONS)
    else:
        until = process_time() + seconds
        level, limits = unbounded(game), Limits(stops=lambda: process_time() >= until)
    return str(game.format(state, choose(game, state, level, board, limits).move))


def played(spec: str, number: int) -> float:
    """Play a game; return our points. We have the first seat in games of even numbers."""
    game, random = games()[spec], Random(number // 2)  # noqa: S311 (no secret)
    state, theirs = game.start(), Theirs(spec, number)
    while not theirs.state.is_terminal():
        known = {game.format(state, move): move for move in game.legal_moves(state)}
        seat = game.to_move(state)
        assert seat is not None, "our rules end no game sooner"
        if game.plies(state) < 2:
            text = random.choice(sorted(known))
            theirs.follow(text)
        elif seat.value != number % 2:
            text = theirs.choose(known)
        else:
            text = ours(game, state, number, theirs.spent)
            theirs.follow(text)
        state = game.apply(state, known[text])
        if game.passed(state) and not theirs.state.is_terminal():
            theirs.follow(PASS)
    return (1 + float(theirs.state.returns()[number % 2])) / 2


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("spec", choices=PLAYED)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="go on from this game")
    options = parser.parse_args()
    points: list[float] = []
    for number in range(options.first, options.first + options.games):
        points.append(played(options.spec, number))
        share = sum(points) / len(points)
        margin = 1.96 * sqrt(max(share * (1 - share), 0.01) / len(points))
        print(f"{options.spec}: {100 * share:.0f}±{100 * margin:.0f} of {len(points)}", flush=True)


if __name__ == "__main__":
    main()
