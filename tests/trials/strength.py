"""Matches that show how well programs play: ``python -m tests.trials.strength [SPEC...]``.

Prints a row of STRENGTH.md for each. A seed and a version of the engines always give the same row.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import NamedTuple

from pbm.core.games import AnyGame, Limits, all_games, engine_of, find, spec
from pbm.programs.match import play_match
from pbm.programs.opponents import GREEDY, Chance, Opponent, Program
from pbm.programs.tally import Tally


class Pair(NamedTuple):
    """Two players, and the least share of the points that the first one must have."""

    one: str
    other: str
    least: float


PAIRS = (
    Pair("level:2", "random", 0.95),
    Pair("level:2", "greedy", 0.75),
    *(Pair(f"level:{number}", f"level:{number - 1}", 0.6) for number in range(2, 6)),
)


def player(game: AnyGame, name: str) -> Opponent:
    if name == "random":
        return Chance()
    if name == "greedy":
        return Program(GREEDY, Limits())
    return Program(engine_of(game).levels[int(name.removeprefix("level:")) - 1], Limits())


def result(game: AnyGame, pair: Pair, games: int, seed: int = 0) -> Tally:
    """Return the result of a match."""
    players = [player(game, name) for name in pair[:2]]
    *_, last = play_match(game, players, games, seed)
    return last.tally


def rows(games: int, specs: list[str]) -> Iterator[str]:
    """Yield a row for each rule set and pair."""
    for pair in PAIRS:
        for game in map(find, specs):
            tally = result(game, pair, games)
            held = "yes" if tally.score >= pair.least else "no"
            yield (
                f"| `{spec(game)}` | {pair.one} | {pair.other} | {tally} |"
                f" {100 * pair.least:.0f} % | {held} |"
            )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("specs", nargs="*", default=[spec(game) for game in all_games()])
    chosen = parser.parse_args()
    for row in rows(chosen.games, chosen.specs):
        print(row, flush=True)


if __name__ == "__main__":
    main()
