"""What is counted for limits or remembered by its moment, and whom it is about.

Each such thing is a kind here and nowhere else: so a player can be told all that is counted about
them, and all of it is erased when they leave.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from pbm.core.model import Player


class Whose(Enum):
    """What names the one a mark is about. No number, userid and mail address are the same, but a
    part of the server may be called as somebody is.
    """

    SERVER = "the server"
    ADDRESS = "an address"
    USERID = "a userid"
    PLAYER = "a player's number"


class MarkKind(Enum):
    """What is counted or remembered: the word for it in the store, and whom it is about."""

    # Moments
    TICK = ("tick", Whose.SERVER)
    ALERT = ("alert", Whose.SERVER)
    HEARD = ("heard", Whose.PLAYER)
    ABSENCE_TOLD = ("absence-told", Whose.PLAYER)
    ABSENCE_DUE = ("absence-due", Whose.PLAYER)
    FORGETTING_DUE = ("forgetting-due", Whose.PLAYER)
    BACKUP = ("backup", Whose.SERVER)
    AUDIT = ("audit", Whose.SERVER)

    # Counted
    TROUBLE = ("trouble", Whose.SERVER)
    STRANGERS = ("strangers", Whose.SERVER)
    STRANGER = ("stranger", Whose.ADDRESS)
    VOUCHED = ("vouched", Whose.ADDRESS)
    LET_IN = ("let in", Whose.SERVER)
    EXPLAINED = ("explained", Whose.ADDRESS)
    REPLY = ("reply", Whose.ADDRESS)
    PROVEN = ("proven", Whose.ADDRESS)
    QUESTION = ("question", Whose.PLAYER)
    ASK = ("ask", Whose.ADDRESS)
    WRONG_FROM = ("wrong-from", Whose.ADDRESS)
    WRONG = ("wrong", Whose.USERID)
    WRONG_AT_HOME = ("wrong-at-home", Whose.USERID)
    REPORT = ("report", Whose.USERID)
    RESET = ("reset", Whose.USERID)
    DATA = ("data", Whose.PLAYER)
    FROM_OTHERS = ("from-others", Whose.PLAYER)
    MESSAGE = ("message", Whose.PLAYER)
    GAME = ("game", Whose.PLAYER)
    CHAT = ("chat", Whose.PLAYER)
    ABSENCE = ("absence", Whose.PLAYER)
    CONSENT = ("consent", Whose.PLAYER)

    def __init__(self, word: str, whose: Whose) -> None:
        self.word, self.whose = word, whose

    def of(self, whose: str | int = "", board: int = 0) -> Mark:
        """Its mark for one address, userid or player, or for one part of the server."""
        return Mark(self, str(whose), board)


@dataclass(frozen=True)
class Mark:
    """One thing that is counted or remembered.

    whose: an address, a userid, the number of a player, or a part of the server ("" for all of it).
    board: for which board it is counted apart; 0 for none.
    """

    kind: MarkKind
    whose: str = ""
    board: int = 0

    @property
    def place(self) -> tuple[str, str, int]:
        """Where it stands in a list of marks."""
        return self.kind.word, self.whose, self.board

    def __str__(self) -> str:
        counted = f"{self.kind.word} on {self.board}" if self.board else self.kind.word
        return f"{counted}:{self.whose}" if self.whose else counted


PERSONAL = tuple(kind for kind in MarkKind if kind.whose is not Whose.SERVER)
"""Those that are about somebody."""

TICK = MarkKind.TICK.of()
"""When the clocks were looked at last."""

LAST_BACKUP, LAST_AUDIT = MarkKind.BACKUP.of(), MarkKind.AUDIT.of()
"""When a backup was written last, and everything was audited."""


def kind_named(word: str) -> MarkKind:
    """:raises KeyError: if nothing is called so"""
    return _KINDS[word]


def names_of(player: Player) -> Sequence[str]:
    """All that personal marks may call a player by."""
    return [str(player.id), player.userid, *player.addresses]


_KINDS = {kind.word: kind for kind in MarkKind}
