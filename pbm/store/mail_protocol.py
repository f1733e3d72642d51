"""Protocols of the store for letters, messages fetched, outbox and tokens."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from pbm.core.model import Cause
from pbm.mail.correspondence import (
    NONE_PASSED_OVER,
    KeptLetter,
    LetterStatus,
    MailStatus,
    Origin,
    OutboxMail,
    PassedOver,
    Progress,
    Purpose,
    Search,
    Token,
    Withheld,
)
from pbm.mail.letter import Envelope


class Letters(Protocol):
    """The inbox: raw letters, which are stored before anything else is done with them."""

    def keep(self, envelope: Envelope, at: datetime) -> int:
        """Store a letter as received and return its id."""

    def keep_all(self, letters: Sequence[Envelope], at: datetime) -> Sequence[int]:
        """Store letters as received, in one statement if the engine can, and return their ids."""

    def foresee(self, letter: int) -> None:
        """Announce that a waiting letter will be read next. Many engines ignore this."""

    def foresee_key(self, key: str, letter: int) -> None:
        """Announce that ``first_with_key`` will be called with this key and letter."""

    def get(self, letter: int) -> KeptLetter | None: ...

    def waiting(self) -> list[int]:
        """The ids of letters that were not acted on yet, oldest first."""

    def oldest_waiting(self) -> int | None:
        """The first of ``waiting``, without reading the others; None if none waits."""

    def claim(self, limit: int) -> Sequence[int]:
        """The oldest letters that wait: nobody else can claim them until the transaction ends.

        A letter whose sender has an older one that waits is not among them, nor is one that is
        claimed already.
        """

    def settle(
        self,
        letter: int,
        status: LetterStatus,
        note: str = "",
        *,
        was: LetterStatus = LetterStatus.WAITING,
        kept: KeptLetter | None = None,
    ) -> None:
        """Set the final status of a letter.

        was: its current status. kept: its redacted bytes and addresses, its duplicate key, and the
            digest of its words.
        Only one of several letters with the same key can be done.

        :raises ConflictError: if the letter's status is not ``was``, or another letter with its key
            is done
        """

    def note_passwords(self, letter: int, hashes: Mapping[str, str | None]) -> None:
        """Store the password hashes, by userid, that passwords in this letter are checked against.

        They are removed when the letter is settled with ``kept``.
        """

    def keep_progress(self, letter: int, before: Progress, progress: Progress, key: str) -> None:
        """Store the progress of a letter that waits, and its duplicate key.

        before: its current progress.

        :raises ConflictError: if its progress is not ``before``, or another letter with its key is
            done
        """

    def first_with_key(self, key: str, letter: int) -> KeptLetter | None:
        """The earliest other letter with the same duplicate key that was at least partly done."""

    def answered_words(self, words: str, since: datetime) -> int | None:
        """The earliest letter with this digest of its words that came after ``since``; None for
        none, and for no digest.
        """

    def list(self, status: LetterStatus | None = None, limit: int = 100) -> list[KeptLetter]:
        """The newest letters, newest first."""

    def find(self, search: Search, limit: int) -> Sequence[KeptLetter]:
        """The newest letters that match, newest first."""

    def found(self, search: Search) -> int:
        """The number of letters that match."""

    def about(self, player: int, addresses: Sequence[str]) -> Sequence[int]:
        """Letters that came from one of the addresses or whose answer went to the player."""

    def tied_to(self, address: str, until: datetime) -> Sequence[int]:
        """Letters received up to ``until`` from the address (by envelope or From), and those whose
        answer went to it.
        """

    def erase(self, letters: Sequence[int]) -> None:
        """Erase the bytes and senders of letters; rows and hashes stay."""

    def numbers(self, after: int, limit: int) -> Sequence[int]:
        """The next ids after ``after``, oldest first, to iterate over all letters."""

    def statuses(self, letters: Sequence[int]) -> Mapping[int, str]:
        """The stored status of each of the letters that exists."""

    def blank(
        self,
        before: datetime,
        statuses: Collection[LetterStatus],
        *,
        except_note: str | None = None,
    ) -> None:
        """Erase the bytes of letters that came earlier than ``before``; rows and hashes stay.

        statuses: the statuses of letters to erase. except_note: the note of letters to keep.
        """

    def reseal(self, blanked: KeptLetter, before: str) -> None:
        """Replace the bytes and the hash of a settled letter, unless its hash is not ``before``."""

    def lapse(self, before: datetime) -> None:
        """Ignore the letters that failed and came earlier than ``before``."""

    def counts(self) -> Mapping[LetterStatus, int]: ...


@dataclass(frozen=True)
class Message:
    """A message that was fetched from a mailbox.

    mailbox: its name. validity, uid: UIDVALIDITY and UID (RFC 3501 2.3.1.1), which name the message
    in it. digest: the SHA-256 of its bytes, "" if they were not kept. letter: what it became, None
    for spam that answers nobody.
    """

    mailbox: str
    validity: int
    uid: int
    digest: str = ""
    letter: int | None = None


class FetchedMessages(Protocol):
    """The messages that were fetched from mailboxes. They are never forgotten."""

    def add(self, message: Message) -> None:
        """:raises ConflictError: if it was added before"""

    def known(self, mailbox: str, validity: int, uids: Collection[int]) -> Collection[int]:
        """Those of the messages that were fetched."""

    def letters(self, mailbox: str, digests: Collection[str]) -> Mapping[str, int]:
        """The letters that messages with these digests became, by digest."""


class Outbox(Protocol):
    """The outbox. A status is compared with the expected one before it is changed."""

    def add(self, mail: OutboxMail, at: datetime) -> int:
        """Queue a mail and return its id."""

    def queue(self, mail: OutboxMail, at: datetime) -> None:
        """Queue a mail whose id nobody needs now, so that an engine need not wait for the id."""

    def get(self, mail: int) -> OutboxMail | None: ...

    def due(
        self,
        now: datetime,
        latest: datetime,
        limit: int,
        passed_over: PassedOver = NONE_PASSED_OVER,
    ) -> list[OutboxMail]:
        """The oldest queued mail of each recipient, oldest first. A mail that is unfinished, or was
        postponed to a time between ``now`` and ``latest``, is not due, and delays later ones.
        """

    def sent_since(self, since: datetime, most: int) -> Sequence[datetime]:
        """When those of the newest ``most`` mails were sent that were sent since then, in order."""

    def unfinished(self, limit: int) -> Sequence[OutboxMail]:
        """Queued mails whose HTML part is still to be made, oldest first."""

    def count_unfinished(self) -> int: ...

    def finish(self, mail: int, raw: bytes) -> None:
        """Store the final bytes of an unfinished mail, and of its unfinished copies.

        Copies of a mail have the same Message-ID. If one of them is finished, its bytes are taken
        instead: nobody gets two mails that differ, such as one with a picture and one without.

        :raises ConflictError: if the mail is no longer queued, or no longer unfinished
        """

    def rest(self, mail: int, until: datetime, why: str) -> None:
        """Postpone a queued mail to the time ``until``. Meanwhile it does not delay other mails.

        :raises ConflictError: if the mail is no longer queued"""

    def end_rests(self, now: datetime) -> None:
        """Queue the mails whose rest has ended."""

    def wake(self, player: int, recipient: str, now: datetime) -> None:
        """Queue all resting mails of a player, to be sent to this address at once."""

    def held(self) -> list[OutboxMail]:
        """Mails that wait for a digest, oldest first."""

    def gather(self, mail: int) -> None:
        """Mark a held mail as included in a digest.

        :raises ConflictError: if the mail is no longer held
        """

    def caused_by(self, letter: int) -> Sequence[OutboxMail]:
        """The mails that a letter caused, oldest first."""

    def replies_to(self, letter: int) -> list[OutboxMail]:
        """The mails that answered a letter."""

    def about(self, player: int, addresses: Sequence[str]) -> Sequence[int]:
        """The mails to a player or to one of the addresses, oldest first."""

    def sent_to(self, address: str, until: datetime, owner: int | None) -> Sequence[int]:
        """The mails to an address that were queued up to ``until``, and later ones for players
        other than ``owner``; oldest first.

        owner: the player who has the address now, None if nobody has.
        """

    def erase(self, mails: Sequence[int]) -> None:
        """Erase the bytes, pages and recipients of mails, their errors, the next hop's replies."""

    def thread(self, board: int, player: int) -> list[str]:
        """Message-IDs of a board's mails to a player: the first and the latest ones."""

    def reported(self, board: int) -> set[tuple[int, int]]:
        """``(seq, player)`` of every mail that reports an event of the board."""

    def causes(self, board: int) -> Mapping[int, Cause]:
        """The causes of the mails that report events of a board, by the event's seq."""

    def mark_sent(self, accepted: Mapping[int, str], now: datetime) -> None:
        """Mark mails as sent. accepted: the next hop's reply to each, by the mail's number.

        This does not compare the status: the mail has left, whatever its status is by now.
        """

    def postpone(self, mail: int, until: datetime, why: str, *, attempts: int = 1) -> None:
        """Retry a queued mail later. attempts: how many attempts to count.

        :raises ConflictError: if the mail is no longer queued"""

    def mark_dead(self, mail: int, why: str, *, was: MailStatus = MailStatus.QUEUED) -> None:
        """Give a mail up; the operator may revive it.

        :raises ConflictError: if its status is not ``was``
        """

    def revive(self, mail: int, recipient: str, now: datetime, *, was: MailStatus) -> None:
        """Queue a mail again, to be sent to ``recipient`` at once.

        :raises ConflictError: if its status is not ``was``
        """

    def drop(self, mail: int, why: str = "", *, was: MailStatus = MailStatus.QUEUED) -> None:
        """Decide never to send a mail. why: the reason, "" to keep its last error.

        :raises ConflictError: if its status is not ``was``
        """

    def blank(self, before: datetime, statuses: Collection[MailStatus]) -> None:
        """Erase the bytes of mails that were queued earlier than ``before`` and have one of these
        statuses.
        """

    def blank_strangers(self, before: datetime, statuses: Collection[MailStatus]) -> None:
        """Like ``blank``, but only for mails that went neither to a player nor to a player's
        address.
        """

    def list(self, status: MailStatus | None = None, limit: int = 100) -> list[OutboxMail]:
        """The newest mails, newest first."""

    def find(self, search: Search, limit: int) -> Sequence[OutboxMail]:
        """The newest mails that match, newest first."""

    def found(self, search: Search) -> int:
        """The number of mails that match."""

    def counts(self) -> Mapping[MailStatus, int]: ...

    def numbers(self, search: Search) -> Sequence[int]:
        """The ids of all mails that match, oldest first."""

    def oldest(self, now: datetime) -> OutboxMail | None:
        """Of the queued mails, the first that was queued at ``now`` or earlier."""


