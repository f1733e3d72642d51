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
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbm.base.errors import ConflictError, LoginRefused, NextHopDown, TemporaryFailure
from pbm.base.logs import THROTTLED, mask_addresses
from pbm.mail.letter import Envelope
from pbm.mailbox.account import Account
from pbm.mailbox.envelope import enveloped
from pbm.mailbox.session import Session, Unmoved, wait_for
from pbm.mailbox.states import LOOKED, State, note_state
from pbm.mailbox.trust import believed_provider
from pbm.store.mail_protocol import Message
from pbm.store.protocol import Store

log = logging.getLogger(__name__)

MOST_TOGETHER, MOST_BYTES = 50, 4 * 1024 * 1024
"""Limits of the messages that are fetched, and stored, at a time."""

_MOST_SIZES = 500
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
    largest: the most bytes of a letter. kept: called when letters may wait.
    """

    club: str
    received: Callable[[Envelope, str], Envelope]
    largest: int
    kept: Callable[[], None]


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
        self._failures = 0
        self._stuck: set[int] = set()
        self._looked: datetime | None = None
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
            while not self.finishing:
                while self._look(session) and not self.finishing:
                    self._beat()
                self._note(State.IDLE)
                self._beat()
                session.wait(IDLE_SECONDS, self._bell)
        finally:
            session.close()

    def _look(self, session: Session) -> bool:
        """Fetch what is new. Returns whether there was anything to do."""
        uids = [uid for uid in session.undeleted() if uid not in self._stuck]
        with self._store.reading() as tx:
            known = tx.fetched.known(self._account.name, session.validity, uids)
        self._failures = 0
        self._note_look()
        self._put_away(session, [uid for uid in uids if uid in known])
        new = [uid for uid in uids if uid not in known]
        for batch in self._batches(session, new):
            self._note(State.FETCHING)
            self._beat()
            self._fetch(session, batch)
            if self.finishing:
                break
        return bool(uids)

    def _batches(self, session: Session, uids: Sequence[int]) -> Iterator[Sequence[int]]:
        batch: list[int] = []
        held = 0
        for at in range(0, len(uids), _MOST_SIZES):
            sizes = session.sizes(uids[at : at + _MOST_SIZES])
            for uid, size in sorted(sizes.items()):
                if size > self._intake.largest:
                    self._refuse(session, uid, size)
                    continue
                if batch and (len(batch) == MOST_TOGETHER or held + size > MOST_BYTES):
                    yield batch
                    batch, held = [], 0
                batch.append(uid)
                held += size
        if batch:
            yield batch

    def _fetch(self, session: Session, uids: Sequence[int]) -> None:
        bodies = session.bodies(uids)
        self._keep(session.validity, bodies)
        self._intake.kept()
        self._put_away(session, sorted(bodies))

    def _keep(self, validity: int, bodies: Mapping[int, bytes]) -> None:
        """Store messages as letters, and that they were fetched, in one transaction."""
        name, now = self._account.name, self._clock()
        digests = {uid: hashlib.sha256(raw).hexdigest() for uid, raw in bodies.items()}
        with self._store.transaction(acting=False) as tx:
            before = tx.fetched.letters(name, [*digests.values()])
            new: dict[str, bytes] = {}
            for uid, raw in bodies.items():
                if digests[uid] not in before:
                    new.setdefault(digests[uid], raw)
            provider = believed_provider(tx, name)
            taken = [self._enveloped(raw, provider) for raw in new.values()]
            letters = {**before, **dict(zip(new, tx.letters.keep_all(taken, now), strict=True))}
            for uid, digest in digests.items():
                tx.fetched.add(Message(name, validity, uid, digest, letters[digest]))

    def _enveloped(self, raw: bytes, provider: str) -> Envelope:
        return self._intake.received(enveloped(raw, self._intake.club), provider)

    def _refuse(self, session: Session, uid: int, size: int) -> None:
        """Put a message away that is too large, unread."""
        log.warning("message %d of %d bytes is too large, and put away unread", uid, size)
        with self._store.transaction(acting=False) as tx:
            tx.fetched.add(Message(self._account.name, session.validity, uid))
        self._put_away(session, [uid])

    def _put_away(self, session: Session, uids: Sequence[int]) -> None:
        try:
            session.put_away(uids)
        except Unmoved as error:
            # They are known, and stay. Not tried again: each try might leave another copy.
            self._stuck.update(uids)
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
        is_bad = state in (State.REFUSED, State.DOWN, State.FULL)
        said = f"the mailbox is {state.value}: {why}" if why else f"the mailbox is {state.value}"
        log.log(logging.WARNING if is_bad else logging.INFO, "%s", said)
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
