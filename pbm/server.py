"""The server: letters come in, are kept, acted on, and answers go out.

Three threads share the work: the event loop takes mail, the writer's thread keeps letters and
acts on them, the outbox's thread delivers. Nothing is lost when any of them is killed: what was
not finished still waits in the store.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Future
from datetime import datetime
from typing import TypeVar

from pbm.config import Endpoint, Settings
from pbm.errors import TemporaryFailure
from pbm.mail.letter import Envelope
from pbm.office import Clock, Office, utc_now
from pbm.smtp.listener import Listener
from pbm.smtp.outbox import Pump
from pbm.smtp.outgoing import Outgoing
from pbm.smtp.transport import transport_for
from pbm.store.protocol import Transaction
from pbm.store.writer import Writer

log = logging.getLogger(__name__)

T = TypeVar("T")
Job = Callable[[Transaction], None]

# Letters that other processes kept, or that could not be acted on before, are looked for so often.
SWEEP_SECONDS = 5.0
TICK_SECONDS = 60.0
TIDY_SECONDS = 600.0
LAST_DELIVERY_SECONDS = 10.0


class OutboxQueue:
    """The store's outbox as the pump wants it.

    Mails are marked as sent while the next ones go out: to wait for the disk after each would
    take longer than to send it. After a crash those of one batch may be sent once more; while
    marks cannot be kept no other mail is due.
    """

    def __init__(self, office: Office, writer: Writer) -> None:
        self._office, self._writer = office, writer
        self._marks: list[tuple[Job, Future[None]]] = []

    def due(self, now: datetime, limit: int) -> Sequence[Outgoing]:
        self._wait_for_marks()
        with self._office.store.reading() as tx:
            return self._office.outgoing(tx.outbox.due(now, limit))

    def sent(self, mail: int, now: datetime) -> None:
        self._mark(lambda tx: tx.outbox.mark_sent(mail, now))

    def _mark(self, job: Job) -> None:
        self._marks.append((job, self._writer.submit(job, urgent=True)))

    def _wait_for_marks(self) -> None:
        """What has failed is tried again, and raised: TemporaryFailure on a full disk."""
        marks, self._marks = self._marks, []
        failed = [(job, error) for job, mark in marks if (error := mark.exception())]
        for job, _ in failed:
            self._mark(job)
        for _, error in failed:
            raise error

    def postponed(self, mail: int, until: datetime, why: str) -> None:
        self._write(lambda tx: tx.outbox.postpone(mail, until, why))

    def dead(self, mail: int, why: str) -> None:
        self._write(self._office.dead(mail, why))

    def refused(self, mail: int, why: str) -> None:
        self._write(self._office.refused(mail, why))

    def _write(self, job: Job) -> None:
        self._writer.submit(job, urgent=True).result()


class Server:
    def __init__(self, settings: Settings, clock: Clock = utc_now) -> None:
        self._office = Office(settings, clock)
        self._settings = settings
        self._writer = Writer(self._office.store)
        self._listener = Listener(self._keep, settings.domain, settings.limits)
        self._pump = Pump(
            OutboxQueue(self._office, self._writer),
            transport_for(settings.outgoing, settings.domain),
            self._office.clock,
        )
        self._in_hand: dict[int, asyncio.Task[None]] = {}
        # Not before the first sweep, nor after a failure: letters are acted on in their order.
        self._caught_up = False
        self._beside: Sequence[asyncio.Task[None]] = ()

    async def start(self) -> Endpoint:
        """Take mail; the address where, with the real port.

        :raises UsageError: if the address cannot be listened on
        """
        self._writer.start()
        try:
            host, port = await self._listener.start(
                self._settings.listen.host, self._settings.listen.port
            )
        except BaseException:
            self._writer.stop()
            self._office.close()
            raise
        self._pump.start()
        self._beside = [
            asyncio.create_task(asyncio.to_thread(self._office.warm_up)),
            asyncio.create_task(self._every(SWEEP_SECONDS, self._sweep)),
            asyncio.create_task(self._every(TICK_SECONDS, self.tick)),
            asyncio.create_task(self._every(TIDY_SECONDS, self._tidy, after=TIDY_SECONDS)),
        ]
        return Endpoint(host, port)

    async def stop(self) -> None:
        """Finish the letters in hand, then let go of everything."""
        await self._listener.stop()
        for task in self._beside:
            task.cancel()
        await asyncio.gather(*self._in_hand.values(), return_exceptions=True)
        self._pump.wake()
        await asyncio.to_thread(self._pump.stop, LAST_DELIVERY_SECONDS)
        await asyncio.to_thread(self._writer.stop)
        self._office.close()

    async def _keep(self, envelope: Envelope) -> None:
        """Keep a letter; once this returns it is on the disk.

        :raises TemporaryFailure: if it could not be kept
        """
        letter = await self._written(self._office.keep(envelope), urgent=True)
        if self._caught_up:
            self._take_in_hand(letter)

    def _take_in_hand(self, letter: int) -> None:
        if letter not in self._in_hand:
            task = asyncio.create_task(self._act_on(letter))
            self._in_hand[letter] = task
            task.add_done_callback(lambda _: self._in_hand.pop(letter, None))

    async def _act_on(self, letter: int) -> None:
        try:
            await self._written(self._office.handle(letter))
        except TemporaryFailure as failure:
            self._caught_up = False
            log.warning("letter %d waits: %s", letter, failure)
        except Exception as error:
            log.exception("letter %d is put aside", letter)
            await self._put_aside(letter, error)
        self._pump.wake()

    async def _put_aside(self, letter: int, error: Exception) -> None:
        try:
            await self._written(self._office.put_aside(letter, error))
        except Exception as failure:  # noqa: BLE001 (whatever it was)
            # It still waits in the store: the next sweep, or the next start, finds it there.
            log.warning("letter %d could not be put aside: %s", letter, failure)

    async def _every(
        self, seconds: float, work: Callable[[], Awaitable[None]], after: float = 0
    ) -> None:
        """Do it again and again, whatever happens: what failed is tried again the next time."""
        await asyncio.sleep(after)
        while True:
            try:
                await work()
            except TemporaryFailure as failure:
                log.warning("%s waits: %s", work.__name__.strip("_"), failure)
            except Exception:
                log.exception("%s failed", work.__name__.strip("_"))
            await asyncio.sleep(seconds)

    async def _sweep(self) -> None:
        # Urgent, as keeping is: whatever is kept later is taken in hand later.
        letters = await self._written(lambda tx: tx.letters.waiting(), urgent=True)
        self._caught_up = True
        for letter in letters:
            self._take_in_hand(letter)

    async def tick(self) -> None:
        """Look at the clocks of all boards; this happens by itself every minute."""
        await self._written(self._office.tick())
        self._pump.wake()

    async def _tidy(self) -> None:
        await self._written(self._office.forget())
        await asyncio.to_thread(self._office.store.tidy)

    async def _written(self, job: Callable[[Transaction], T], *, urgent: bool = False) -> T:
        """What the job answers, once it is on the disk."""
        return await asyncio.wrap_future(self._writer.submit(job, urgent=urgent))


async def serve(settings: Settings, announce: Callable[[str], None]) -> None:
    """Serve until SIGTERM or SIGINT; ``announce`` is given the line that tells the address."""
    server = Server(settings)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    announce(f"listening on {await server.start()}")
    await stop.wait()
    await server.stop()
