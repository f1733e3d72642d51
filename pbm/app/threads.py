"""Worker, painter, pages and programs as threads, for tests and trials."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from functools import partial
from threading import Thread

from pbm.app.application import App
from pbm.app.config import Settings
from pbm.app.data_directory import Clock, DataDirectory
from pbm.app.pages import PagesLoop
from pbm.app.painter import PaintLoop
from pbm.app.parent import Loop
from pbm.app.programs import ProgramLoop
from pbm.app.worker import WorkLoop
from pbm.app.workers import Wake

Beat = Callable[[], None]
Open = Callable[[Wake, Beat], AbstractContextManager[Loop]]


class InThread:
    """A worker in a thread. opened: opens its loop."""

    def __init__(self, name: str, opened: Open) -> None:
        self._name, self._open = name, opened
        self._opened = ExitStack()
        self._beat()

    async def start(self, wake: Wake, restarted: Wake) -> None:  # noqa: ARG002 (a thread never is)
        self._loop = self._opened.enter_context(self._open(wake, self._beat))
        self._thread = Thread(target=self._loop.run, name=self._name)
        self._thread.start()

    def ring(self) -> None:
        self._loop.ring()

    def _beat(self) -> None:
        self._heard = time.monotonic()

    def silence(self) -> float:
        return time.monotonic() - self._heard

    async def stop(self) -> None:
        self._loop.finish()
        await asyncio.to_thread(self._thread.join)
        self._opened.close()


def worker_thread(settings: Settings, clock: Clock | None, *, leads: bool = True) -> InThread:
    return InThread("worker", partial(_working, settings, clock, leads=leads))


def painter_thread(settings: Settings, clock: Clock | None) -> InThread:
    return InThread("painter", partial(_painting, settings, clock))


def pages_thread(settings: Settings, clock: Clock | None) -> InThread:
    return InThread("pages", partial(_publishing, settings, clock))


def programs_thread(settings: Settings, clock: Clock | None) -> InThread:
    return InThread("programs", partial(_playing, settings, clock))


@contextmanager
def _working(
    settings: Settings, clock: Clock | None, wake: Wake, beat: Beat, *, leads: bool
) -> Iterator[Loop]:
    with closing(App(settings, clock)) as app:
        app.warm_up()
        yield WorkLoop(app, wake, beat=beat, leads=leads)


@contextmanager
def _painting(settings: Settings, clock: Clock | None, wake: Wake, beat: Beat) -> Iterator[Loop]:
    with closing(DataDirectory(settings, clock)) as data:
        yield PaintLoop(data.store, data.clock, wake, beat=beat)


@contextmanager
def _publishing(
    settings: Settings,
    clock: Clock | None,
    wake: Wake,  # noqa: ARG001 (nobody waits for pages)
    beat: Beat,
) -> Iterator[Loop]:
    with closing(DataDirectory(settings, clock)) as data:
        yield PagesLoop(settings, data.store, data.clock, beat)


@contextmanager
def _playing(settings: Settings, clock: Clock | None, wake: Wake, beat: Beat) -> Iterator[Loop]:
    with closing(App(settings, clock)) as app:
        yield ProgramLoop(app, wake, beat=beat)
