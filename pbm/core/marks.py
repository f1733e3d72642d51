"""Counters for rate limits, remembered times, and whom each is about.

Every counter and every remembered time has a kind in ``MarkKind``. So the data export of a player
can list everything that is counted about them, and it is all erased when they leave.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum

from pbm.core.model import Player


class Whose(Enum):
    """The kind of name that the subject of a mark has.

    A player's number, userid and mail address never look alike, but the name of a part of the
    server can be the same word as a userid.
    """

    SERVER = "the server"
    ADDRESS = "an address"
    USERID = "a userid"
    PLAYER = "a player's number"


class MarkKind(Enum):
    """The kinds of marks: the word for each in the store, and whom it is about."""

    # Moments
    TICK = ("tick", Whose.SERVER)
    ALERT = ("alert", Whose.SERVER)
    HEARD = ("heard", Whose.PLAYER)
    ABSENCE_TOLD = ("absence-told", Whose.PLAYER)
    ABSENCE_DUE = ("absence-due", Whose.PLAYER)
    NEWS_DUE = ("news-due", Whose.PLAYER)
    PUZZLE_DUE = ("puzzle-due", Whose.PLAYER)
    FORGETTING_DUE = ("forgetting-due", Whose.PLAYER)
    BACKUP = ("backup", Whose.SERVER)
    AUDIT = ("audit", Whose.SERVER)
    STUCK = ("stuck", Whose.SERVER)
    PUBLISHED = ("published", Whose.SERVER)
    PUBLIC_ASKED = ("public-asked", Whose.PLAYER)
    ALL_ASKED = ("all-asked", Whose.SERVER)
    FEWER_OFFERED = ("fewer-offered", Whose.PLAYER)
    ZONE_TOLD = ("zone-told", Whose.PLAYER)
    FAILING = ("failing", Whose.SERVER)
    REFUSED = ("refused", Whose.SERVER)
    MAILBOX = ("mailbox", Whose.SERVER)
    LOOKED = ("looked", Whose.SERVER)
    VOUCHING = ("vouching", Whose.SERVER)
    SCARCE = ("scarce", Whose.SERVER)

    # Counted
    TROUBLE = ("trouble", Whose.SERVER)
    STRANGERS = ("strangers", Whose.SERVER)
    STRANGER = ("stranger", Whose.ADDRESS)
    VOUCHED = ("vouched", Whose.ADDRESS)
    LET_IN = ("let in", Whose.SERVER)
    INTRODUCED = ("introduced", Whose.ADDRESS)
    REMINDED = ("reminded", Whose.ADDRESS)
    EXPLAINED = ("explained", Whose.ADDRESS)
    RELAYED = ("relayed", Whose.ADDRESS)
    REPLY = ("reply", Whose.ADDRESS)
    PROVEN = ("proven", Whose.ADDRESS)
    AUTOMATIC = ("automatic", Whose.ADDRESS)
    QUESTION = ("question", Whose.PLAYER)
    REACTION = ("reaction", Whose.PLAYER)
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
    ANALYSIS = ("analysis", Whose.PLAYER)
    PUZZLE = ("puzzle", Whose.PLAYER)

    def __init__(self, word: str, whose: Whose) -> None:
        self.word, self.whose = word, whose

    def of(self, whose: str | int = "", board: int = 0) -> Mark:
        """Return the mark of this kind for an address, a userid, a player or a part of pbm."""
        return Mark(self, str(whose), board)


@dataclass(frozen=True)
class Mark:
    """A key under which something is counted or a time is stored.

    whose: an address, a userid, a player's number, or a part of the server ("" for all of it).
    board: the board whose uses are counted separately; 0 for all boards together.
    """

    kind: MarkKind
    whose: str = ""
    board: int = 0

    @property
    def place(self) -> tuple[str, str, int]:
        """The sort key of a mark in lists."""
        return self.kind.word, self.whose, self.board

    def __str__(self) -> str:
        counted = f"{self.kind.word} on {self.board}" if self.board else self.kind.word
        return f"{counted}:{self.whose}" if self.whose else counted


class Trouble(StrEnum):
    """A problem that the operator is told about.

    DEAD: a mail was given up. BOUNCED: an address takes no mail. FAILED: a letter could not be
    processed because of a bug. PLAIN: a mail was sent without its HTML part. ASKED: somebody wrote
    to the operator. CROWDED: the rate limit on mails to strangers was reached. STUCK: a program
    cannot play on a board. ENGINE: an external engine fails. REFUSED: the next hop refuses all
    mail from us. FEEDING: a player gives many games up to the same other one. SCARCE: most of the
    mails that may leave in a day have left.
    """

    DEAD = "dead"
    BOUNCED = "bounced"
    FAILED = "failed"
    ASKED = "asked"
    CROWDED = "crowded"
    PLAIN = "plain"
    STUCK = "stuck"
    ENGINE = "engine"
    REFUSED = "refused"
    FEEDING = "feeding"
    SCARCE = "scarce"

    @property
    def mark(self) -> Mark:
        return MarkKind.TROUBLE.of(self.value)


PERSONAL = tuple(kind for kind in MarkKind if kind.whose is not Whose.SERVER)
"""The kinds of marks that are about a person."""

TICK = MarkKind.TICK.of()
"""The time of the last check of the clocks."""

LAST_BACKUP, LAST_AUDIT = MarkKind.BACKUP.of(), MarkKind.AUDIT.of()
"""The times of the last backup and of the last complete audit."""


def kind_named(word: str) -> MarkKind:
    """:raises KeyError: if there is no such kind"""
    return _KINDS[word]


def names_of(player: Player) -> Sequence[str]:
    """Return everything that can identify a player in a mark: number, userid and addresses."""
    return [str(player.id), player.userid, *player.addresses]


_KINDS = {kind.word: kind for kind in MarkKind}
