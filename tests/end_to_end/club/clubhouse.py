"""A server over real SMTP in the process of the test, so that tests can set its clock."""

from __future__ import annotations

import asyncio
import smtplib
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread
from typing import Any

from pbm.app.application import App
from pbm.app.config import load
from pbm.app.server import Server
from pbm.app.setting_values import Endpoint
from pbm.core.marks import TICK
from pbm.smtp.outbox import due_mails
from pbm.store import open_store
from tests.end_to_end.process import DOMAIN
from tests.patience import PATIENCE, wait_until

OPENED = datetime(2026, 11, 20, 10, tzinfo=UTC)
STEP = timedelta(hours=6)


class Clubhouse:
    def __init__(self, data: Path) -> None:
        self.data, self.outgoing = data, data / "outgoing"
        self.now = OPENED
        self.settings = load({"data": str(data), "domain": DOMAIN, "listen": "127.0.0.1:0"}, {})
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever)
        self._thread.start()
        self.open()

    def open(self) -> None:
        self._server = Server(self.settings, lambda: self.now)
        self._endpoint: Endpoint = self._run(self._server.start())
        self._store = open_store(self.data)
        self.settle()

    def shut(self) -> None:
        self._store.close()
        self._run(self._server.stop())

    def close(self) -> None:
        self.shut()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()

    def client(self) -> smtplib.SMTP:
        return smtplib.SMTP(self._endpoint.host, self._endpoint.port, timeout=PATIENCE)

    def live(self, **span: float) -> None:
        """Let time pass in steps, none of which counts as downtime of the server."""
        end = self.now + timedelta(**span)
        while self.now < end:
            self.now = min(self.now + STEP, end)
            with self.app() as app, app.store.transaction() as tx:
                tx.moments.set(TICK, self.now)
                app.tick()(tx)
            self._serve_contests()
            self.wake()
        self.settle()

    def _serve_contests(self) -> None:
        """Do what is due in contests, as the server's worker does at intervals."""
        with self.app() as app:
            more = True
            while more:
                with app.store.transaction() as tx:
                    more = app.serve_contests()(tx)

    def wake(self) -> None:
        """Let the server notice the changes of another process."""
        self._loop.call_soon_threadsafe(self._server.wake)

    def later(self, **span: float) -> None:
        """Let time pass without a look at the clocks."""
        self.now += timedelta(**span)

    @contextmanager
    def app(self) -> Iterator[App]:
        """A second ``App`` on the data, as the operator's command line opens it."""
        app = App(self.settings, lambda: self.now)
        try:
            yield app
        finally:
            app.close()

    def settle(self) -> None:
        """Wait until every letter has been acted on and every mail has left."""
        wait_until(lambda: not self._busy(), "letters wait, or mails do not leave")

    def _busy(self) -> bool:
        with self._store.reading() as tx:
            waiting = tx.letters.waiting() or tx.outbox.unfinished(1)
            mails = due_mails(tx, self.now, 1)
            return bool(waiting or mails or tx.contests.due(self.now, 1))

    def _run(self, job: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(job, self._loop).result(PATIENCE)
