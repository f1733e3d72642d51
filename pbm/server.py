"""The server: letters come in, are kept, acted on, and answers go out.

Three threads share the work: the event loop takes mail, the writer's thread keeps letters and
acts on them, the outbox's thread delivers. Nothing is lost when any of them is killed: what was
not finished still waits in the store.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable, Sequence
from datetime import datetime

from pbm.config import Endpoint, Settings
from pbm.errors import TemporaryFailure
from pbm.mail.letter import Envelope
from pbm.office import Office
from pbm.smtp.listener import Listener
from pbm.smtp.outbox import Pump
from pbm.smtp.outgoing import Outgoing
from pbm.smtp.transport import transport_for
from pbm.store.protocol import Transaction
from pbm.store.writer import Writer

log = logging.getLogger(__name__)

# Letters that other processes kept, or that could not be acted on before, are looked for so often.
SWEEP_SECONDS = 5.0
TICK_SECONDS = 60.0
TIDY_SECONDS = 600.0
LAST_DELIVERY_SECONDS = 10.0


class _OutboxQueue:
    """The store's outbox as the pump wants it."""

    def __init__(self, office: Office, writer: Writer) -> None:
        self._office, self._writer = office, writer

    def due(self, now: datetime, limit: int) -> Sequence[Outgoing]:
        with self._office.store.reading() as tx:
            return self._office.outgoing(tx.outbox.due(now, limit))

    def sent(self, mail: int, now: datetime) -> None:
        self._write(lambda tx: tx.outbox.mark_sent(mail, now))

    def postponed(self, mail: int, until: datetime, why: str) -> None:
        self._write(lambda tx: tx.outbox.postpone(mail, until, why))

    def dead(self, mail: int, why: str) -> None:
        self._write(self._office.dead(mail, why))

    def refused(self, mail: int, why: str) -> None:
        self._write(self._office.refused(mail, why))

    def _write(self, job: Callable[[Transaction], None]) -> None:
        self._writer.submit(job, urgent=True).result()


class Server:
    def __init__(self, settings: Settings) -> None:
        self._office = Office(settings)
        self._settings = settings
        self._writer = Writer(self._office.store)
        self._listener = Listener(self._keep, settings.domain, settings.limits)
        self._pump = Pump(
            _OutboxQueue(self._office, self._writer),
            transport_for(settings.outgoing, settings.domain),
            self._office.clock,
        )
        self._in_hand: dict[int, asyncio.Task[None]] = {}
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
            asyncio.create_task(each) for each in (self._sweep(), self._tick(), self._tidy())
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
        letter = await asyncio.wrap_future(
            self._writer.submit(self._office.keep(envelope), urgent=True)
        )
        self._take_in_hand(letter)

    def _take_in_hand(self, letter: int) -> None:
        if letter not in self._in_hand:
            task = asyncio.create_task(self._act_on(letter))
            self._in_hand[letter] = task
            task.add_done_callback(lambda _: self._in_hand.pop(letter, None))

    async def _act_on(self, letter: int) -> None:
        try:
            await asyncio.wrap_future(self._writer.submit(self._office.handle(letter)))
        except TemporaryFailure as failure:
            log.warning("letter %d waits: %s", letter, failure)
        except Exception as error:
            log.exception("letter %d is put aside", letter)
            await self._put_aside(letter, error)
        self._pump.wake()

    async def _put_aside(self, letter: int, error: Exception) -> None:
        try:
            await asyncio.wrap_future(self._writer.submit(self._office.put_aside(letter, error)))
        except Exception:
            # It still waits in the store: the next sweep, or the next start, finds it there.
            log.exception("letter %d could not be put aside", letter)

    async def _sweep(self) -> None:
        while True:
            try:
                for letter in await asyncio.to_thread(self._waiting):
                    self._take_in_hand(letter)
            except TemporaryFailure as failure:
                log.warning("the inbox cannot be read now: %s", failure)
            await asyncio.sleep(SWEEP_SECONDS)

    async def _tick(self) -> None:
        while True:
            try:
                await asyncio.wrap_future(self._writer.submit(self._office.tick()))
                self._pump.wake()
            except TemporaryFailure as failure:
                log.warning("the clocks wait: %s", failure)
            except Exception:
                log.exception("the clocks could not be looked at")
            await asyncio.sleep(TICK_SECONDS)

    async def _tidy(self) -> None:
        while True:
            await asyncio.sleep(TIDY_SECONDS)
            try:
                await asyncio.wrap_future(self._writer.submit(self._office.forget()))
                await asyncio.to_thread(self._office.store.tidy)
            except TemporaryFailure as failure:
                log.warning("the store cannot be tidied now: %s", failure)

    def _waiting(self) -> list[int]:
        with self._office.store.reading() as tx:
            return tx.letters.waiting()


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
