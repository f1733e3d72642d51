"""Two players who play the game of the demonstration."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle

from pbm.admin.demo import SAMPLE_GAME
from scripts.neighbours.player import Player


class Table:
    """A game. ``first`` has the first seat. Both have read all mails when it begins."""

    def __init__(self, first: Player, second: Player) -> None:
        self.players = (first, second)
        first.answer(f"gyges challenge {second.userid}", first.welcome)
        first.receive("invitation sent")
        second.receive("invites you")
        second.answer("accept")
        second.receive("against")
        first.receive("against")
        self._turns = zip(cycle([(first, second), (second, first)]), SAMPLE_GAME, strict=False)

    def turns(self) -> Iterator[tuple[Player, Player, str]]:
        """Yield the turns that are left: the player to move, the other one, and the move."""
        for (mover, other), move in self._turns:
            yield mover, other, move

    def turn(self) -> tuple[Player, Player, str]:
        return next(self.turns())
