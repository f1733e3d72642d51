"""Letters that came, mails that go out, and the tokens that tie answers to them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from pbm.base.values import replace
from pbm.core.model import Cause
from pbm.mail.letter import Envelope

LONGEST_WAIT = timedelta(hours=1)
"""No mail waits longer than this for its next attempt."""


class LetterStatus(StrEnum):
    """waiting: kept, not yet acted on. ignored: a robot's, a stranger's or our own. failed: a fault
    of ours, to be tried again by the operator."""

    WAITING = "waiting"
    DONE = "done"
    IGNORED = "ignored"
    DUPLICATE = "duplicate"
    FAILED = "failed"


@dataclass(frozen=True)
class LineDone:
    """What came of one line of a letter that asks for several things.

    line: as it is named in the answer. note, result: what came of it, for the operator and for the
    writer. shown: the player whom a password in it has shown. proven: as in ``Outcome``.
    told_only: whether it did nothing, so that it can be asked for again.
    """

    line: str
    note: str
    result: str
    shown: int | None
    proven: bool
    told_only: bool


@dataclass(frozen=True)
class Confirmed:
    """What a ``yes`` was said to: a player's lines, and the text beside each."""

    player: int
    lines: tuple[str, ...]
    texts: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Progress:
    """How far a letter is whose lines are done one by one.

    has_token: whether it came to a reply address that was good when its first line was done.
    confirmed: the lines, where the letter says ``yes`` to them.
    """

    lines: tuple[LineDone, ...] = ()
    has_token: bool = False
    confirmed: Confirmed | None = None


@dataclass(frozen=True)
class KeptLetter:
    """A letter in the inbox. ``hash`` is set once its secrets are redacted and it is settled.

    believed, token: as in ``Envelope``.
    vouched: whether the front server vouched for its author, None before anybody has looked.
    passwords: of one that was put aside, the hashes of those that it names, by userid, as they were
        then: it may be tried again after they were changed.
    author: the address of its From, "" where that is the envelope's sender or none.
    message_key: what it is found by: ``message_key`` of its Message-ID.
    progress: of one that waits, or was put aside, with some of its lines done.
    """

    id: int
    received: datetime
    peer: str
    sender: str
    recipients: tuple[str, ...]
    raw: bytes
    status: LetterStatus
    note: str
    key: str
    hash: str
    believed: str = ""
    token: str = ""
    vouched: bool | None = None
    passwords: Mapping[str, str | None] = field(default_factory=dict)
    author: str = ""
    message_key: str = ""
    progress: Progress = Progress()

    @property
    def envelope(self) -> Envelope:
        return Envelope(
            self.sender, self.recipients, self.raw, self.peer, self.believed, self.token
        )

    def seal(self) -> str:
        """SHA-256, in hex, of the envelope and bytes of a settled letter: the audit compares it."""
        envelope = "\n".join([self.sender, *self.recipients])
        return hashlib.sha256(envelope.encode() + b"\n\n" + self.raw).hexdigest()


def message_key(message_id: str) -> str:
    """A hash of a Message-ID: senders choose theirs, and it could hold a password."""
    bare = message_id.strip().removeprefix("<").removesuffix(">")
    return hashlib.sha256(bare.encode("utf-8", "replace")).hexdigest()[:32] if bare else ""


@dataclass(frozen=True)
class Origin:
    """Where a letter of somebody unknown came from.

    address: its From. network: of the client that wrote it, "" where nobody can tell.
    vouched: whether a front server says that it is from there; otherwise it may be forged.
    """

    address: str
    network: str
    vouched: bool

    @property
    def domain(self) -> str:
        """The part that somebody registered: all names below it are theirs to choose. Where that is
        the third (co.uk), all who did count as one.
        """
        return ".".join(self.address.rpartition("@")[2].split(".")[-2:])


@dataclass(frozen=True)
class Withheld:
    """A stranger's letter that came then, and is answered when there is room for it."""

    letter: int
    origin: Origin
    at: datetime


class Purpose(StrEnum):
    """What a token in a reply address is good for.

    GUEST: for somebody who is no player yet; it shows that they read mail at that address.
    """

    BOARD = "board"
    ACCOUNT = "account"
    GUEST = "guest"
    SIGNUP = "signup"
    ADDRESS = "address"
    CONFIRM = "confirm"
    RESET = "reset"


@dataclass(frozen=True)
class Token:
    """A reply address that we gave away, known by the SHA-256 of its secret alone.

    board, seq: the board it reaches, and the last event of it that the player had seen.
    data: for what is held until it is confirmed: a signup, or command lines.
    """

    hash: str
    purpose: Purpose
    player: int | None
    board: int | None
    seq: int | None
    data: Mapping[str, Any]
    created: datetime
    expires: datetime | None
    used: datetime | None = None


class MailStatus(StrEnum):
    """resting: waits because mails to its recipient come back. held: waits for a digest of its
    reader's. gathered: was told in one."""

    QUEUED = "queued"
    RESTING = "resting"
    HELD = "held"
    GATHERED = "gathered"
    SENT = "sent"
    DEAD = "dead"
    DROPPED = "dropped"


@dataclass(frozen=True)
class OutboxMail:
    """A mail to send, as final bytes but for its token.

    raw: holds a mask where the token belongs; ``nonce`` and the server's key give the token, so
        that a copy of the database is no bunch of keys.
    nonce: of a digest, which has a token for each mail in it, several with blanks between.
    kind: what its mails are called: a ``MailKind``, or what an older version called them.
    reply: whether it answers the letter that caused it.
    board, seq, player: the event it tells of and to whom, where it tells of one.
    due: when it is to be sent, or told in a digest; as soon as it is queued, where nothing is said.
    waits: whether it must not leave before ``due``: it was postponed, or is for a digest.
    attempts: how often it has failed and was postponed; not counted while no mail left at all.
    accepted: what the next hop said when it took it, such as its own number for it.
    """

    recipient: str
    kind: str
    message_id: str
    raw: bytes
    cause: Cause
    nonce: str = ""
    reply: bool = False
    board: int | None = None
    seq: int | None = None
    player: int | None = None
    id: int = 0
    status: MailStatus = MailStatus.QUEUED
    queued: datetime | None = None
    due: datetime | None = None
    waits: bool = False
    sent: datetime | None = None
    attempts: int = 0
    error: str = ""
    accepted: str = ""

    def again(self, recipient: str, cause: Cause) -> OutboxMail:
        """The same bytes once more: no reply to that cause, and no news of a board."""
        return replace(
            self,
            recipient=recipient,
            cause=cause,
            reply=False,
            seq=None,
            status=MailStatus.QUEUED,
            due=None,
            waits=False,
        )


@dataclass(frozen=True)
class Search:
    """What to look for among letters, or among mails; None is no condition.

    status: a LetterStatus or a MailStatus, as it is written.
    sender: who wrote the letter, or the letter that caused the mail: an address, or ``@`` and a
        domain. recipient: the same of the one it went to.
    player: who wrote it, was answered or mailed. board: what it is about, or has changed.
    since: when it came in, or was queued, at the earliest. kind: the template of a mail.
    note: words in the note of a letter.
    """

    status: str | None = None
    sender: str | None = None
    recipient: str | None = None
    player: int | None = None
    board: int | None = None
    message_id: str | None = None
    since: datetime | None = None
    kind: str | None = None
    note: str | None = None

    def __bool__(self) -> bool:
        return self != Search()