class Tokens(Protocol):
    def add(self, token: Token) -> None: ...

    def find(self, hash_: str) -> Token | None: ...

    def use(self, hash_: str, at: datetime) -> bool:
        """Mark a one-time token as used, and erase its data.

        Returns False, and changes nothing, if the token was used before or does not exist.
        """

    def unused(self, player: int, purpose: Purpose) -> Sequence[Token]:
        """A player's unused tokens of one purpose, including expired ones; oldest first."""

    def counts(self, player: int) -> Mapping[Purpose, int]:
        """The number of a player's tokens by purpose."""

    def revoke(self, player: int, purpose: str) -> None:
        """Delete a player's unused tokens of one purpose."""

    def revoke_all(self, purpose: Purpose) -> None:
        """Delete all unused tokens of one purpose."""

    def erase(self, player: int) -> None:
        """Delete all tokens of a player."""

    def erase_address(self, address: str, until: datetime) -> None:
        """Delete the tokens made up to ``until`` whose data have this ``address``."""

    def forget(self, before: datetime) -> None:
        """Delete the tokens that expired earlier than ``before``."""


class WithheldLetters(Protocol):
    """Letters of strangers that wait for an answer, one per address."""

    def add(self, withheld: Withheld) -> bool:
        """Add a letter. Returns False, and changes nothing, if one from its address waits."""

    def drop(self, letter: int) -> None: ...

    def erase(self, address: str, until: datetime) -> None:
        """Delete the letters that came from an address up to ``until``."""

    def list(self) -> Sequence[Withheld]:
        """All waiting letters, oldest first."""

    def like(self, origin: Origin) -> tuple[int, int, int]:
        """Count the waiting letters that are vouched for, or those that are not, as this origin is:
        all of them, those from its domain, and those from its network.
        """
