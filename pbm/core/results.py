"""How games end: their results, and the reasons that are not a game's own."""

from __future__ import annotations

from enum import StrEnum

from pbm.core.games import Seat


class Result(StrEnum):
    """As game records write it; NONE: the game runs, or was ended without one."""

    FIRST_WON = "1-0"
    SECOND_WON = "0-1"
    DRAWN = "1/2-1/2"
    NONE = "*"

    @property
    def winner(self) -> Seat | None:
        return _WINNERS.get(self)


class Reason(StrEnum):
    """Why a game is over, where its moves did not end it; NONE: it runs.

    A match can also have a reason that its game's rules give, such as ``goal``.
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
