"""``painting``: mails with pictures of boards: their rate and size, and the delay of other letters.

Every player wants pictures. The mails are queued in this process. The painter paints them in this
process to measure its CPU time, and in a server to see how many letters the server accepts
meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from operator import truediv
from pathlib import Path
from shutil import copytree
from statistics import median
from time import monotonic, process_time, sleep

from pbm.app.application import App
from pbm.app.orders import PAINTER
from pbm.app.painter import PaintLoop
from pbm.base.errors import StoreBusyError
from pbm.core.choices import Choice
from pbm.core.games import all_games, spec
from pbm.mail.letter import Envelope
from pbm.notices.pages import Form
from pbm.store.sqlite.write_lock import WriteLock
from scripts.benchmarks import accept
from scripts.benchmarks.client import Letter
from scripts.benchmarks.courses import Course, course
from scripts.benchmarks.figures import Figure, at_least, at_most
from scripts.benchmarks.filling import app, fill
from scripts.benchmarks.ledger import Ledger
from scripts.benchmarks.processes import Server, pbm
from scripts.benchmarks.replies import replies

PLAYED, COURSES, BOARDS = 24, 20, 120
"""Plies before the measured move; courses and boards of each rule set."""
SHORT = frozenset({"amazons/6x6", "clobber/5x6", "hex/5", "hex/5-noswap"})
"""Rule sets whose boards are full, or games over, after as many plies as are played."""

WARM = 60
LETTERS, CONNECTIONS, ROUNDS = 1000, 50, 31
_ROBOT = "Auto-Submitted: auto-replied\r\n"
"""Acting on letters of robots is short, so the next round begins before all mails are painted."""

_MIB = 1024 * 1024


def measure(folder: Path, boards: int = BOARDS) -> Iterator[Figure]:
    text, pictures = folder / "text", folder / "pictures"
    letters = list(moves(text, boards))
    copytree(text, pictures)
    choose_pictures(pictures)
    with closing(app(text)) as plain, closing(app(pictures)) as painted:
        yield _move(letters, plain, painted)
        served = Path(copytree(pictures, folder / "served"))
        yield from _paint(painted)
    yield from asyncio.run(_served(served))


def moves(data: Path, boards: int) -> Iterator[Letter]:
    """Fill the data with boards of every rule set with long games, and yield a move for each."""
    for game in (each for each in all_games() if spec(each) not in SHORT):
        courses: Sequence[Course] = [
            course(spec(game), PLAYED + 1, seed) for seed in range(COURSES)
        ]
        yield from replies(data, courses, fill(data, courses, PLAYED, boards), PLAYED)


def choose_pictures(data: Path) -> None:
    """Let every player want mails with pictures."""
    with closing(app(data)) as made, made.store.transaction() as tx:
        for player in tx.players.list():
            tx.players.set_setting(player.id, Choice.MAIL, Form.PICTURES.value)


def _move(letters: Sequence[Letter], plain: App, painted: App) -> Figure:
    """The CPU time of a move that queues unfinished mails, compared with finished ones."""
    spent: dict[App, list[float]] = {plain: [], painted: []}
    for letter in letters:
        for made, times in spent.items():
            times.append(acted_on(made, letter))
    text, pictures = (1e3 * median(times[WARM:]) for times in spent.values())
    beside = ("for text", text)
    return Figure("painting", "a move for pictures", pictures, "CPU ms", beside, at_most(1.1))


def acted_on(made: App, letter: Letter) -> float:
    """Act on a letter, and return the CPU seconds that it took."""
    with made.store.transaction() as tx:
        number = made.keep(Envelope(letter.sender, (letter.recipient,), letter.raw))(tx)
    before = process_time()
    made.handle_now(number)
    return process_time() - before


def _paint(made: App) -> Iterator[Figure]:
    with made.store.reading() as tx:
        mails = [mail.id for mail in tx.outbox.unfinished(tx.outbox.count_unfinished())]
    before = process_time()
    PaintLoop(made.store, made.clock, lambda: None).paint()
    spent = process_time() - before
    with made.store.reading() as tx:
        largest = max(len(mail.raw) for mail in filter(None, map(tx.outbox.get, mails)))
    rate = len(mails) / spent
    yield Figure("painting", "mails with pictures", rate, "mails/CPU s", bound=at_least(40))
    yield Figure("painting", "the largest mail", largest / 1024, "KiB", bound=at_most(48))


async def _served(data: Path) -> Sequence[Figure]:
    """Letters accepted while mails are painted, and while the same server's painter is suspended.

    Two servers would not do: without a painter one of them accepts up to a fifth more.
    """
    send = accept.many(LETTERS, CONNECTIONS, reuse=True, header=_ROBOT)
    idle, busy = list[float](), list[float]()
    with pbm(data) as server:
        ledger = Ledger(data)
        await accept.many(100, 1, reuse=True)(server.port)
        with closing(_Suspension(server, data)) as painter:
            for _ in range(ROUNDS):
                with painter.suspended():
                    await ledger.settled()
                    idle.append(await _rate(send, server.port))
                    await ledger.settled()
                busy.append(await _rate(send, server.port))
        if not ledger.unpainted:
            raise RuntimeError("all mails were painted before the last letters were accepted")
        await ledger.painted()
        memory = _memory(server)
    what, beside = "letters accepted while mails are painted", ("idle", median(idle))
    rate = median(idle) * median(map(truediv, busy, idle))
    accepted = Figure("painting", what, rate, "letters/s", beside, at_least(0.9))
    return [accepted, *memory]


async def _rate(send: Callable[[int], Awaitable[object]], port: int) -> float:
    """Letters per second."""
    start = monotonic()
    await send(port)
    return LETTERS / (monotonic() - start)


class _Suspension:
    """Suspends a server's painter."""

    def __init__(self, server: Server, data: Path) -> None:
        self._painter = server.child(PAINTER.module)
        self._lock = WriteLock(data, seconds=0.1)

    @contextmanager
    def suspended(self) -> Iterator[None]:
        self._painter.suspend()
        while self._has_locks():
            self._painter.resume()
            sleep(0.01)
            self._painter.suspend()
        try:
            yield
        finally:
            self._painter.resume()

    def _has_locks(self) -> bool:
        """Whether it holds or waits for the right to write, so that all others would wait."""
        try:
            with self._lock.taken():
                return self._lock.has_waiters()
        except StoreBusyError:
            return True

    def close(self) -> None:
        self._lock.close()


def _memory(server: Server) -> Sequence[Figure]:
    shared, resident = server.shared_memory / _MIB, sum(server.memory) / _MIB
    what = "all processes once they have painted"
    return [
        Figure("painting", f"{what}, shared pages once", shared, "MiB", bound=at_most(160)),
        Figure("painting", f"{what}, resident", resident, "MiB"),
    ]
