"""The moves of whole games, to compare two copies of pbm: ``python -m tests.trials.moves``.

Each line has the CPU seconds of a game before its moves, so only what follows may be compared.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from time import process_time
from typing import NamedTuple

from pbm.core.games import find
from pbm.programs.match import play_match
from pbm.programs.opponents import Opponent, Position
from tests.trials.strength import SPECS, player


class Noted(NamedTuple):
    """A player whose moves are noted."""

    player: Opponent
    moves: list[str]

    def choose(self, at: Position, seed: int) -> str:
        move = self.player.choose(at, seed)
        self.moves.append(move)
        return move


def games(spec: str, one: str, other: str, number: int) -> Iterator[str]:
    """Play games, and yield the moves of each."""
    game, moves = find(spec), list[str]()
    players = [Noted(player(game, each), moves) for each in (one, other)]
    for _ in play_match(game, players, number):
        yield f"{spec} {' '.join(moves)}"
        moves.clear()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2, help="of each rule set")
    parser.add_argument("--one", default="level:3", help="a player")
    parser.add_argument("--other", default="level:2", help="the other player")
    parser.add_argument("specs", nargs="*", default=SPECS)
    chosen = parser.parse_args()
    for spec in chosen.specs:
        begun = process_time()
        for line in games(spec, chosen.one, chosen.other, chosen.games):
            print(f"{process_time() - begun:.1f} {line}", flush=True)
            begun = process_time()


if __name__ == "__main__":
    main()
