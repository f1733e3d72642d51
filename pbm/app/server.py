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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from pbm.app import lock
from pbm.app.application import App, other_domain
from pbm.app.child_process import ChildProcess
from pbm.app.config import Settings
from pbm.app.data_directory import Clock
from pbm.app.late_mails import LateMails
from pbm.app.leadership import InTurn, Leadership
from pbm.app.metrics_port import MetricsPort
from pbm.app.nodes import check_durability, join, this_node
from pbm.app.orders import (
    MAILBOX,
    PAGES,
    PAINTER,
    PROGRAMS,
    WORKER,
    MailboxOrder,
    PagesOrder,
    PainterOrder,
    ProgramsOrder,
    WorkerOrder,
)
from pbm.app.outbox_queue import LeasingQueue, OutboxQueue
from pbm.app.privacy import close_to_others
from pbm.app.setting_values import Endpoint, Listen, LmtpSocket
from pbm.app.transport import transports_for
from pbm.app.upgrade import keep_trusting, names_taken, upgrade
from pbm.app.when_needed import WhenNeeded
from pbm.app.workers import (
    MAILBOX_RESTARTS,
    PAGES_RESTARTS,
    PAINTER_RESTARTS,
    PROGRAMS_RESTARTS,
    WORKER_RESTARTS,
    Worker,
)
from pbm.base.errors import PbmError, TemporaryFailure
from pbm.base.notify import STOPPING, Notifier
from pbm.mail.letter import Envelope
from pbm.play.programs import dismiss, enlist, to_move
from pbm.play.seeks import unanswered
from pbm.play.study.puzzles import stock
from pbm.programs import sandbox
from pbm.smtp.listener import Listener
from pbm.smtp.lmtp import SocketFile
from pbm.smtp.outbox import Pump
from pbm.store import shared
from pbm.store.writer import OTHERS_ON_NODES, Writer
from pbm.version import told

log = logging.getLogger(__name__)

LAST_DELIVERY_SECONDS = 10.0

LONGEST_SILENCE_SECONDS = 300.0
"""A worker that is silent for longer counts as stuck.

One letter takes 40 seconds at most, but removing many old letters may take minutes.
"""


@dataclass(frozen=True)
class Duties:
    """The duties of this node besides accepting letters.

    leads: whether it may act on letters. delivers: whether it sends mails.
    """

    leads: bool = True
    delivers: bool = True


ALL_DUTIES = Duties()


