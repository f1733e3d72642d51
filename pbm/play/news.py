"""News: facts that use cases publish, from which notices make mails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pbm.core.board import Board
from pbm.core.happening import Happening
from pbm.core.happenings import How
from pbm.core.model import Player, Seek


@dataclass(frozen=True)
class News:
    """Something happened that players may have to be told.

    by: the player who did it; None for an operator or the server itself.
    said: lines that this player wrote along with it.
    """

    by: Player | None
    said: tuple[str, ...] = field(default=(), kw_only=True)

    @property
    def covered(self) -> Sequence[tuple[int, range]]:
        """The boards whose events the news covers, and the numbers of these events."""
        return ()


class UntoldError(Exception):
    """A bug in this program: no notice handles a piece of news."""


@dataclass(frozen=True)
class Reminder(News):
    """A player is to move on these boards, and time is running out on some of them."""

    to: Player
    boards: tuple[Board, ...]


@dataclass(frozen=True)
class BoardNews(News):
    """Something happened on a board.

    before: the board before it, None if the board is new.
    after: the board after it, including automatic moves.
    how: why a ply was played automatically, by the number of the ply.
    dropped: planned moves that can no longer be played, by player.
    """

    what: Happening
    before: Board | None
    after: Board
    how: Mapping[int, How] = field(default_factory=dict, kw_only=True)
    dropped: Mapping[int, tuple[str, ...]] = field(default_factory=dict, kw_only=True)

    @property
    def covered(self) -> Sequence[tuple[int, range]]:
        before = self.before.match.seq if self.before else 0
        return [(self.after.number, range(before + 1, self.after.match.seq + 1))]


@dataclass(frozen=True)
class ChatNews(News):
    """A player chats about a board."""

    by: Player
    board: Board


@dataclass(frozen=True)
class SeekNews(News):
    """A player offers games to anyone.

    seek: None if the player withdraws all their seeks of the game.
    """

    by: Player
    game: str
    seek: Seek | None


@dataclass(frozen=True)
class WatchNews(News):
    """A player starts watching a board, or stops."""

    by: Player
    board: Board
    watching: bool
