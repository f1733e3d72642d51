"""Threads that deliver mails, several at a time, because transports block."""

from __future__ import annotations

from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread

from pbm.smtp.outgoing import Outgoing, Transport


@dataclass(frozen=True)
class Delivery:
    """accepted: what the next hop said when it took the mail. error: why it did not."""

    mail: Outgoing
    accepted: str = ""
    error: Exception | None = None


LINGER_SECONDS = 0.05
"""How long a transport that has nothing to deliver is kept open."""


class DeliveryThreads:
    """As many threads as there were mails in delivery at a time.

    open_transport: makes a transport for one thread. Only ``wake`` may be called from any thread.
    """

    def __init__(self, open_transport: Callable[[], Transport]) -> None:
        self._open_transport = open_transport
        self._idle: list[_DeliveryThread] = []
        self._busy: dict[str, _DeliveryThread] = {}
        self._news: SimpleQueue[Delivery | None] = SimpleQueue()

    @property
    def recipients(self) -> Collection[str]:
        """To whom mails are in delivery: one to each."""
        return self._busy.keys()

    def deliver(self, mail: Outgoing) -> None:
        """Begin with a mail to somebody who is none of ``recipients``."""
        thread = self._idle.pop() if self._idle else self._new_thread()
        self._busy[mail.recipient] = thread
        thread.deliver(mail)

    def results(self, timeout: float | None = None) -> list[Delivery]:
        """What became of mails since the last call.

        Waits until there is something to tell, for ``timeout`` seconds, or until ``wake``.
        """
        results = [news for news in self._wait_for_news(timeout) if news is not None]
        for result in results:
            self._idle.append(self._busy.pop(result.mail.recipient))
        return results

    def wake(self) -> None:
        self._news.put(None)

    def stop(self) -> None:
        """End those that are idle, and wait until they have closed their transports."""
        stopped, self._idle = self._idle, []
        for thread in stopped:
            thread.end()
        for thread in stopped:
            thread.join()

    def _new_thread(self) -> _DeliveryThread:
        return _DeliveryThread(self._open_transport(), self._news.put)

    def _wait_for_news(self, timeout: float | None) -> list[Delivery | None]:
        news = []
        with suppress(Empty):
            news.append(self._news.get(timeout=timeout))
            while True:
                news.append(self._news.get_nowait())
        return news


class _DeliveryThread:
    """A thread with a transport of its own."""

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
        except Exception as error:  # noqa: BLE001 (whatever it was, the pump must be told)
            return Delivery(mail, error=error)
