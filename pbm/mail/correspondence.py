"""Stored mail: letters, mails, tokens of reply addresses."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, NamedTuple

from pbm.base.values import quickly_made, replace
from pbm.core.model import Cause
from pbm.mail.letter import Envelope

LONGEST_WAIT = timedelta(hours=1)
"""The upper bound on the time before a mail's next attempt."""


class LetterStatus(StrEnum):
    """The status of a letter in the inbox.

    waiting: stored, not yet acted on. ignored: from a robot, a stranger or ourselves.
    failed: because of a fault of ours; the operator may have it retried.
    """

    WAITING = "waiting"
    DONE = "done"
    IGNORED = "ignored"
    DUPLICATE = "duplicate"
    FAILED = "failed"


@dataclass(frozen=True)
class LineDone:
    """The outcome of one command line of a letter that has several.

    line: the line as the answer quotes it. note: the outcome for the operator.
    result: the outcome for the writer. shown: the player whom a password in the line identified.
    proven: as in ``Outcome``. told_only: whether the line changed nothing, so that it is safe to
    repeat.
    """

    line: str
    note: str
    result: str
    shown: int | None
    proven: bool
    told_only: bool


@dataclass(frozen=True)
class Confirmed:
    """The lines that a player has confirmed with ``yes``, and the text that came with each."""

    player: int
    lines: tuple[str, ...]
    texts: tuple[tuple[str, ...], ...]


@quickly_made
@dataclass(frozen=True)
class Progress:
    """The progress of a letter whose lines are acted on one at a time.

    has_token: whether the letter's reply address was valid when its first line was acted on.
    confirmed: the lines that the letter confirms, if it says ``yes``.
    """

    lines: tuple[LineDone, ...] = ()
    has_token: bool = False
    confirmed: Confirmed | None = None


@quickly_made
@dataclass(frozen=True)
class KeptLetter:
    """A letter in the inbox.

    key: its duplicate key. hash: its ``seal``, set once it is settled and its secrets are redacted.
    believed, token: as in ``Envelope``.
    vouched: whether the front server vouched for its author; None before that was checked.
    passwords: the password hashes of the players that a letter names, by userid, as they were when
        it was put aside: passwords may change before it is retried.
    author: the address in its From, "" if it is the envelope sender or there is none.
    message_key: ``message_key`` of its Message-ID, for searches.
    progress: which lines were acted on, for a letter that waits or was put aside half done.
    words: the digest of words that were answered although they held no command and no move, "" for
        other letters (``pbm.mail.same_words``).
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
    words: str = ""

    @property
    def envelope(self) -> Envelope:
        return Envelope(
            self.sender, self.recipients, self.raw, self.peer, self.believed, self.token
        )

    def seal(self) -> str:
        """SHA-256, in hex, of the envelope and bytes of a settled letter, for the audit."""
        envelope = "\n".join([self.sender, *self.recipients])
        return hashlib.sha256(envelope.encode() + b"\n\n" + self.raw).hexdigest()


def shortened(thread: Sequence[str]) -> list[str]:
    """The first mail of a thread and its latest three, which are enough for References."""
    return [*thread[:1], *thread[1:][-3:]]


def message_key(message_id: str) -> str:
    """A hash of a Message-ID, which is chosen by the sender and could hold a password."""
    bare = message_id.strip().removeprefix("<").removesuffix(">")
    return hashlib.sha256(bare.encode("utf-8", "replace")).hexdigest()[:32] if bare else ""


@dataclass(frozen=True)
class Origin:
    """The origin of a stranger's letter.

    address: its From. network: the network of the sender's client, "" if unknown.
    vouched: whether a front server confirms the address; otherwise it may be forged.
    """

    address: str
    network: str
    vouched: bool

    @property
    def domain(self) -> str:
        """The last two labels of the domain: its owner can make up any number of names below these.

        Under suffixes such as co.uk, all registrants count as one.
        """
        return ".".join(self.address.rpartition("@")[2].split(".")[-2:])


@dataclass(frozen=True)
class Withheld:
    """A stranger's letter that waits until the budget for strangers has room for an answer."""

    letter: int
    origin: Origin
    at: datetime


