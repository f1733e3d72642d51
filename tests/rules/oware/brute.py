"""A second reading of the rules of Oware, written differently, to check the game."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from random import Random

from pbm.rules.oware.game import Oware

ROUND = "ABCDEFabcdef"
"""The houses in the order of sowing."""


@dataclass
class Table:
    """The seeds of each house, what South and North have taken, and the positions so far."""

    houses: dict[str, int] = field(default_factory=lambda: dict.fromkeys(ROUND, 4))
    taken: dict[bool, int] = field(default_factory=lambda: {True: 0, False: 0})
    is_south: bool = True
    seen: set[tuple[object, ...]] = field(default_factory=set)
    is_over: bool = False

    def side(self, is_south: bool) -> str:
        return ROUND[:6] if is_south else ROUND[6:]

    def has(self, is_south: bool) -> int:
        return sum(self.houses[house] for house in self.side(is_south))

    def sown(self, start: str) -> tuple[dict[str, int], str]:
        """Return the houses after sowing, and the last one."""
        houses, ring = dict(self.houses), deque(ROUND)
        ring.rotate(-ROUND.index(start))
        left, houses[start], last = houses[start], 0, start
        while left:
            ring.rotate(-1)
            if ring[0] == start:
                continue
            last = ring[0]
            houses[last] += 1
            left -= 1
        return houses, last

    def legal(self) -> list[str]:
        full = [house for house in self.side(self.is_south) if self.houses[house]]
        other = self.side(not self.is_south)
        feeding = [h for h in full if any(self.sown(h)[0][each] for each in other)]
        return [] if self.is_over else feeding

    def play(self, start: str) -> None:
        self.seen.add(self.key())
        houses, last = self.sown(start)
        before = dict(houses)
        theirs, gain = self.side(not self.is_south), 0
        for house in reversed(theirs[: theirs.find(last) + 1]):
            if houses[house] not in {2, 3}:
                break
            gain, houses[house] = gain + houses[house], 0
        if not any(houses[house] for house in theirs):
            houses, gain = before, 0
        self.houses, self.is_south = houses, not self.is_south
        self.taken[not self.is_south] += gain
        if max(self.taken.values()) > 24:
            self.is_over = True
        elif self.key() in self.seen or not self.legal():
            self.is_over = True
            for side in (True, False):
                self.taken[side] += self.has(side)
                self.houses.update(dict.fromkeys(self.side(side), 0))

    def key(self) -> tuple[object, ...]:
        return (*self.houses.values(), self.is_south)

    def text(self) -> str:
        north = ",".join(str(self.houses[house]) for house in "fedcba")
        south = ",".join(str(self.houses[house]) for house in "ABCDEF")
        side = "s" if self.is_south else "n"
        return f"{north}/{south} {side} {self.taken[True]},{self.taken[False]}"


def compare_game(game: Oware, seed: int) -> int:
    """Compare every position of a random game, and return their number.

    Odd seeds take as little as they can, so that games are long and positions come again.
    """
    dice, table, state, compared = Random(seed), Table(), game.start(), 0
    while not table.is_over:
        moves = {game.format(state, move): move for move in game.legal_moves(state)}
        assert sorted(moves) == sorted(table.legal())
        after = {text: game.apply(state, move) for text, move in moves.items()}
        quiet = [text for text in after if not after[text].taken] if seed % 2 else []
        text = dice.choice(sorted(quiet or moves))
        table.play(text)
        state, compared = after[text], compared + 1
        assert game.encode(state) == table.text()
        assert (game.outcome(state) is not None) == table.is_over
    score = (table.taken[True], table.taken[False])
    winner = (score[0] < score[1]) - (score[0] > score[1])
    outcome = game.outcome(state)
    assert outcome is not None
    assert outcome.score == score
    assert {"1-0": -1, "0-1": 1, "1/2-1/2": 0}[outcome.result] == winner
    return compared
