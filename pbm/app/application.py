"""The app: the open data directory with store, desk and post, for the server and the CLI."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from pbm.app.config import Settings
from pbm.app.lock import share
from pbm.app.retention import apply_retention
from pbm.app.scheduler import Scheduler
from pbm.app.subscribers import SUBSCRIBERS
from pbm.base.errors import ConflictError, PermanentFailure, TemporaryFailure
from pbm.base.permissions import access_error
from pbm.base.secrets import PUT_BACK, load_key, make_key, make_token
from pbm.core.games import all_games
from pbm.inbox.commands import all_commands
from pbm.inbox.desk import Desk
from pbm.inbox.waiting import attend
from pbm.mail.correspondence import OutboxMail
from pbm.mail.identity import Identity
from pbm.mail.letter import Envelope
from pbm.mail.peers import Peers
from pbm.mail.write import fill
from pbm.notices import phrases
from pbm.notices.alerts import Alerts, give_up
from pbm.notices.kinds import MailKind
from pbm.notices.post import Post
from pbm.notices.rendering import prepare
from pbm.play.board_repository import BoardRepository
from pbm.smtp.outgoing import Outgoing
from pbm.smtp.verp import bounce_address
from pbm.store import administration, open_store, open_to_look
from pbm.store.protocol import Store, Transaction
from pbm.store.workbench import Workbench, WorkWanted

log = logging.getLogger(__name__)

KEY_FILE = "pbm.key"

MOST_STEPS = 200
"""Upper bound on the steps of one letter. A step acts on a line, or does slow work for one."""

# other_domain() looks at this many of the newest mails.
_LATEST = 100

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    return datetime.now(UTC)


class App:
    """An open data directory. Call ``close`` when done.

    read_only: promise to change nothing, so that a read-only data directory can be opened too.

    :raises StoreNewerError, StoreOlderError, StoreBusyError: if the store cannot be used now
    :raises PermanentFailure: if the key is lost
    :raises UsageError: if the path is no folder, or this user may not use it
    """

    def __init__(
        self, settings: Settings, clock: Clock = utc_now, *, read_only: bool = False
    ) -> None:
        self.settings = settings
        self.clock = clock
        self.administration = administration(settings.data)
        with _permission_as_usage_error(), ExitStack() as opened:
            if read_only and self.administration.is_read_only():
                store = open_to_look(settings.data)
            else:
                opened.enter_context(share(settings.data))
                store = open_store(settings.data)
            self.store = opened.enter_context(closing(store))
            key = _key(settings.data / KEY_FILE, self.store)
            self._opened = opened.pop_all()
        self.identity = Identity(
            settings.domain,
            key,
            settings.trust_authserv or "",
            settings.strangers_per_hour,
            settings.trusted_peers or Peers(),
            strangers_megabytes=settings.strangers_megabytes,
        )
        self.repository = BoardRepository(SUBSCRIBERS)
        self.post = Post(self.identity)
        self.desk = Desk(self.identity, self.repository)
        self.scheduler = Scheduler(self.repository, self.post)
        self.alerts = Alerts(
            self.repository, self.identity, self.post, settings.operator or "", settings.data
        )

    def keep(self, envelope: Envelope) -> Callable[[Transaction], int]:
        """Return a job for a transaction: keep the letter and return its number."""
        received = self.identity.received(envelope)
        return lambda tx: tx.letters.keep(received, self.clock())

    def handle(self, letter: int, bench: Workbench) -> Callable[[Transaction], bool]:
        """Return a job for a transaction: act on a waiting letter.

        The job returns False if the letter needs another transaction. It raises WorkWanted if
        work must be done first, outside of the transaction.
        """
        return lambda tx: self.desk.handle(tx, letter, self.clock(), bench)

    def put_aside(self, letter: int, error: BaseException) -> Callable[[Transaction], None]:
        """Return a job for a transaction: mark a letter as failed because of a fault in pbm."""
        why = f"{type(error).__name__}: {error}"
        return lambda tx: self.desk.fail(tx, letter, why, self.clock())

    def put_aside_unread(self, letter: int) -> Callable[[Transaction], None]:
        """Return a job for a transaction: mark a letter as failed without reading it."""
        why = "the process that acted on it died each time"
        return lambda tx: self.desk.lay_aside(tx, letter, why, self.clock())

    def dead(self, mail: int, why: str) -> Callable[[Transaction], None]:
        """Return a job for a transaction: give up delivering a mail."""
        return lambda tx: give_up(tx, mail, why, self.clock())

    def refused(self, mail: int, why: str) -> Callable[[Transaction], None]:
        """Return a job for a transaction: the next hop refused the recipient of this mail."""
        return lambda tx: self.desk.refused(tx, mail, why, self.clock())

    def tick(self) -> Callable[[Transaction], None]:
        """Return a job for a transaction: do everything that is due by the clock."""

        def job(tx: Transaction) -> None:
            self.scheduler.tick(tx, self.clock())
            attend(tx, self.identity.strangers_per_hour, self.clock())
            self._alert(tx)

        return job

    def _alert(self, tx: Transaction) -> None:
        """Alert the operator. A fault here must not stop the clocks of games."""
        try:
            with tx.savepoint():
                self.alerts.tick(tx, self.clock())
        except TemporaryFailure:
            raise
        except Exception:
            log.exception("the operator could not be alerted")

    def tidy(self) -> Callable[[Transaction], None]:
        """Return a job for a transaction: remove what need not be kept any longer."""
        return lambda tx: apply_retention(tx, self.clock(), self.settings.keep_letters)

    def warm_up(self) -> None:
        """Load lazy modules and templates now. The first letter would wait 0.5 s for them."""
        all_commands()
        all_games()
        prepare(MailKind.BOARD)
        phrases.prepare()

    def handle_now(self, letter: int) -> None:
        """Act on a letter at once, or put it aside if that fails.

        :raises TemporaryFailure: if nothing can be written now; the letter stays waiting
        """
        bench = Workbench()
        try:
            steps = (self._is_handled(letter, bench) for _ in range(MOST_STEPS))
            if not any(steps):
                raise PermanentFailure(f"it was not done in {MOST_STEPS} steps")
        except TemporaryFailure:
            raise
        except Exception as error:
            log.exception("letter %d is put aside", letter)
            with self.store.transaction() as tx:
                self.put_aside(letter, error)(tx)

    def _is_handled(self, letter: int, bench: Workbench) -> bool:
        """Act on a letter, or do the slow work that it needs first. True when it is settled."""
        try:
            with self.store.transaction() as tx:
                return self.handle(letter, bench)(tx)
        except ConflictError as conflict:
            log.info("letter %d is tried again: %s", letter, conflict)
            return False
        except WorkWanted as wanted:
            with self.store.reading() as tx:
                bench.do(wanted, tx)
            return False

    def outgoing(self, mails: Sequence[OutboxMail]) -> list[Outgoing]:
        """Mails ready to send: tokens filled in, and an envelope sender that identifies bounces."""
        return [self._outgoing(mail) for mail in mails]

    def _outgoing(self, mail: OutboxMail) -> Outgoing:
        tokens = [make_token(self.identity.key, nonce) for nonce in mail.nonce.split()]
        assert mail.queued is not None, "a mail in the outbox has been queued"
        return Outgoing(
            id=mail.id,
            sender=bounce_address(self.identity.key, mail.id, mail.recipient, self.identity.domain),
            recipient=mail.recipient,
            raw=fill(mail.raw, *tokens),
            attempts=mail.attempts,
            queued_at=mail.queued,
        )

    def close(self) -> None:
        self._opened.close()


@contextmanager
def _permission_as_usage_error() -> Iterator[None]:
    """:raises UsageError: in place of PermissionError"""
    try:
        yield
    except PermissionError as error:
        raise access_error(Path(error.filename), "opened") from error


def _key(path: Path, store: Store) -> bytes:
    """Load the key. Make it first if nothing has happened in this store yet.

    :raises PermanentFailure: if the key is damaged, or gone from a store in use
    """
    if not path.exists() and not _was_used(store):
        make_key(path)
    try:
        return load_key(path)
    except FileNotFoundError as error:
        raise PermanentFailure(f"{path} is gone: {PUT_BACK}") from error


def _was_used(store: Store) -> bool:
    """Whether anything ever happened in the store. Every mail has a letter or an act behind it."""
    with store.reading() as tx:
        return bool(tx.letters.numbers(0, 1) or tx.acts.count())


def other_domain(tx: Transaction, domain: str) -> str:
    """A domain other than ``domain`` that one of the newest mails was sent from; "" if none."""
    found = (
        mail.message_id.strip("<>").rpartition("@")[2] for mail in tx.outbox.list(limit=_LATEST)
    )
    return next((each for each in found if each != domain), "")
