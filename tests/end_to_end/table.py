"""Two players and a board between them."""

from __future__ import annotations

from collections.abc import Iterable

from tests.end_to_end.player import Mail, Player


class Table:
    """``first`` has the first seat. Both have read every mail whenever a method returns."""

    def __init__(self, first: Player, second: Player) -> None:
        self.first, self.second = first, second

    @property
    def players(self) -> tuple[Player, Player]:
        return self.first, self.second

    def begin(self, challenge: str) -> None:
        """Invite by answering the welcome mail, and accept."""
        welcome = next(mail for mail in self.first.mails if mail.kind == "welcome")
        self.first.told(challenge, welcome)
        self.second.receive()
        self.second.told("accept")
        self.first.receive()

    def play(self, moves: Iterable[str]) -> Mail:
        """Let the player to move send each move; return the last mover's mail."""
        mail = self.first.last
        for move in moves:
            mover, other = self.turn()
            mail = mover.told(move)
            other.receive()
        return mail

    def turn(self) -> tuple[Player, Player]:
        """Return the player whose last mail asks for a move, and the opponent."""
        (mover,) = (player for player in self.players if player.last.asks_for_move)
        return mover, self.second if mover is self.first else self.first
