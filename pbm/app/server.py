"""The server: listener, writer, worker, painter, programs, pages and pump, together.

The event loop accepts mail, the writer's thread stores it, the worker acts on letters, the painter
makes the HTML of mails, programs play, pages are written, and the pump's thread delivers mails.
Worker, painter, programs and pages are usually processes of their own. Any of them may be killed at
any time: unfinished work still waits in the store.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import Future, wait
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from pbm.app import lock
from pbm.app.application import App, other_domain
from pbm.app.child_process import ChildProcess
from pbm.app.config import Endpoint, Listen, LmtpSocket, Settings
from pbm.app.data_directory import Clock, utc_now
from pbm.app.metrics import PAGES_RESTARTS, PAINTER_RESTARTS, PROGRAMS_RESTARTS, WORKER_RESTARTS
from pbm.app.pages_process import PAGES, PagesOrder
from pbm.app.painter_process import PAINTER, PainterOrder
from pbm.app.privacy import close_to_others
from pbm.app.programs import names_taken
from pbm.app.programs_process import PROGRAMS, ProgramsOrder
from pbm.app.threads import painter_thread, worker_thread
from pbm.app.transport import transports_for
from pbm.app.upgrade import keep_trusting, upgrade
from pbm.app.worker_process import WORKER, WorkerOrder
from pbm.app.workers import Worker
from pbm.base.errors import ConflictError, PbmError
from pbm.base.notify import STOPPING, Notifier
from pbm.mail.letter import Envelope
from pbm.play.programs import dismiss, enlist
from pbm.smtp.listener import Listener
from pbm.smtp.lmtp import SocketFile
from pbm.smtp.outbox import Pump, due_mails
from pbm.smtp.outgoing import Outgoing
from pbm.store.protocol import Transaction
from pbm.store.writer import Writer
from pbm.version import told

log = logging.getLogger(__name__)

Job = Callable[[Transaction], None]

LAST_DELIVERY_SECONDS = 10.0

LONGEST_SILENCE_SECONDS = 300.0
"""A worker that is silent for longer counts as stuck.

