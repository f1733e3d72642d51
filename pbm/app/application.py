"""The app: the open data directory with store, desk and post.

Each process loads only what it uses: the code that acts on letters takes 12 MiB.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING

from pbm.app.config import Settings
from pbm.app.data_directory import Clock, DataDirectory
from pbm.app.subscribers import subscribers_for
from pbm.base.errors import ConflictError, PermanentFailure, TemporaryFailure
from pbm.base.secrets import make_token
from pbm.mail.addresses import club_of, fill_masks, parts
from pbm.mail.correspondence import OutboxMail
from pbm.mail.identity import Identity
from pbm.mail.letter import Envelope
from pbm.mail.peers import Peers
from pbm.play.board_repository import BoardRepository
from pbm.smtp.outgoing import Outgoing
from pbm.smtp.verp import bounce_address
from pbm.store.protocol import Transaction
from pbm.store.workbench import Workbench, WorkWanted

if TYPE_CHECKING:
    from pbm.app.contests import ContestKeeper
    from pbm.app.scheduler import Scheduler
    from pbm.app.traces import Traces
    from pbm.inbox.desk import Desk
    from pbm.notices.alerts import Alerts
    from pbm.notices.posting.post import Post

# ruff: noqa: PLC0415

log = logging.getLogger(__name__)

MOST_STEPS = 200
"""Upper bound on the steps of one letter. A step acts on a line, or does slow work for one."""

_FOR_LETTERS = (
    "pbm.app.contests",
    "pbm.app.painter",
    "pbm.app.retention",
    "pbm.app.scheduler",
    "pbm.inbox.desk",
    "pbm.inbox.limits",
    "pbm.notices.alerts",
)
"""Modules that the worker needs, besides those that its own modules import."""

# The number of newest mails that other_domain() looks at.
_LATEST = 100


class App(DataDirectory):
    """An open data directory with everything that acts on it. Call ``close`` when done."""

    def __init__(
        self, settings: Settings, clock: Clock | None = None, *, read_only: bool = False
    ) -> None:
        super().__init__(settings, clock, read_only=read_only)
        self.identity = Identity(
            settings.domain,
            self.key,
            settings.trust_authserv or "",
            settings.strangers_per_hour,
            settings.trusted_peers or Peers(),
            strangers_megabytes=settings.strangers_megabytes,
            player_megabytes=settings.player_megabytes,
            players_megabytes=settings.players_megabytes,
            site=settings.site_url if settings.site else "",
            site_language=settings.site_language,
            local_part=parts(settings.club)[0],
            has_sub_addresses=settings.has_sub_addresses,
        )
        self.repository = BoardRepository(subscribers_for(settings))

    @cached_property
    def post(self) -> Post:
        from pbm.notices.posting.post import Post

        return Post(self.identity)

    @cached_property
    def traces(self) -> Traces:
        from pbm.app.traces import Traces

        return Traces(self.store, self.settings.club, self.clock)

    @cached_property
    def desk(self) -> Desk:
        from pbm.inbox.desk import Desk

        return Desk(self.identity, self.repository)

    @cached_property
    def scheduler(self) -> Scheduler:
        from pbm.app.scheduler import Scheduler

        shows_games = self.settings.site is not None
        return Scheduler(self.repository, self.post, shows_games=shows_games)

    @cached_property
    def contests(self) -> ContestKeeper:
        from pbm.app.contests import ContestKeeper

        return ContestKeeper(self.repository, self.post)

    @cached_property
    def alerts(self) -> Alerts:
        from pbm.notices.alerts import Alerts

        operator, data = self.settings.operator or "", self.settings.data
        return Alerts(self.repository, self.identity, self.post, operator, data)

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
        from pbm.notices.alerts import give_up

        return lambda tx: give_up(tx, mail, why, self.clock())

    def refused(self, mail: int, why: str) -> Callable[[Transaction], None]:
        """Return a job for a transaction: the next hop refused the recipient of this mail."""
        return lambda tx: self.desk.refused(tx, mail, why, self.clock())

    def tick(self) -> Callable[[Transaction], None]:
        """Return a job for a transaction: do everything that is due by the clock."""
        from pbm.inbox.limits import release_waiting

        def job(tx: Transaction) -> None:
            self.scheduler.tick(tx, self.clock())
            release_waiting(tx, self.identity.strangers_per_hour, self.clock())
            self._alert(tx)

        return job

    def serve_contests(self) -> Callable[[Transaction], bool]:
        """Return a job for a transaction: do a portion of what is due in contests.

        The job returns whether there may be more.
        """
        return lambda tx: self.contests.portion(tx, self.clock())

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
        """Return a job for a transaction: remove what need not be kept any longer, and send as text
        the mails that no painter has finished in time.
        """
        from pbm.app.painter import send_as_text
        from pbm.app.retention import apply_retention

        def job(tx: Transaction) -> None:
            send_as_text(tx, self.clock())
            apply_retention(tx, self.clock(), self.settings.keep_letters, self.traces.clear)

        return job

    @staticmethod
    def warm_up_playing() -> None:
        """Load only what a move and its mails need, for a process that reads no letters."""
        from pbm.notices.kinds import MailKind
        from pbm.notices.rendering import prepare

        prepare(MailKind.BOARD)

    @classmethod
    def warm_up(cls) -> None:
        """Load lazy modules and templates now. The first letter would wait 0.3 s for them."""
        from pbm.inbox.line import guessed_language
        from pbm.inbox.line.names import all_commands
        from pbm.inbox.understanding.lexicon import lexicons
        from pbm.inbox.understanding.phrases import all_read
        from pbm.notices import phrases
        from pbm.notices.languages import phrases as texts_of_mails

        cls.warm_up_playing()
        for module in _FOR_LETTERS:
            import_module(module)
        phrases.prepare()
        all_commands()
        lexicons()
        guessed_language.prepare()
        all_read()
        texts_of_mails.cache_clear()

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
            sender=self._envelope_sender(mail),
            recipient=mail.recipient,
            raw=fill_masks(mail.raw, tokens),
            attempts=mail.attempts,
            queued_at=mail.queued,
            is_move=mail.seq is not None,
        )

    def _envelope_sender(self, mail: OutboxMail) -> str:
        """An address that identifies the mail if it bounces; an account has only its own one."""
        if self.settings.mailbox:
            return self.identity.address
        return bounce_address(self.identity.key, mail.id, mail.recipient, self.identity.domain)


def other_domain(tx: Transaction, club: str) -> str:
    """Another club, by domain or address, that sent one of the newest mails; "" if none."""
    found = (club_of(mail.message_id) for mail in tx.outbox.list(limit=_LATEST))
    return next((each for each in found if each != club), "")