class Server:
    """The server.

    worker, painter: by default threads with the same clock. Where several nodes share the store,
    each is an ``InTurn``.
    programs: None if no programs play. pages: None if no pages are written. mailbox: None if no
    letters are fetched.
    """

    def __init__(  # noqa: PLR0913 (three of them are for tests, and for several nodes)
        self,
        settings: Settings,
        clock: Clock | None = None,
        worker: Worker | None = None,
        painter: Worker | None = None,
        programs: Worker | None = None,
        *,
        pages: Worker | None = None,
        mailbox: Worker | None = None,
        duties: Duties = ALL_DUTIES,
    ) -> None:
        self._app = App(settings, clock)
        self._settings = settings
        others = OTHERS_ON_NODES if settings.store else 0
        self._writer = Writer(self._app.store, self._app.clock, others)
        self._listener = Listener(
            self._keep, settings.club, settings.limits, settings.trusted_peers
        )
        several = shared(self._app.store)
        self._queue = (LeasingQueue if several else OutboxQueue)(self._app, self._writer)
        self._pump = Pump(
            self._queue,
            transports_for(settings),
            self._app.clock,
            # Providers lock accounts that open many sessions.
            sessions=1 if settings.mailbox else settings.outgoing_sessions,
        )
        self._late = LateMails(self._app.store, self._writer, self._app.clock, self._pump.wake)
        self._worker = worker or _thread("worker", settings, clock)
        self._painter = painter or _thread("painter", settings, clock)
        self._programs = programs
        self._pages = pages
        self._mailbox = mailbox
        self._duties = duties
        self._metrics = MetricsPort(self._measured) if settings.metrics_listen else None
        all_workers = (self._worker, self._painter, self._programs, self._pages, self._mailbox)
        workers = all_workers if duties.leads else ()
        in_turn = [each for each in workers if isinstance(each, InTurn)]
        self._leadership: Leadership | None = None
        if several:
            self._leadership = Leadership(
                several, settings.node_name, in_turn, self.wake, self._note
            )

    def _join(self) -> None:
        """Note that this node serves.

        :raises UsageError, PermanentFailure: if this node must not serve together with the others
        """
        if several := shared(self._app.store):
            check_durability(several.health(), self._settings)
        with self._app.store.transaction() as tx:
            join(tx, self._settings, self._app.key, self._app.clock())

    def _note(self) -> None:
        """Note that this node still serves."""
        with self._app.store.transaction(acting=False) as tx:
            tx.nodes.put(this_node(self._settings, self._app.key, self._app.clock()))

    def log_start(self) -> None:
        """Log version, data directory and domain, and warn of settings that look wrong."""
        data, domain = self._settings.data, self._settings.domain
        log.info("pbm %s starts on %s for %s", told(), data, domain)
        if self._settings.operator_is_ours:
            log.warning("operator is an address of this server itself: nobody reads its alerts")
        try:
            with self._app.store.reading() as tx:
                waiting, other = len(tx.letters.waiting()), other_domain(tx, self._settings.club)
        except PbmError as error:
            log.warning("waiting letters cannot be counted: %s", error)
            return
        log.info("letters that wait: %d", waiting)
        if other:
            log.warning("the club was at %s: replies to mails already sent go there", other)

    def enlist_programs(self) -> None:
        """Make programs players who take part, if the settings say so. Log taken userids."""
        name, now = self._settings.programs_name, self._app.clock()
        rated = self._settings.programs_rated
        taken: Sequence[str] = ()
        externals = self._externals()
        try:
            with self._app.store.transaction() as tx:
                if self._programs:
                    taken = enlist(tx, name, now, externals, rated=rated)
                    stock(tx)
                else:
                    dismiss(tx)
        except PbmError as error:
            log.warning("the programs are left as they are: %s", error)
        if taken:
            log.warning(names_taken(taken))

    def _externals(self) -> Mapping[str, Sequence[str]]:
        """The rule sets of the external engines that take part: none without a sandbox."""
        wanted = self._settings.programs_external.rulesets
        why = sandbox.fault() if wanted and self._programs else ""
        if why:
            log.warning("external engines take no part: %s", why)
        return {} if why else wanted

    def programs_have_work(self) -> bool:
        """Whether a program is to move, or may begin a game, or somebody waits for an analysis.

        :raises TemporaryFailure: if nothing can be read now
        """
        with self._app.store.reading() as tx:
            return bool(to_move(tx) or tx.analyses.asked() or unanswered(tx, self._app.clock()))

    async def start(self) -> Listen:
        """Start accepting mail. Return the address in use, with the real port.

        :raises UsageError: if the server cannot listen at the address
        """
        self._writer.start()
        try:
            if self._leadership:
                await self._leadership.enter()
                self._join()
            listening = await self._listen(self._settings.listen)
        except BaseException:
            if self._leadership:
                await self._leadership.stop()
            self._writer.stop()
            self._app.close()
            raise
        if self._duties.delivers:
            # No other node delivers the mails that this one had leased before it was killed.
            await asyncio.to_thread(self._release)
            self._pump.start()
        self._watch = asyncio.create_task(self._late.watch())
        await self._painter.start(self._pump.wake, partial(self._count, PAINTER_RESTARTS))
        if self._pages:
            await self._pages.start(self._mails_queued, partial(self._count, PAGES_RESTARTS))
        # The worker is last, because it may ring the others immediately.
        if self._programs:
            await self._programs.start(self._mails_queued, partial(self._count, PROGRAMS_RESTARTS))
        await self._worker.start(self._worked_here, partial(self._count, WORKER_RESTARTS))
        if self._mailbox:
            await self._mailbox.start(self._kept, partial(self._count, MAILBOX_RESTARTS))
        if self._leadership:
            self._leadership.start()
        await self._offer_metrics()
        return listening

    async def _offer_metrics(self) -> None:
        """A port that is taken must not keep the club from playing: it is logged."""
        where = self._settings.metrics_listen
        if self._metrics is None or where is None:
            return
        try:
            log.info("metrics are at %s", await self._metrics.start(where))
        except OSError as error:
            log.warning("no metrics at %s: %s", where, error.strerror)

    def _measured(self) -> str:
        # Imported here: with it come the modules of mails, which only children need.
        from pbm.app.metrics import exposition, measure  # noqa: PLC0415

        return exposition(measure(self._app.store, self._settings, self._app.clock()))

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
        all_workers = (self._worker, self._painter, self._programs, self._pages, self._mailbox)
        workers = [each for each in all_workers if each]
        return max(each.silence() for each in workers) < LONGEST_SILENCE_SECONDS

    def _worked_here(self) -> None:
        self._worked()
        if self._leadership:
            self._leadership.tell_leader()

    def _worked(self) -> None:
        self._mails_queued()
        if self._programs:
            self._programs.ring()
        if self._pages:
            self._pages.ring()

    def _mails_queued(self) -> None:
        self._painter.ring()
        self._late.ring()
        self._pump.wake()

    def _count(self, counter: str) -> None:
        self._writer.submit(lambda tx: tx.counters.add(counter))

    async def stop(self) -> None:
        """Stop accepting mail, let the workers finish the waiting work, then close everything."""
        await self._listener.stop()
        if self._metrics:
            await self._metrics.stop()
        try:
            if self._mailbox:
                await self._mailbox.stop()
            if self._leadership:
                await self._leadership.stop()
            await self._worker.stop()
            if self._programs:
                await self._programs.stop()
            await self._painter.stop()
            self._watch.cancel()
            await asyncio.wait([self._watch])
            if self._pages:
                await self._pages.stop()
        finally:
            self._pump.wake()
            await asyncio.to_thread(self._pump.stop, LAST_DELIVERY_SECONDS)
            await asyncio.to_thread(self._release)
            await asyncio.to_thread(self._writer.stop)
            self._app.close()

    def wake(self) -> None:
        """Look for letters and mails that other processes have written."""
        self._worker.ring()
        self._worked()

    async def _keep(self, envelope: Envelope) -> None:
        """Store a letter. Once this returns, the letter is on the disk.

        :raises TemporaryFailure: if the letter could not be stored
        """
        await asyncio.wrap_future(self._writer.keep(self._app.identity.received(envelope)))
        self._kept()

    def _kept(self) -> None:
        """Let some node act on a letter that was kept."""
        if self._leadership:
            self._leadership.ring()
        else:
            self._worker.ring()

    def _release(self) -> None:
        """Let other nodes deliver at once the mails that this node leased but has not sent."""
        if isinstance(self._queue, LeasingQueue):
            try:
                self._queue.release()
            except TemporaryFailure as failure:
                log.warning("other nodes deliver its mails later: %s", failure)


