"""The fetcher: takes each message of a mailbox as a letter, exactly once.

A letter and the row that its message was fetched are stored in one transaction. Only then is the
message moved away. So whenever fetcher, server or provider end, a message is either still in the
folder and unknown, or it is known and only has to be moved.

Persons may read, mark, move and restore messages, and the provider may number them anew (another
UIDVALIDITY): then the digest of its bytes tells that a message was fetched before.
"""

from __future__ import annotations

import hashlib
import logging
import os
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from pbm.base.errors import ConflictError, LoginRefused, NextHopDown, TemporaryFailure
from pbm.base.logs import THROTTLED, mask_addresses
from pbm.base.values import replace
from pbm.mail.body.found import LEFT_OUT
from pbm.mail.headers import MAX_BLOCK
from pbm.mail.letter import Envelope
from pbm.mailbox.account import Account
from pbm.mailbox.answered import answered, key_of_answered
from pbm.mailbox.envelope import enveloped
from pbm.mailbox.session import MOST_NAMED, Session, Unmoved, wait_for
from pbm.mailbox.states import LOOKED, State, note_state
from pbm.mailbox.trust import believed_provider
from pbm.store.mail_protocol import Message
from pbm.store.protocol import Store, Transaction

log = logging.getLogger(__name__)

MOST_TOGETHER, MOST_BYTES = 50, 4 * 1024 * 1024
"""Limits of the messages that are fetched, and stored, at a time."""

IDLE_SECONDS = 60.0
_NOTED_EVERY = timedelta(seconds=30)
DOWN_SECONDS = (5.0, 10.0, 30.0, 60.0, 300.0)
LOGIN_SECONDS = (300.0, 900.0, 3600.0)
FULL_SECONDS = (5.0, 10.0, 30.0)
"""The backoff after failures of one kind; the last one repeats."""


@dataclass(frozen=True)
class Intake:
    """How letters are kept.

    club: our address. received: decides what may prove a letter, as ``Identity.received`` does from
        the envelope and the names of the provider that is believed.
    largest: the most bytes of a letter. kept: called when letters may wait. days: how long messages
        stay in the folder for those that are done; None for ever.
    """

    club: str
    received: Callable[[Envelope, str], Envelope]
    largest: int
    kept: Callable[[], None]
    days: int | None = None


