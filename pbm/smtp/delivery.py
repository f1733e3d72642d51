"""A pool of threads that deliver mails concurrently, because transports block."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread

from pbm.base.priorities import be_patient
from pbm.base.values import quickly_made
from pbm.smtp.outgoing import Outgoing, Transport


@quickly_made
@dataclass(frozen=True)
class Delivery:
    """The result of one delivery.

    accepted: the next hop's reply when it accepted the mail. error: why it was not accepted.
    """

    mail: Outgoing
    accepted: str = ""
    error: Exception | None = None


LINGER_SECONDS = 0.05
"""How long an idle transport stays open."""


class DeliveryThreads:
    """A thread pool that grows on demand: one thread for each mail in delivery.

    open_transport: makes a transport; each thread has its own.

    Not thread-safe, except for ``wake``.
    """

    def __init__(self, open_transport: Callable[[], Transport]) -> None:
        self._open_transport = open_transport
        self._idle: list[_DeliveryThread] = []
        self._busy: dict[str, _DeliveryThread] = {}
        self._results: SimpleQueue[Delivery | None] = SimpleQueue()

    @property
    def recipients(self) -> Collection[str]:
        """The recipients of the mails that are in delivery, one mail each."""
        return self._busy.keys()

    def deliver(self, mail: Outgoing) -> None:
        """Start to deliver a mail. Its recipient must not be one of ``recipients``."""
        thread = self._idle.pop() if self._idle else self._new_thread()
        self._busy[mail.recipient] = thread
        thread.deliver(mail)

    def results(self, timeout: float | None = None) -> list[Delivery]:
        """The deliveries that have ended since the last call.

        Blocks until a delivery has ended, until ``wake`` is called or, at most, for ``timeout``
        seconds.
        """
        results = [each for each in self._wait_for_results(timeout) if each is not None]
        for result in results:
            self._idle.append(self._busy.pop(result.mail.recipient))
        return results

    def wake(self) -> None:
        self._results.put(None)

    def stop(self) -> None:
        """End the idle threads, and wait until they have closed their transports."""
        stopped, self._idle = self._idle, []
        for thread in stopped:
            thread.end()
        for thread in stopped:
            thread.join()

    def _new_thread(self) -> _DeliveryThread:
        return _DeliveryThread(self._open_transport(), self._results.put)

    def _wait_for_results(self, timeout: float | None) -> list[Delivery | None]:
        results = []
        with suppress(Empty):
            results.append(self._results.get(timeout=timeout))
            while True:
                results.append(self._results.get_nowait())
        return results


class _DeliveryThread:
    """A thread with its own transport."""

    def __init__(self, transport: Transport, report: Callable[[Delivery], None]) -> None:
        self._transport, self._report = transport, report
        self._mails: SimpleQueue[Outgoing | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="delivery", daemon=True)
        self._thread.start()

    def deliver(self, mail: Outgoing) -> None:
        self._mails.put(mail)

    def end(self) -> None:
        self._mails.put(None)

    def join(self) -> None:
        self._thread.join()

    def _work(self) -> None:
        # Measured: without this, the process that acts on letters is interrupted twice as often.
        be_patient()
        while (mail := self._next()) is not None:
            self._report(self._result(mail))
        self._transport.close()

    def _next(self) -> Outgoing | None:
        try:
            return self._mails.get(timeout=LINGER_SECONDS)
        except Empty:
            self._transport.close()
            return self._mails.get()

    def _result(self, mail: Outgoing) -> Delivery:
        try:
            return Delivery(mail, accepted=self._transport.deliver(mail))
        except Exception as error:  # noqa: BLE001 (the pump must hear of any error)
            return Delivery(mail, error=error)