async def serve(
    settings: Settings, announce: Callable[[str], None], duties: Duties = ALL_DUTIES
) -> None:
    """Serve until SIGTERM or SIGINT. ``announce`` is called with the line "listening on ...".

    :raises StoreBusyError: if another server runs on the data directory
    :raises UsageError, PermanentFailure: if other nodes have other settings or another key
    """
    with lock.serve(settings.data):
        if closed := close_to_others(settings):
            log.info("%d files and folders that others could open are private now", len(closed))
        settings = _upgrade(settings)
        server = _server(settings, duties)
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


def _server(settings: Settings, duties: Duties) -> Server:
    """The server with worker, painter and programs in processes of their own."""

    def worker(deaths: Mapping[int, int], *, leads: bool = True) -> WorkerOrder:
        return WorkerOrder(settings, WORKER.deadly(deaths), leads)

    def painter(deaths: Mapping[int, int]) -> PainterOrder:
        logged = (settings.log, settings.log_format)
        deadly, plugins = PAINTER.deadly(deaths), settings.games_plugins
        return PainterOrder(settings.data, settings.place, *logged, deadly, plugins)

    def programs_have_work() -> bool:
        return server.programs_have_work()

    follower = partial(ChildProcess, WORKER, partial(worker, leads=False))
    otherwise = follower if settings.store_acting == "all" else None
    leader = partial(ChildProcess, WORKER, worker)
    players = partial(ChildProcess, PROGRAMS, partial(ProgramsOrder, settings))
    makers: Sequence[Callable[[], Worker]] = (
        partial(ChildProcess, PAINTER, painter),
        lambda: WhenNeeded(players, programs_have_work),
        partial(ChildProcess, PAGES, lambda _: PagesOrder(settings)),
        partial(ChildProcess, MAILBOX, lambda _: MailboxOrder(settings)),
    )
    painter_, programs, pages, mailbox = (
        InTurn(make) if settings.store else make() for make in makers
    )
    server = Server(
        settings,
        worker=InTurn(leader, otherwise) if settings.store else leader(),
        painter=painter_,
        programs=programs if settings.programs_on else None,
        pages=pages if settings.site else None,
        mailbox=mailbox if settings.mailbox else None,
        duties=duties,
    )
    return server


def _thread(name: str, settings: Settings, clock: Clock | None) -> Worker:
    """A worker in this process."""
    # Imported here, because a server with child processes does not need these modules.
    from pbm.app import threads  # noqa: PLC0415

    made = threads.worker_thread if name == "worker" else threads.painter_thread
    return made(settings, clock)


def _upgrade(settings: Settings) -> Settings:
    """Upgrade the database if it is older, and log each step. Return the settings to use."""
    # If nodes share a database, others may be running; "pbm upgrade" is for when all are stopped.
    steps = () if settings.store else upgrade(settings)
    for step in steps:
        log.info("database upgraded: %s", step)
    trusting = keep_trusting(settings, steps)
    if trusting is not settings:
        log.warning("trusted_peers was added to the settings: see pbm doctor")
    return trusting
