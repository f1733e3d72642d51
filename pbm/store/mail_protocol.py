"""What a store answers about mail: letters, outbox, tokens; and about acts, marks and moments."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Protocol

from pbm.core.marks import Mark, MarkKind
from pbm.core.model import Act, Cause, DoorRequest
from pbm.mail.correspondence import (
    KeptLetter,
    LetterStatus,
    MailStatus,
    Origin,
    OutboxMail,
    Progress,
    Purpose,
    Search,
    Token,
    Withheld,
)
from pbm.mail.letter import Envelope


class Letters(Protocol):
    """The inbox: raw letters, kept before anything else happens to them."""

    def keep(self, envelope: Envelope, at: datetime) -> int:
        """Keep a letter as it came and return its id."""

    def get(self, letter: int) -> KeptLetter | None: ...

    def waiting(self) -> list[int]:
        """Letters not yet acted on, oldest first."""

    def settle(
        self,
        letter: int,
        status: LetterStatus,
        note: str = "",
        *,
        was: LetterStatus = LetterStatus.WAITING,
        kept: KeptLetter | None = None,
    ) -> None:
        """Say what became of a letter.

        was: the status it has until now. kept: holds the redacted bytes and addresses to keep, and
        the duplicate key. Of all letters with the same key, one alone is done.

        :raises ConflictError: if it has another status, or another one with its key was done
        """

    def note_passwords(self, letter: int, hashes: Mapping[str, str | None]) -> None:
        """Note the hashes, by userid, that the passwords in a letter are compared with until it is
        settled with what is kept of it.
        """

    def keep_progress(self, letter: int, before: Progress, progress: Progress, key: str) -> None:
        """Keep how far a letter that waits is, and its duplicate key.

        before: how far it was until now.

        :raises ConflictError: if it is elsewhere, or another letter with its key was done
        """

    def first_with_key(self, key: str, letter: int) -> KeptLetter | None:
        """The earliest letter, other than this one, with the same duplicate key of which
        something was done.
        """

    def list(self, status: LetterStatus | None = None, limit: int = 100) -> list[KeptLetter]:
        """The newest letters, newest first."""

    def find(self, search: Search, limit: int) -> Sequence[KeptLetter]:
        """The newest letters that were looked for, newest first."""

    def found(self, search: Search) -> int:
        """How many letters would be found."""

    def about(self, player: int, addresses: Sequence[str]) -> Sequence[int]:
        """Letters that came from one of the addresses, or were answered to the player."""

    def tied_to(self, address: str, until: datetime) -> Sequence[int]:
        """Letters until then that came from the address, by their envelope or their From, or that
        a mail to it answered.
        """

    def erase(self, letters: Sequence[int]) -> None:
        """Let go of their bytes, and of whom they came from; rows and hashes stay."""

    def numbers(self, after: int, limit: int) -> Sequence[int]:
        """The next letters after that one, oldest first: to walk through all of them."""

    def statuses(self, letters: Sequence[int]) -> Mapping[int, str]:
        """The status of each of these letters that is kept, as it is written there."""

    def blank(
        self, before: datetime, statuses: Collection[LetterStatus], *, but: str | None = None
    ) -> None:
        """Let go of the bytes of letters that came before then; rows and hashes stay.

        statuses: of which they are. but: the note of those that are kept.
        """

    def counts(self) -> Mapping[LetterStatus, int]: ...


class Outbox(Protocol):
    """Mails, each with a status that is compared before it is changed."""

    def add(self, mail: OutboxMail, at: datetime) -> int:
        """Queue a mail and return its id."""

    def get(self, mail: int) -> OutboxMail | None: ...

    def due(
        self,
        now: datetime,
        latest: datetime,
        limit: int,
        busy: Collection[str] = (),
        sent: Collection[int] = (),
    ) -> list[OutboxMail]:
        """The oldest queued mail of each recipient, unless it was postponed to a time after ``now``
        and not after ``latest``; oldest first.

        busy: recipients to leave out. sent: mails that count as gone, though not marked yet.
        """

    def rest(self, mail: int, until: datetime, why: str) -> None:
        """Let a queued mail rest: it is queued then and not before, and holds up nobody meanwhile.

        :raises ConflictError: if it is not queued any more
        """

    def end_rests(self, now: datetime) -> None:
        """Queue the mails that have rested until now."""

    def wake(self, player: int, recipient: str, now: datetime) -> None:
        """Queue all mails of a player that rest, to be sent to this address at once."""

    def held(self) -> list[OutboxMail]:
        """Mails that wait for a digest, oldest first."""

    def gather(self, mail: int) -> None:
        """A held mail was told in a digest.

        :raises ConflictError: if it is not held any more
        """

    def caused_by(self, letter: int) -> Sequence[OutboxMail]:
        """The mails that a letter caused, oldest first."""

    def replies_to(self, letter: int) -> list[OutboxMail]:
        """The mails that answered a letter."""

    def about(self, player: int, addresses: Sequence[str]) -> Sequence[int]:
        """The mails to a player, and those to one of the addresses, oldest first."""

    def sent_to(self, address: str, until: datetime, owner: int | None) -> Sequence[int]:
        """The mails to an address that were queued until then, or are another player's than its
        owner's, oldest first.

        owner: None if the address is nobody's now.
        """

    def erase(self, mails: Sequence[int]) -> None:
        """Let go of their bytes, of their recipients, and of what was said of them."""

    def thread(self, board: int, player: int) -> list[str]:
        """Message-IDs of a board's mails to a player: the first one and the latest ones."""

    def told(self, board: int) -> set[tuple[int, int]]:
        """(seq, player) of every mail about a board's events."""

    def causes(self, board: int) -> Mapping[int, Cause]:
        """What caused the mails about each event of a board, by its seq."""

    def mark_sent(self, mail: int, now: datetime, accepted: str = "") -> None:
        """accepted: what the next hop said when it took the mail.

        It has left then, whatever its status was meanwhile: that one alone is not compared.
        """

    def postpone(self, mail: int, until: datetime, why: str, *, attempts: int = 1) -> None:
        """Try a queued mail again later; counts that many attempts.

        :raises ConflictError: if it is not queued any more
        """

    def mark_dead(self, mail: int, why: str, *, was: MailStatus = MailStatus.QUEUED) -> None:
        """Give a mail up, unless somebody revives it.

        was: the status it has until now.

        :raises ConflictError: if it has another status
        """

    def revive(self, mail: int, recipient: str, now: datetime, *, was: MailStatus) -> None:
        """Queue a mail again, to be sent to this address at once.

        :raises ConflictError: if it has another status than ``was``
        """

    def drop(self, mail: int, why: str = "", *, was: MailStatus = MailStatus.QUEUED) -> None:
        """Never send a mail; ``why`` where something is known of it.

        :raises ConflictError: if it has another status than ``was``
        """

    def blank(self, before: datetime, statuses: Collection[MailStatus]) -> None:
        """Let go of the bytes of mails queued before then that have one of these statuses."""

    def blank_strangers(self, before: datetime, statuses: Collection[MailStatus]) -> None:
        """The same for those of them that went neither to a player nor to an address of one."""

    def list(self, status: MailStatus | None = None, limit: int = 100) -> list[OutboxMail]:
        """The newest mails, newest first."""

    def find(self, search: Search, limit: int) -> Sequence[OutboxMail]:
        """The newest mails that were looked for, newest first."""

    def found(self, search: Search) -> int:
        """How many mails would be found."""

    def counts(self) -> Mapping[MailStatus, int]: ...

    def numbers(self, search: Search) -> Sequence[int]:
        """The numbers of all mails that were looked for, oldest first."""

    def oldest(self, now: datetime) -> OutboxMail | None:
        """The mail that has been queued for the longest time."""


