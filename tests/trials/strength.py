"""Matches that show how well programs play: ``python -m tests.trials.strength [SPEC...]``.

Prints a line of ``strength.txt`` of a game for each match; ``--table`` prints the table of
STRENGTH.md from these files. A seed and a version of the engines always give the same results.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from time import process_time
from typing import NamedTuple

from pbm.core.games import AnyGame, Limits, all_games, engine_of, find, spec
from pbm.programs.match import play_match
from pbm.programs.opponents import GREEDY, Chance, Opponent, Position, Program
from pbm.programs.strength import LEVEL, Measured, measured

PAIRS = (
    ("level:2", "random"),
    ("level:2", "greedy"),
    *((f"level:{number}", f"level:{number - 1}") for number in range(2, 6)),
)
HEAD = ("rule set", "A", "B", "result of A", "at least", "kept", "ms of CPU a move of A")


class Timed(NamedTuple):
    """A player whose CPU time is measured. spent: seconds of each move."""

    player: Opponent
    spent: list[float]

    def choose(self, at: Position, seed: int) -> str:
        begun = process_time()
        move = self.player.choose(at, seed)
        self.spent.append(process_time() - begun)
        return move


def player(game: AnyGame, name: str) -> Opponent:
    if name == "random":
        return Chance()
    if name == "greedy":
        return Program(GREEDY, Limits())
    return Program(engine_of(game).levels[int(name.removeprefix(LEVEL)) - 1], Limits())


def result(game: AnyGame, one: str, other: str, games: int, seed: int = 0) -> Measured:
    """Return the result of a match."""
    timed = Timed(player(game, one), [])
    *_, last = play_match(game, (timed, player(game, other)), games, seed)
    milliseconds = round(1000 * sum(timed.spent) / len(timed.spent))
    return Measured(spec(game), one, other, last.tally, milliseconds)


def table(results: Iterable[Measured]) -> Iterator[str]:
    """Yield the rows of STRENGTH.md."""
    yield f"| {' | '.join(HEAD)} |"
    yield f"|{'---|' * (len(HEAD) - 1)}--:|"
    ordered = sorted(results, key=lambda each: (PAIRS.index((each.one, each.other)), each.spec))
    for each in ordered:
        kept = "yes" if each.is_kept else "no"
        yield (
            f"| `{each.spec}` | {each.one} | {each.other} | {str(each.tally)[2:]} |"
            f" {100 * each.promised:.0f} % | {kept} | {each.milliseconds} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--table", action="store_true", help="what was measured, for STRENGTH.md")
    parser.add_argument("specs", nargs="*", default=[spec(game) for game in all_games()])
    chosen = parser.parse_args()
    if chosen.table:
        print(*table(measured()), sep="\n")
        return
    for game in map(find, chosen.specs):
        for pair in PAIRS:
            print(result(game, *pair, chosen.games, chosen.seed).written(), flush=True)


if __name__ == "__main__":
    main()