class Fetcher:
    """A loop for a process of its own. beat: called at least once a minute, while all is well."""

    def __init__(
        self,
        account: Account,
        store: Store,
        clock: Callable[[], datetime],
        intake: Intake,
        beat: Callable[[], None],
    ) -> None:
        self._account, self._store, self._clock = account, store, clock
        self._intake, self._beat = intake, beat
        self._bell, self._rope = os.pipe()
        self._state: tuple[State, str] | None = None
        self._is_told_to_work = False
        self._failures = 0
        self._junk = ""
        self._stuck: defaultdict[str, set[int]] = defaultdict(set)
        self._looked: datetime | None = None
        self._emptied: date | None = None
        self.finishing = False

    def ring(self) -> None:
        """Do nothing: letters come from outside."""

    def finish(self) -> None:
        self.finishing = True
        os.write(self._rope, b"x")

    def run(self) -> None:
        while not self.finishing:
            try:
                self._serve()
            except LoginRefused as error:
                self._rest(State.REFUSED, error, LOGIN_SECONDS)
            except NextHopDown as error:
                self._rest(State.DOWN, error, DOWN_SECONDS)
            except ConflictError as error:
                log.info("the mailbox is read again: %s", error)
            except TemporaryFailure as error:
                self._rest(State.FULL, error, FULL_SECONDS)

    def _serve(self) -> None:
        """Fetch until something fails."""
        self._note(State.CONNECTING)
        session = Session(self._account)
        try:
            self._junk = session.junk()
            while not self.finishing:
                while self._look(session) and not self.finishing:
                    self._beat()
                self._note(State.IDLE)
                self._beat()
                session.wait(IDLE_SECONDS, self._bell)
        finally:
            session.close()

    def _look(self, session: Session) -> bool:
        """Fetch what is new. Returns whether there was anything to do in the inbox."""
        busy = self._look_into(session, self._account.folder)
        self._failures = 0
        self._note_look()
        if self._junk and not busy:
            self._look_into(session, self._junk)
            session.select(self._account.folder)
        if not busy:
            self._empty(session)
        return busy

    def _empty(self, session: Session) -> None:
        """Delete, once a day, what has been done for so long that the store has blanked it, too."""
        today = self._clock().date()
        if self._intake.days is None or self._emptied == today:
            return
        self._emptied = today
        gone = 0
        try:
            gone = session.empty(today - timedelta(days=self._intake.days))
        except Unmoved as error:
            session.select(self._account.folder)
            log.warning("old messages stay in the mailbox: %s", error)
        if gone:
            log.info("%d old messages are deleted from the mailbox", gone)

    def _look_into(self, session: Session, folder: str) -> bool:
        """Fetch what is new in a folder. Returns whether there was anything to do."""
        if not session.select(folder):
            return False
        uids = [uid for uid in session.undeleted() if uid not in self._stuck[folder]]
        with self._store.reading() as tx:
            known = tx.fetched.known(self._name(folder), session.validity, uids)
        if folder == self._account.folder:
            self._put_away(session, [uid for uid in uids if uid in known])
        new = [uid for uid in uids if uid not in known]
        for batch in self._batches(session, new):
            self._note(State.FETCHING)
            self._beat()
            self._take(session, session.bodies(batch))
            if self.finishing:
                break
        return bool(uids)

    def _name(self, folder: str) -> str:
        return replace(self._account, folder=folder).name

    def _batches(self, session: Session, uids: Sequence[int]) -> Iterator[Sequence[int]]:
        batch: list[int] = []
        held = 0
        for at in range(0, len(uids), MOST_NAMED):
            sizes = session.sizes(uids[at : at + MOST_NAMED])
            for uid, size in sorted(sizes.items()):
                if size > self._intake.largest:
                    self._take(session, self._without_body(session, uid, size))
                    continue
                if batch and (len(batch) == MOST_TOGETHER or held + size > MOST_BYTES):
                    yield batch
                    batch, held = [], 0
                batch.append(uid)
                held += size
        if batch:
            yield batch

    def _without_body(self, session: Session, uid: int, size: int) -> Mapping[int, bytes]:
        """The header of a message that is too large, so that its sender can be told.

        One byte more than is parsed: of a header that is cut, nothing may be read.
        """
        log.warning("message %d of %d bytes is too large: only its header is read", uid, size)
        heads = session.heads([uid], MAX_BLOCK + 1)
        left_out = f"{LEFT_OUT}: {size} bytes\r\n".encode()
        return {uid: left_out + head for uid, head in heads.items()}

    def _take(self, session: Session, letters: Mapping[int, bytes]) -> None:
        """Keep messages as letters, then put them away."""
        taken = self._keep(session, letters)
        self._intake.kept()
        self._put_away(session, sorted(taken))

    def _keep(self, session: Session, bodies: Mapping[int, bytes]) -> Collection[int]:
        """Store messages as letters, and that they were fetched, in one transaction.

        Returns those that are letters now; what a provider took for spam stays where it is, if
        nothing shows that it answers us.
        """
        digests = {uid: hashlib.sha256(raw).hexdigest() for uid, raw in bodies.items()}
        names = {self._name(each) for each in (self._account.folder, self._junk)}
        is_junk = session.folder == self._junk
        with self._store.transaction(acting=False) as tx:
            before: dict[str, int] = {}
            for each in names:
                before |= tx.fetched.letters(each, [*digests.values()])
            provider = believed_provider(tx, self._name(self._account.folder))
            new: dict[str, Envelope] = {}
            for uid, raw in bodies.items():
                if digests[uid] not in {*before, *new}:
                    envelope = self._enveloped(tx, raw, provider)
                    if not is_junk or self._answers_us(tx, envelope):
                        new[digests[uid]] = envelope
            kept = tx.letters.keep_all([*new.values()], self._clock())
            letters: dict[str, int | None] = {**before, **dict(zip(new, kept, strict=True))}
            for uid, digest in digests.items():
                letter = letters.get(digest)
                known = digest if letter is not None else ""
                name = self._name(session.folder)
                tx.fetched.add(Message(name, session.validity, uid, known, letter))
        return {uid for uid in bodies if digests[uid] in letters}

    def _answers_us(self, tx: Transaction, envelope: Envelope) -> bool:
        is_keyed = bool(envelope.token) and tx.tokens.find(envelope.token) is not None
        return is_keyed or answered(tx, envelope.raw, self._intake.club) is not None

    def _enveloped(self, tx: Transaction, raw: bytes, provider: str) -> Envelope:
        found = self._intake.received(enveloped(raw, self._intake.club), provider)
        return replace(found, token=found.token or key_of_answered(tx, raw, self._intake.club))

    def _put_away(self, session: Session, uids: Sequence[int]) -> None:
        try:
            session.put_away(uids)
        except Unmoved as error:
            # They are known, and stay. Not tried again: each try might leave another copy.
            self._stuck[session.folder].update(uids)
            log.warning("%d messages stay in the mailbox: %s", len(uids), error)

    def _rest(self, state: State, error: Exception, delays: Sequence[float]) -> None:
        kind = self._state[0] if self._state else None
        self._failures = self._failures + 1 if kind in (state, State.CONNECTING) else 1
        self._note(state, str(error))
        left = delays[min(self._failures, len(delays)) - 1]
        while left > 0 and not self.finishing:
            self._beat()
            wait_for(self._bell, min(left, IDLE_SECONDS))
            left -= IDLE_SECONDS

    def _note(self, state: State, why: str = "") -> None:
        """Tell the log and the store how the fetcher fares."""
        if self._state == (state, why):
            return
        if state in (State.REFUSED, State.DOWN, State.FULL):
            log.warning("the mailbox is %s: %s", state.value, why)
            self._is_told_to_work = False
        elif state is State.IDLE and not self._is_told_to_work:
            log.info("the mailbox is read")
            self._is_told_to_work = True
        self._state = state, why
        try:
            with self._store.transaction(acting=False, lasting=False) as tx:
                note_state(tx, state, mask_addresses(why), self._clock())
        except TemporaryFailure as error:
            log.warning("the state of the mailbox is not noted: %s", error, extra=THROTTLED)

    def _note_look(self) -> None:
        now = self._clock()
        if self._looked is None or not timedelta(0) <= now - self._looked < _NOTED_EVERY:
            with self._store.transaction(acting=False, lasting=False) as tx:
                tx.moments.set(LOOKED, now)
            self._looked = now