One letter takes 40 seconds at most, but removing many old letters may take minutes.
"""

MOST_UNMARKED = 64
"""Upper bound on mails sent but not yet marked as sent. After a crash they are sent again."""


@dataclass(frozen=True)
class _Mark:
    job: Job
    written: Future[None]


class OutboxQueue:
    """The store's outbox as a queue for the pump.

    Mails are marked as sent in batches, while the next ones are being sent: waiting for the disk
    after each mail would take longer than sending it. While marks cannot be written, no mail is
    due.
    """

    def __init__(self, app: App, writer: Writer) -> None:
        self._app, self._writer = app, writer
        self._marks: dict[int, _Mark] = {}

    def due(self, now: datetime, limit: int, busy: Collection[str]) -> Sequence[Outgoing]:
        self._look_at_marks()
        with self._app.store.reading() as tx:
            return self._app.outgoing(due_mails(tx, now, limit, busy, self._marks))

    def sent(self, mail: int, now: datetime, accepted: str) -> None:
        self._look_at_marks()
        self._mark(mail, lambda tx: tx.outbox.mark_sent(mail, now, accepted))
        wait([mark.written for mark in self._marks.values()][:-MOST_UNMARKED])

    def _mark(self, mail: int, job: Job) -> None:
        self._marks[mail] = _Mark(job, self._writer.submit(job, can_wait=True))

    def _look_at_marks(self) -> None:
        """Retry marks that could not be written, and raise why: TemporaryFailure on a full disk."""
        done = {mail: mark for mail, mark in self._marks.items() if mark.written.done()}
        for mail, mark in done.items():
            del self._marks[mail]
            if mark.written.exception():
                self._mark(mail, mark.job)
        for mark in done.values():
            mark.written.result()

    def postponed(self, mail: int, until: datetime, why: str) -> None:
        self._put_off(mail, lambda tx: tx.outbox.postpone(mail, until, why))

    def deferred(self, mail: int, until: datetime, why: str) -> None:
        self._put_off(mail, lambda tx: tx.outbox.postpone(mail, until, why, attempts=0))

    def dead(self, mail: int, why: str) -> None:
        self._write(self._app.dead(mail, why), acting=True)

    def refused(self, mail: int, why: str) -> None:
        self._write(self._app.refused(mail, why), acting=True)

    def _put_off(self, mail: int, job: Job) -> None:
        """Postpone the mail, unless an operator has changed it during delivery."""
        try:
            self._write(job)
        except ConflictError as conflict:
            log.info("mail %d is not postponed: %s", mail, conflict)

    def _write(self, job: Job, *, acting: bool = False) -> None:
        self._writer.submit(job, acting=acting).result()


class Server:
    """The server.

    worker, painter: by default threads with the same clock.
    programs: None where no programs play. pages: None where no pages are written.
    """

    def __init__(  # noqa: PLR0913 (half of them are workers)
        self,
        settings: Settings,
        clock: Clock = utc_now,
        *,
        worker: Worker | None = None,
        painter: Worker | None = None,
        programs: Worker | None = None,
        pages: Worker | None = None,
    ) -> None:
        self._app = App(settings, clock)
        self._settings = settings
        self._writer = Writer(self._app.store, self._app.clock)
        self._listener = Listener(self._keep, settings.domain, settings.limits)
        self._pump = Pump(
            OutboxQueue(self._app, self._writer),
            transports_for(settings.outgoing, settings.domain),
            self._app.clock,
            sessions=settings.outgoing_sessions,
        )
        self._worker = worker or worker_thread(settings, clock)
        self._painter = painter or painter_thread(settings, clock)
        self._programs = programs
        self._pages = pages

    def log_start(self) -> None:
        """Log version, data directory and domain, and warn of settings that look wrong."""
        data, domain = self._settings.data, self._settings.domain
        log.info("pbm %s starts on %s for %s", told(), data, domain)
        if self._settings.operator_is_ours:
            log.warning("operator is an address of this server itself: nobody reads its alerts")
        try:
            with self._app.store.reading() as tx:
                waiting, other = len(tx.letters.waiting()), other_domain(tx, domain)
        except PbmError as error:
            log.warning("waiting letters cannot be counted: %s", error)
            return
        log.info("letters that wait: %d", waiting)
        if other:
            log.warning("the domain was %s: replies to mails already sent go there", other)

    def enlist_programs(self) -> None:
        """Make the programs players who take part, if they play here. Say which cannot be."""
        name, now = self._settings.programs_name, self._app.clock()
        taken: Sequence[str] = ()
        try:
            with self._app.store.transaction() as tx:
                if self._programs:
                    taken = enlist(tx, name, now)
                else:
                    dismiss(tx)
        except PbmError as error:
            log.warning("the programs are left as they are: %s", error)
        if taken:
            log.warning(names_taken(taken))

    async def start(self) -> Listen:
        """Start accepting mail. Return where, with the real port.

        :raises UsageError: if it cannot listen there
        """
        self._writer.start()
        try:
            listening = await self._listen(self._settings.listen)
        except BaseException:
            self._writer.stop()
            self._app.close()
            raise
        self._pump.start()
        await self._painter.start(self._pump.wake, partial(self._count, PAINTER_RESTARTS))
        if self._pages:
            await self._pages.start(self._mails_queued, partial(self._count, PAGES_RESTARTS))
        # The worker is last, because it rings the others from its first moment.
        if self._programs:
            await self._programs.start(self._mails_queued, partial(self._count, PROGRAMS_RESTARTS))
        await self._worker.start(self._worked, partial(self._count, WORKER_RESTARTS))
        return listening

    async def _listen(self, listen: Listen) -> Listen:
        if isinstance(listen, Endpoint):
            return Endpoint(*await self._listener.start(listen.host, listen.port))
        settings = self._settings
        file = SocketFile(listen.path, settings.socket_mode.bits, settings.socket_group)
        await self._listener.start_socket(file)
        if listen.beside is None:
            return listen
        return LmtpSocket(
            listen.path,
            Endpoint(*await self._listener.start(listen.beside.host, listen.beside.port)),
        )

    def is_alive(self) -> bool:
        """Whether all workers have given a sign of life lately."""
        all_workers = (self._worker, self._painter, self._programs, self._pages)
        workers = [each for each in all_workers if each]
        return max(each.silence() for each in workers) < LONGEST_SILENCE_SECONDS

    def _worked(self) -> None:
        self._mails_queued()
        if self._programs:
            self._programs.ring()
        if self._pages:
            self._pages.ring()

    def _mails_queued(self) -> None:
        self._painter.ring()
        self._pump.wake()

    def _count(self, counter: str) -> None:
        self._writer.submit(lambda tx: tx.counters.add(counter))

    async def stop(self) -> None:
        """Stop accepting mail, let the workers do what waits, then close everything."""
        await self._listener.stop()
        try:
            await self._worker.stop()
            if self._programs:
                await self._programs.stop()
            await self._painter.stop()
            if self._pages:
                await self._pages.stop()
        finally:
            self._pump.wake()
            await asyncio.to_thread(self._pump.stop, LAST_DELIVERY_SECONDS)
            await asyncio.to_thread(self._writer.stop)
            self._app.close()

    def wake(self) -> None:
        """Look for letters and mails that other processes have written."""
        self._worker.ring()
        self._worked()

    async def _keep(self, envelope: Envelope) -> None:
        """Store a letter. Once this returns, it is on the disk.

        :raises TemporaryFailure: if it could not be stored
        """
        await asyncio.wrap_future(self._writer.keep(self._app.identity.received(envelope)))
        self._worker.ring()


async def serve(settings: Settings, announce: Callable[[str], None]) -> None:
    """Serve until SIGTERM or SIGINT. ``announce`` is called with the line "listening on ...".

    :raises StoreBusyError: if another server runs on the data directory
    """
    with lock.serve(settings.data):
        if closed := close_to_others(settings):
            log.info("%d files and folders that others could open are private now", len(closed))
        settings = _upgrade(settings)
        server = _server(settings)
        server.log_start()
        server.enlist_programs()
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, stop.set)
        notifier = Notifier(os.environ)
        where = await server.start()
        announce(f"listening on {where}")
        notifier.ready(str(where))
        watch = asyncio.create_task(notifier.watch(server.is_alive))
        await stop.wait()
        watch.cancel()
        notifier.say(STOPPING)
        await server.stop()
        log.info("stopped")


def _server(settings: Settings) -> Server:
    """The server with worker, painter and programs in processes of their own."""

    def worker(deaths: Mapping[int, int]) -> WorkerOrder:
        return WorkerOrder(settings, WORKER.deadly(deaths))

    def painter(deaths: Mapping[int, int]) -> PainterOrder:
        return PainterOrder(settings.data, settings.log, PAINTER.deadly(deaths))

    programs = ChildProcess(PROGRAMS, partial(ProgramsOrder, settings))
    return Server(
        settings,
        worker=ChildProcess(WORKER, worker),
        painter=ChildProcess(PAINTER, painter),
        programs=programs if settings.programs_on else None,
        pages=ChildProcess(PAGES, lambda _: PagesOrder(settings)) if settings.site else None,
    )


def _upgrade(settings: Settings) -> Settings:
    """Upgrade the database if it is older, and log each step. Return the settings to go on with."""
    steps = upgrade(settings.data)
    for step in steps:
        log.info("database upgraded: %s", step)
    trusting = keep_trusting(settings, steps)
    if trusting is not settings:
        log.warning("trusted_peers was added to the settings: see pbm doctor")
    return trusting
