"""Results of games, and reasons for an end that follow from no rule."""

from __future__ import annotations

from enum import StrEnum

from pbm.core.games import Seat


class Result(StrEnum):
    """A result in the notation of game records; NONE: the game runs, or ended without a result."""

    FIRST_WON = "1-0"
    SECOND_WON = "0-1"
    DRAWN = "1/2-1/2"
    NONE = "*"

    @property
    def winner(self) -> Seat | None:
        return _WINNERS.get(self)


class Reason(StrEnum):
    """The reason for an end of a game other than by its moves. NONE: the game runs.

    A match can also have a reason that comes from the rules of its game, such as ``goal``.
    """

    RESIGNED = "resigned"
    AGREED = "agreed"
    FORFEIT = "forfeit"
    ABORTED = "aborted"
    ADJUDICATED = "adjudicated"
    NONE = "*"


_WINNERS = {Result.FIRST_WON: Seat.FIRST, Result.SECOND_WON: Seat.SECOND}


def won_by(seat: Seat) -> Result:
    return Result.FIRST_WON if seat is Seat.FIRST else Result.SECOND_WON
