"""Find the puzzles that are shipped with a game, in games that a program plays against itself.

Usage: puzzles.py SPEC COUNT [--level N] [--seed N]. Prints COUNT lines for the file
``puzzles.txt`` in the game's folder. The games have the seeds from N on, 1 by default; so the same
lines come out each time. Any Python runs it; a puzzle takes about a second.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import count, islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from pbm.rules import AnyGame, games
from pbm.rules.mining import own_game, puzzle_in, write


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("spec", choices=games())
    options.add_argument("count", type=int)
    options.add_argument("--level", type=int, default=2)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    lines = _lines(games()[given.spec], given.level, given.seed)
    for line in islice(lines, given.count):
        print(line, flush=True)


def _lines(game: AnyGame, level: int, first: int) -> Iterator[str]:
    """Yield one puzzle of each game that has any, but no puzzle twice."""
    seen = set[str]()
    for seed in count(first):
        found = puzzle_in(game, own_game(game, level, seed))
        if found and found[1].position not in seen:
            ply, puzzle = found
            seen.add(puzzle.position)
            yield write(game.ruleset, puzzle, f"level {level}, seed {seed}, ply {ply}")


if __name__ == "__main__":
    main()