class Tokens(Protocol):
    def add(self, token: Token) -> None: ...

    def find(self, hash_: str) -> Token | None: ...

    def use(self, hash_: str, at: datetime) -> bool:
        """Mark a token that is good for one use as used up, and forget what it held.

        False, and nothing is changed, if it was used before or is gone.
        """

    def unused(self, player: int, purpose: Purpose) -> Sequence[Token]:
        """A player's tokens of one purpose that were not used, expired ones too; oldest first."""

    def counts(self, player: int) -> Mapping[Purpose, int]:
        """How many tokens of each purpose were given to a player."""

    def revoke(self, player: int, purpose: str) -> None:
        """Forget a player's unused tokens of one purpose."""

    def revoke_all(self, purpose: Purpose) -> None:
        """Forget the unused tokens of one purpose, whoever has them."""

    def erase(self, player: int) -> None:
        """Forget all of a player's tokens."""

    def erase_address(self, address: str, until: datetime) -> None:
        """Forget the tokens made until then whose data have that ``address``."""

    def forget(self, before: datetime) -> None:
        """Forget tokens that expired before then."""


class Acts(Protocol):
    def add(
        self, command: str, why: str, facts: Mapping[str, Any], at: datetime, who: str = ""
    ) -> Act:
        """who: the person who typed the command; "" for what the server does by itself."""

    def get(self, act: int) -> Act | None: ...

    def count(self) -> int: ...

    def list(self, limit: int = 100) -> Sequence[Act]:
        """The newest acts, newest first."""

    def naming(self, text: str) -> Sequence[Act]:
        """The acts in whose command or reason the text stands, in letters of any size."""

    def reword(self, act: int, command: str, why: str) -> None:
        """Let other words take the place of its command and reason."""


