"""``painting``: mails with pictures of boards: their rate and size, and the delay of other letters.

Every player wants pictures. The mails are queued in this process. The painter paints them in this
process to measure its CPU time, and in a server to see how many letters the server accepts
meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from shutil import copytree
from statistics import median
from time import monotonic, process_time

from pbm.app.application import App
from pbm.app.painter import PaintLoop
from pbm.core.choices import Choice
from pbm.core.games import all_games, spec
from pbm.mail.letter import Envelope
from pbm.notices.pages import Form
from scripts.benchmarks import accept
from scripts.benchmarks.client import Letter
from scripts.benchmarks.courses import Course, course
from scripts.benchmarks.figures import Figure, at_least, at_most
from scripts.benchmarks.filling import app, fill
from scripts.benchmarks.ledger import Ledger
from scripts.benchmarks.processes import Server, pbm
from scripts.benchmarks.replies import replies

PLAYED, COURSES, BOARDS = 24, 20, 60
"""Plies before the measured move; courses and boards of each rule set."""

WARM = 60
LETTERS, CONNECTIONS, ROUNDS = 1000, 50, 5
_MIB = 1024 * 1024


def measure(folder: Path, boards: int = BOARDS) -> Iterator[Figure]:
    text, pictures = folder / "text", folder / "pictures"
    letters = list(moves(text, boards))
    copytree(text, pictures)
    choose_pictures(pictures)
    with closing(app(text)) as plain, closing(app(pictures)) as painted:
        yield _move(letters, plain, painted)
        idle, busy = (Path(copytree(each, f"{each}-served")) for each in (text, pictures))
        yield from _paint(painted)
    yield from asyncio.run(_served(idle, busy))


def moves(data: Path, boards: int) -> Iterator[Letter]:
    """Fill the data with boards of every rule set, and yield a move for each."""
    for game in all_games():
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


async def _served(idle: Path, busy: Path) -> Iterator[Figure]:
    """Letters accepted while mails are painted, compared with a server that has none to paint."""
    send = accept.many(LETTERS, CONNECTIONS, reuse=True)
    with pbm(idle) as quiet, pbm(busy) as painting:
        ledgers = {quiet: Ledger(idle), painting: Ledger(busy)}
        ratios, rates = [], []
        for _ in range(ROUNDS):
            for server, ledger in ledgers.items():
                await accept.many(100, 1, reuse=True)(server.port)
                await ledger.settled()
            quiet_rate, _ = await _rate(send, quiet, ledgers[quiet])
            rate, left = await _rate(send, painting, ledgers[painting])
            if left:
                rates.append(rate)
                ratios.append(rate / quiet_rate)
        figures = [
            Figure(
                "painting",
                f"letters accepted while mails are painted, {len(rates)} rounds",
                median(rates),
                "letters/s",
                ("idle", median(rates) / median(ratios)),
                at_least(0.9),
            )
        ]
        await ledgers[painting].painted()
        figures += _memory(painting)
    return iter(figures)


async def _rate(
    send: Callable[[int], Awaitable[object]], server: Server, ledger: Ledger
) -> tuple[float, int]:
    """Letters per second, and how many mails were still unpainted at the end."""
    start = monotonic()
    await send(server.port)
    rate = LETTERS / (monotonic() - start)
    left = ledger.unpainted
    await ledger.settled()
    return rate, left


def _memory(server: Server) -> Iterator[Figure]:
    shared, resident = server.shared_memory / _MIB, sum(server.memory) / _MIB
    what = "all processes once they have painted"
    yield Figure("painting", f"{what}, shared pages once", shared, "MiB", bound=at_most(160))
    yield Figure("painting", f"{what}, resident", resident, "MiB")
