"""What a plugin says of a position: whose turn it is, how the game ended, and its board."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from pbm.plugins import board
from pbm.rules.game import Outcome, Seat

MOST_MOVES, MOST_MOVE, MOST_POSITION = 5000, 32, 8000
"""The most legal moves, the most characters of a move, and of a position with its past."""

PAST = " | "
"""Parts the pieces on the board from what was played before, in the text of a position."""

_SEATS: Mapping[object, Seat] = {0: Seat.FIRST, 1: Seat.SECOND}
_REASON = re.compile(r"[a-z][a-z_]{0,20}")
REASON = "rules"
"""The reason of an end for which the plugin names none."""


class NonsenseError(Exception):
    """A plugin's answer is not what the interface wants."""


@dataclass(frozen=True)
class Look:
    """turn: None when the game is over; then ``outcome`` is set. board: its text."""

    turn: Seat | None
    outcome: Outcome | None
    board: str

    @classmethod
    def read(cls, answer: object) -> Self:
        """:raises NonsenseError: if a plugin's answer is nothing of the kind"""
        match answer:
            case {"turn": turn, "result": result, "board": str(text)}:
                pass
            case _:
                raise NonsenseError("turn, result and board are not what interface 1 wants")
        try:
            board.check(text)
        except board.BoardError as error:
            raise NonsenseError(str(error)) from error
        if turn is None:
            return cls(None, _outcome(result), text)
        if isinstance(turn, bool) or turn not in (0, 1):
            raise NonsenseError(f"turn is {turn!r}, not 0, 1 or None")
        return cls(_SEATS[turn], None, text)

    def data(self) -> list[Any]:
        ended = self.outcome
        over = ended and [None if ended.winner is None else ended.winner.value, ended.reason]
        return [None if self.turn is None else self.turn.value, over, self.board]

    @classmethod
    def of(cls, data: Sequence[Any]) -> Self:
        """Return what ``data`` wrote."""
        turn, over, text = data
        ended = Outcome(None if over[0] is None else Seat(over[0]), over[1]) if over else None
        return cls(None if turn is None else Seat(turn), ended, text)


def _outcome(result: object) -> Outcome:
    winner, reason = result if isinstance(result, list) and len(result) == 2 else (result, REASON)
    if isinstance(winner, bool) or winner not in (0, 1, None):
        raise NonsenseError(f"the winner is {winner!r}, not 0, 1 or None")
    if not isinstance(reason, str) or not _REASON.fullmatch(reason):
        raise NonsenseError(f"the reason {reason!r} is not one word of small letters")
    return Outcome(_SEATS.get(winner), reason)


@dataclass(frozen=True)
class State:
    """A position of a plugin's game.

    position: the pieces and whose turn it is, as the plugin writes them. rest: what it writes
        behind ``PAST``. last: the last move, "" for none.
    """

    position: str
    look: Look = field(compare=False)
    rest: str = field(default="", compare=False)
    ply: int = field(default=0, compare=False)
    last: str = field(default="", compare=False)

    @property
    def whole(self) -> str:
        return f"{self.position}{PAST}{self.rest}" if self.rest else self.position


def position(text: object) -> tuple[str, str]:
    """Return the two parts of a plugin's position.

    :raises NonsenseError: if it is no line of a possible length
    """
    if not isinstance(text, str) or not text.isprintable() or not 0 < len(text) <= MOST_POSITION:
        raise NonsenseError(f"a position is one line of at most {MOST_POSITION} characters")
    front, _, rest = text.partition(PAST)
    if not front.strip() or front != front.strip():
        raise NonsenseError(f"a position neither begins nor ends with a space: {front[:60]!r}")
    return front, rest


def moves(answer: object) -> tuple[str, ...]:
    """Return the moves of a plugin's answer.

    :raises NonsenseError: if they cannot be moves
    """
    if not isinstance(answer, list) or len(answer) > MOST_MOVES:
        raise NonsenseError(f"moves are not a list of at most {MOST_MOVES}")
    for each in answer:
        is_move = isinstance(each, str) and 0 < len(each) <= MOST_MOVE and each.isascii()
        if not is_move or not each.isprintable() or set(each) & set(" ;\"'<>[]()@"):
            raise NonsenseError(f"{each!r:.60} cannot be a move")
    if len({*answer}) < len(answer):
        raise NonsenseError("a move is listed twice")
    return tuple(answer)