class Purpose(StrEnum):
    """The purpose of the token in a reply address.

    GUEST: for somebody who is not a player yet; it proves that they read mail at that address.
    COMMAND: for one command, to which a link in a mail leads. OWNER: for the yes of a player whose
    program somebody wants to sign up.
    """

    BOARD = "board"
    ACCOUNT = "account"
    GUEST = "guest"
    SIGNUP = "signup"
    ADDRESS = "address"
    CONFIRM = "confirm"
    RESET = "reset"
    COMMAND = "command"
    OWNER = "owner"


ONLY_MOVES = "only moves"
"""The fact in the data of a board's token with which it allows nothing but a move."""


@quickly_made
@dataclass(frozen=True)
class Token:
    """The token of a reply address that we sent out. Only the SHA-256 of its secret is stored.

    board, seq: the board of the token, and the last event on that board that the player had seen.
    data: the signup or the command lines that wait for confirmation.
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

    @property
    def only_moves(self) -> bool:
        """Whether the token is in a link to the composer, so that a browser gets to see it."""
        return bool(self.data.get(ONLY_MOVES))


class PassedOver(NamedTuple):
    """The mails that are passed over when due ones are looked for.

    busy: their recipients. sent: ids of mails that left but are not yet marked as sent.
    kinds: if some are named, mails of all other kinds.
    """

    busy: Collection[str] = ()
    sent: Collection[int] = ()
    kinds: Collection[str] = ()


NONE_PASSED_OVER = PassedOver()


class MailStatus(StrEnum):
    """The status of a mail in the outbox.

    resting: waits because mails to its recipient bounce. held: waits for a digest.
    gathered: was included in a digest.
    """

    QUEUED = "queued"
    RESTING = "resting"
    HELD = "held"
    GATHERED = "gathered"
    SENT = "sent"
    DEAD = "dead"
    DROPPED = "dropped"


@quickly_made
@dataclass(frozen=True)
class OutboxMail:
    """A mail in the outbox, as final bytes except for its token.

    raw: the bytes, with a mask in place of the token. The token is derived from ``nonce`` and the
        server's key, so that a copy of the database gives nobody access.
    nonce: for a mail with several tokens, such as a digest, all nonces, separated by blanks, in
        the order of the numbers of their masks.
    reply_key: the hash of the token that a letter has if it answers this mail, in a club without
        sub-addresses; "" for none.
    page: the facts of its HTML part, for the painter (``notices/pages.py``). Until that part is
    made, the mail is unfinished, and not due. "" for a finished mail, and for one of text alone.
    kind: a ``MailKind``, or the name that an older version used.
    reply: whether it answers the letter that caused it.
    board, seq, player: the event that it reports, if any, and its reader.
    due: when it is sent, or included in a digest; by default as soon as it is queued.
    waits: whether it must not leave before ``due``, because it was postponed or is for a digest.
    attempts: how often it failed and was postponed; not counted while the next hop is down.
    accepted: the next hop's reply when it accepted the mail, which may hold its queue id.
    """

    recipient: str
    kind: str
    message_id: str
    raw: bytes
    cause: Cause
    nonce: str = ""
    reply_key: str = ""
    page: str = ""
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
        """A copy to send again, which neither replies to ``cause`` nor reports an event."""
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
    """Conditions of a search among letters or mails; None is no condition.

    status: the value of a LetterStatus or MailStatus.
    sender: the author of the letter, or of the letter that caused the mail: an address, or ``@``
        and a domain. recipient: an address or domain likewise.
    player: a player who wrote the letter or was answered by it, or to whom the mail went.
    board: the board that the letter or mail is about or has changed.
    since: the earliest time at which the letter came in or the mail was queued. kind: the kind of a
    mail.
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
