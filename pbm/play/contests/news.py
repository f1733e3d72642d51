"""News of contests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbm.core.board import Board
from pbm.core.contests.model import Contest, Gone
from pbm.core.model import Player
from pbm.play.news import News


@dataclass(frozen=True)
class ContestEntered(News):
    """``by`` has entered a contest. again: they had entered before."""

    by: Player
    contest: Contest
    again: bool = False


@dataclass(frozen=True)
class ContestLeft(News):
    """A player is out of a contest that begins or has not begun, or is no longer on stairs.

    by: the player, if they left by themselves. why: a code.
    """

    player: Player
    contest: Contest
    why: str


@dataclass(frozen=True)
class PlayerOut(News):
    """A player is out of a contest that runs. struck: whether their games no longer count.

    given_up: how many of their games there were not over.
    reason: the operator's, if an operator withdrew them.
    """

    player: Player
    contest: Contest
    why: Gone
    struck: bool
    given_up: int
    reason: str = ""


@dataclass(frozen=True)
class ContestBegun(News):
    """The games of a cup or a league have begun. boards: all of them."""

    contest: Contest
    boards: Sequence[Board]

    @property
    def covered(self) -> Sequence[tuple[int, range]]:
        return [(board.number, range(1, board.match.seq + 1)) for board in self.boards]


@dataclass(frozen=True)
class SeasonSoon(News):
    """A season begins soon. asked: whether the player is left out unless they answer."""

    contest: Contest
    to: Player
    asked: bool


@dataclass(frozen=True)
class SeasonPostponed(News):
    """A season begins later, because too few would play. to: one of those who have entered.

    entered, able: how many have entered, and how many of them can play and have answered.
    """

    contest: Contest
    to: Player
    entered: int
    able: int


@dataclass(frozen=True)
class ContestOver(News):
    """The final table of a cup or a league is settled."""

    contest: Contest


@dataclass(frozen=True)
class ContestClosed(News):
    """An operator ended a contest. readers: the players and spectators who are told of it."""

    contest: Contest
    readers: Sequence[Player]
    why: str


@dataclass(frozen=True)
class ContestWatched(News):
    """A player starts watching a contest, or stops."""

    by: Player
    contest: Contest
    watching: bool
