"""What is published when something happened: facts, for those that tell people or react."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pbm.core.board import Board
from pbm.core.happenings import Happening, How
from pbm.core.model import Player, Seek


@dataclass(frozen=True)
class News:
    """Something that somebody may have to hear of.

    by: the player whose deed it is; None for an operator's, or the server's own.
    said: that player's own lines beside the deed.
    """

    by: Player | None
    said: tuple[str, ...] = field(default=(), kw_only=True)


class UntoldError(Exception):
    """A fault of ours: something happened, and somebody who must hear of it does not."""


@dataclass(frozen=True)
class Reminder(News):
    """Boards wait for a player: the time of some of them is soon over."""

    to: Player
    boards: tuple[Board, ...]


@dataclass(frozen=True)
class BoardNews(News):
    """Something happened on a board.

    before: the board as it was, None if it is new.
    after: the board as it is now, everything that was due by then played.
    how: why plies were played by themselves, by their number.
    dropped: what players had decided beforehand and cannot be played any more, by player.
    """

    what: Happening
    before: Board | None
    after: Board
    how: Mapping[int, How] = field(default_factory=dict, kw_only=True)
    dropped: Mapping[int, tuple[str, ...]] = field(default_factory=dict, kw_only=True)

    @property
    def seqs(self) -> range:
        """The numbers of the events that it tells of."""
        before = self.before.match.seq if self.before else 0
        return range(before + 1, self.after.match.seq + 1)


@dataclass(frozen=True)
class ChatNews(News):
    """A player says something about a board."""

    by: Player
    board: Board


@dataclass(frozen=True)
class SeekNews(News):
    """A player offers games to anyone; with None for ``seek`` they withdraw all seeks of a game."""

    by: Player
    game: str
    seek: Seek | None


@dataclass(frozen=True)
class WatchNews(News):
    """A player watches a board from now on, or no longer."""

    by: Player
    board: Board
    watching: bool