class Requests(Protocol):
    """What was asked for through doors that take no letters."""

    def add(self, door: str, player: int, what: str, at: datetime) -> DoorRequest: ...

    def get(self, request: int) -> DoorRequest | None: ...


class Marks(Protocol):
    """Counted moments, for limits such as one alert a day and five wrong passwords an hour."""

    def add(self, mark: Mark, at: datetime) -> None: ...

    def take(self, mark: Mark, at: datetime, since: datetime, most: int, *, times: int = 1) -> bool:
        """Count it, unless it would then have been counted more than ``most`` times since then.

        False, and nothing is counted, if it would.
        """

    def count(self, mark: Mark, since: datetime) -> int: ...

    def times(self, mark: Mark, since: datetime) -> Sequence[datetime]:
        """When it was counted since then, oldest first."""

    def about(self, names: Sequence[str]) -> Mapping[Mark, int]:
        """How often each personal one was counted whose ``whose`` is among the names."""

    def erase(self, names: Sequence[str], until: datetime | None = None) -> None:
        """Forget all of these, or those that were counted until then."""

    def forget(self, before: datetime) -> None:
        """Forget what was counted before then."""


class WithheldLetters(Protocol):
    """Letters of strangers that wait until they can be answered, one an address."""

    def add(self, withheld: Withheld) -> bool:
        """False, and nothing is changed, if another one from that address waits."""

    def drop(self, letter: int) -> None: ...

    def erase(self, address: str, until: datetime) -> None:
        """Drop those that came from an address until then."""

    def list(self) -> Sequence[Withheld]:
        """All that wait, the oldest first."""

    def like(self, origin: Origin) -> tuple[int, int, int]:
        """How many wait that are vouched for, or are not, as those from there; how many of these
        are from its domain, and how many from its network.
        """


class Quotas(Protocol):
    """How many bytes of something were kept on a day."""

    def take(self, name: str, day: date, size: int, most: int) -> bool:
        """Whether that many more may be kept. They count as kept then."""

    def forget(self, before: date) -> None:
        """Forget all days before this one."""


class Departures(Protocol):
    """Addresses whose owner has left for good, until every trace of them is gone."""

    def add(self, address: str, at: datetime) -> None: ...

    def list(self) -> Mapping[str, datetime]:
        """When the owner of each has left."""

    def drop(self, address: str) -> None: ...


class Moments(Protocol):
    """When something was done last."""

    def get(self, mark: Mark) -> datetime | None: ...

    def set(self, mark: Mark, at: datetime) -> None: ...

    def move(self, mark: Mark, at: datetime, was: datetime | None) -> None:
        """Set it, where it was something else until now; None for nothing.

        :raises ConflictError: if it was another moment
        """

    def take(self, mark: Mark, was: datetime) -> bool:
        """Forget it. False, and nothing is changed, if it is not that moment any more."""

    def drop(self, mark: Mark) -> None: ...

    def of(self, kind: MarkKind) -> Mapping[Mark, datetime]:
        """Every moment of that kind."""

    def about(self, names: Sequence[str]) -> Mapping[Mark, datetime]:
        """Each personal moment whose ``whose`` is among the names."""

    def erase(self, names: Sequence[str]) -> None:
        """Forget all of these."""


class Counters(Protocol):
    """Whole numbers that only grow, by their names."""

    def get(self, name: str) -> int: ...

    def add(self, name: str) -> None:
        """Count one more."""
