"""Speed of the rules of every game and rule set, per CPU second of one process.

positions: positions for which all legal moves are listed.
checks: written moves, one in each of these positions, that are parsed and checked.
leaves: sequences of moves that perft counts.

The positions are always the same: random positions with twelve rings, and positions of random
DVONN games. The fastest of several rounds counts, so that other load on the machine matters little.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from pbm import rules
from pbm.rules import AnyGame
from pbm.rules.gyges.game import Gyges
from pbm.rules.perft import perft
from scripts.hard_positions import random_line

FIGURES = ("positions", "checks", "leaves")

POSITIONS, ROUNDS, SEED = 2000, 3, 1

ROWS = "321123/....../....../....../....../231123 s"
PERFT = {
    "gyges/classic": (ROWS, 2),
    "gyges/modern": (ROWS, 2),
    "gyges/simple": (ROWS, 3),
    "gyges/towers": (ROWS, 2),
    "gyges/kang": ("....../....../....../....../....../...... s 112233/112233 0-0 -", 3),
    "breakthrough/standard": ("", 4),
    "breakthrough/6x6": ("", 4),
    "breakthrough/7x7": ("", 4),
    "breakthrough/10x10": ("", 3),
    "amazons/standard": ("", 1),
    "amazons/6x6": ("", 1),
    "clobber/5x6": ("", 3),
    "clobber/8x8": ("", 3),
    "clobber/10x10": ("", 2),
    "loa/standard": ("", 3),
    "oware/abapa": ("", 5),
    "reversi/standard": ("", 6),
    **{f"havannah/{side}{ends}": ("", 2) for side in (4, 6, 8, 10) for ends in ("", "-noswap")},
    **{f"hex/{side}{ends}": ("", 2) for side in (5, 11, 13, 14, 19) for ends in ("", "-noswap")},
    **{f"ygame/{side}{ends}": ("", 2) for side in (11, 15) for ends in ("", "-noswap")},
    "dvonn/standard": ("wwbrbwwbw/bwbwbbbbww/wbbwwbbbwbw/wwbwbwrwww/bbrbbbbww w", 3),
}
"""Position, "" for the start, and depth of perft. The last is B1 of
tests/rules/vectors/dvonn_perft.txt.
"""


def measure(positions: int = POSITIONS, rounds: int = ROUNDS) -> dict[str, dict[str, float]]:
    """Return the ``FIGURES`` of each rule set, per second, by its spec."""
    return {spec: _measured(spec, positions, rounds) for spec in PERFT}


def _measured(spec: str, positions: int, rounds: int) -> dict[str, float]:
    game = rules.games()[spec]
    states = list(islice(_states(game), positions))
    written = list(_written(game, states))
    line, plies = PERFT[spec]
    start = game.decode(line) if line else game.start()
    seconds = (
        _fastest(rounds, lambda state: list(game.legal_moves(state)), states),
        _fastest(rounds, lambda check: game.parse(*check), written),
        _fastest(rounds, lambda state: perft(game, state, plies), [start]),
    )
    counts = (len(states), len(written), perft(game, start, plies))
    return {
        name: count / taken for name, count, taken in zip(FIGURES, counts, seconds, strict=True)
    }


def _fastest(rounds: int, work: Callable[[Any], object], cases: Sequence[Any]) -> float:
    return min(_seconds(work, cases) for _ in range(rounds))


def _seconds(work: Callable[[Any], object], cases: Sequence[Any]) -> float:
    start = process_time()
    for case in cases:
        work(case)
    return process_time() - start


def _states(game: AnyGame) -> Iterator[Any]:
    random = Random(SEED)  # noqa: S311 (positions, no secrets)
    while True:
        if isinstance(game, Gyges):
            yield game.decode(random_line(game, random))
        else:
            yield from _random_game(game, random)


def _random_game(game: AnyGame, random: Random) -> Iterator[Any]:
    """The positions of a random game, from a seeded start if there is one, without the last."""
    state = game.start("random", random.randrange(1000)) if game.starts else game.start()
    while moves := list(game.legal_moves(state)):
        yield state
        state = game.apply(state, random.choice(moves))


def _written(game: AnyGame, states: Iterable[Any]) -> Iterator[tuple[Any, str]]:
    """A random legal move, in the usual notation, of every position that has one."""
    random = Random(SEED)  # noqa: S311
    for state in states:
        if moves := list(game.legal_moves(state)):
            yield state, game.format(state, random.choice(moves))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=POSITIONS, metavar="N")
    parser.add_argument("--rounds", type=int, default=ROUNDS, metavar="N")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    figures = measure(options.positions, options.rounds)
    if options.json:
        print(json.dumps(figures, indent=2))
        return
    print(f"{'a second':15}" + "".join(f"{name:>12}" for name in FIGURES))
    for spec, found in figures.items():
        print(f"{spec:15}" + "".join(f"{found[name]:>12,.0f}" for name in FIGURES))


if __name__ == "__main__":
    main()
