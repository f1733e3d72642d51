"""``programs``: how much programs that think without a pause slow people's moves and letters.

Servers with idle and with busy programs are measured in turn, so that other load on the machine
disturbs both alike.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import closing
from itertools import islice
from pathlib import Path
from statistics import mean, median
from time import monotonic

from pbm.admin.action import action
from pbm.app.orders import PROGRAMS
from pbm.core.games import find
from pbm.play.programs import enlist
from pbm.play.rulings import create
from pbm.play.terms import GameOptions
from scripts.benchmarks.accept import many
from scripts.benchmarks.client import Letter
from scripts.benchmarks.courses import course
from scripts.benchmarks.figures import Figure, at_least, at_most
from scripts.benchmarks.filling import app, fill
from scripts.benchmarks.latency import COURSES, PLAYED, SPEC, WARM, delays, percentile
from scripts.benchmarks.ledger import Ledger
from scripts.benchmarks.processes import Server, pbm
from scripts.benchmarks.replies import replies

ROUNDS = 5
"""How often moves and letters are measured on both servers: single rounds differ by a tenth."""

RATE, SECONDS = 10, 20
LETTERS, CONNECTIONS = 6000, 50
WARM_LETTERS = 1000
"""Letters before those that are timed: a server that has just started still loads modules."""

GAMES = 40
"""Games of two programs: more than they finish while they are measured."""

IDLE, BUSY = "idle programs", "busy programs"


def measure(folder: Path) -> Iterator[Figure]:
    data = {state: folder / state.replace(" ", "-") for state in (IDLE, BUSY)}
    letters = {state: _letters(path) for state, path in data.items()}
    begin_games(data[BUSY])
    worst = _worst_moves(data, letters)
    beside = IDLE, median(worst[IDLE])
    busy = median(worst[BUSY])
    yield Figure("programs", f"p99 at {RATE} moves/s", busy, "ms", beside, at_most(1.2))
    rates, share = _accepted(data)
    beside = IDLE, rates[IDLE]
    yield Figure("programs", "letters", rates[BUSY], "letters/s", beside, at_least(0.9))
    yield Figure("programs", "processor time of the busy process", 100 * share, "%")


def _letters(data: Path) -> Iterator[Letter]:
    """Fill a data directory with boards of people, and return a move for each."""
    courses = [course(SPEC, PLAYED + 1, seed) for seed in range(COURSES)]
    boards = fill(data, courses, PLAYED, ROUNDS * (WARM + RATE * SECONDS))
    return iter(replies(data, courses, boards, PLAYED))


def begin_games(data: Path) -> None:
    """Begin games between the two strongest programs: in each, a program is always to move.

    Call this after ``fill``, which expects that the first ids are those of people.
    """
    with closing(app(data)) as made:
        with made.store.transaction() as tx:
            enlist(tx, "owl", made.clock())
        options = GameOptions(find("dvonn"), start="random")
        with action(made, "benchmark") as work:
            for _ in range(GAMES):
                create(work, options, work.player("owl-5"), work.player("owl-4"))


def _worst_moves(
    data: Mapping[str, Path], letters: Mapping[str, Iterator[Letter]]
) -> Mapping[str, list[float]]:
    """The 99th percentile of the delays of people's moves, in ms, in each round.

    A pause of the machine delays several moves, which would decide the percentile of all rounds.
    """
    found: dict[str, list[float]] = {state: [] for state in data}
    for _ in range(ROUNDS):
        for state, path in data.items():
            warm = list(islice(letters[state], WARM))
            timed = list(islice(letters[state], RATE * SECONDS))
            found[state].append(percentile(asyncio.run(delays(path, warm, timed, RATE)), 99))
    return found


def _accepted(data: Mapping[str, Path]) -> tuple[Mapping[str, float], float]:
    """Letters a second that each server accepts, and the processor share of the busy programs."""
    # A round lasts two seconds, so that a pause of the machine would weigh much in a mean.
    seconds: dict[str, list[float]] = {state: [] for state in data}
    shares = list[float]()
    for _ in range(ROUNDS):
        for state, path in data.items():
            with pbm(path) as server:
                seconds[state].append(asyncio.run(_flood(server, Ledger(path))))
                if state == BUSY:
                    shares.append(_share(server))
    rates = {state: LETTERS / median(spent) for state, spent in seconds.items()}
    return rates, mean(shares)


async def _flood(server: Server, ledger: Ledger) -> float:
    """Seconds in which all letters are accepted."""
    await many(WARM_LETTERS, CONNECTIONS, reuse=True)(server.port)
    await ledger.settled()
    start = monotonic()
    await many(LETTERS, CONNECTIONS, reuse=True)(server.port)
    seconds = monotonic() - start
    await ledger.settled()
    return seconds


def _share(server: Server) -> float:
    """The share of a processor that the process in which programs play has used so far."""
    (process,) = (each for each in server.process.children() if PROGRAMS.module in each.cmdline())
    times = process.cpu_times()
    return float(times.user + times.system) / (monotonic() - server.since)
