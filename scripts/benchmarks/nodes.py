"""``nodes``: PostgreSQL with a standby that confirms each commit, compared with SQLite.

Workers on both stores act on the same letters, in turn. Workers, primary and standby share the
processors of this machine. The rate of several workers with idle processors is measured over a slow
network, where workers wait most of the time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, fields
from itertools import islice
from os import cpu_count
from pathlib import Path
from statistics import median
from time import monotonic

from pbm.app.application import App
from pbm.app.config import load
from pbm.app.intake import MOST_CLAIMED
from pbm.mail.letter import Envelope
from pbm.store import open_store
from pbm.store.administration import FILE
from pbm.store.protocol import Store
from pbm.store.writer import OTHERS_ON_NODES, Writer
from scripts.benchmarks.acting import Worker
from scripts.benchmarks.client import Letter
from scripts.benchmarks.courses import course
from scripts.benchmarks.distance import HOST, distant
from scripts.benchmarks.figures import Bound, Figure, at_least, at_most
from scripts.benchmarks.filling import DOMAIN, NOW, fill
from scripts.benchmarks.postgresql import Running, replicated
from scripts.benchmarks.replies import replies

SPEC, PLAYED, COURSES = "gyges/classic", 12, 100
ROUNDS, MOVES, WARM = 3, 12 * MOST_CLAIMED, 20
"""Each round acts on MOVES letters, after each worker has acted on WARM others.

Two workers can claim the same number of full batches. With an odd one left over, one of them would
act on it while the other has nothing to do: of five batches, two workers act 1.67 times as fast as
one, however they work.
"""

FAR_MOVES, ONE_WAY_SECONDS = 6 * MOST_CLAIMED, 0.0025

KEPT_SECONDS, AT_ONCE = 3.0, 50
_TRIPS = 50
_RAW = b"Subject: A question\r\n\r\n" + 16 * (80 * b"x" + b"\r\n")


@dataclass(frozen=True)
class Move:
    """The cost of a move.

    worker, primary, standby: CPU seconds. trips: round trips to PostgreSQL.
    """

    seconds: float
    worker: float
    primary: float
    standby: float
    trips: float

    @property
    def rate(self) -> float:
        return 1 / self.seconds

    @property
    def cpu(self) -> float:
        """CPU seconds of the worker and of the primary, without the standby."""
        return self.worker + self.primary


@dataclass(frozen=True)
class Model:
    """A model of the rate of several workers, from a move of one worker.

    A part of a move uses processors, for which workers queue. The rest passes without them: syncs
    of both disks, wake-ups, and round trips.
    """

    move: Move

    def rate(self, workers: int, trip: float = 0.0) -> float:
        """Moves a second of ``workers`` workers on this machine.

        trip: seconds of a network round trip.
        """
        used = self.move.cpu + self.move.standby
        waited = max(self.move.seconds - used, 0.0) + self.move.trips * trip
        return _rate(workers, waited, used, cpu_count() or 1)

    def apart(self, workers: int, trip: float, cores: int) -> float:
        """Like ``rate``, if each worker has a processor of its own and the primary ``cores``."""
        waited = max(self.move.seconds - self.move.primary, 0.0) + self.move.trips * trip
        return _rate(workers, waited, self.move.primary, cores)


def _rate(workers: int, waited: float, used: float, cores: int) -> float:
    """Moves a second of workers that queue for processors: mean value analysis.

    Several processors count as one that is as fast as all of them, and the rest of the time as
    waited for (Seidmann's approximation).
    """
    waited, used = waited + used * (cores - 1) / cores, used / cores
    queue, rate = 0.0, 0.0
    for each in range(1, workers + 1):
        there = used * (1 + queue)
        rate = each / (waited + there)
        queue = rate * there
    return rate


@dataclass(frozen=True)
class Club:
    """A club and its letters. environ: settings of its workers. servers: primary and standby."""

    data: Path
    letters: Iterator[Letter]
    environ: Mapping[str, str] = field(default_factory=dict)
    servers: Sequence[Running] = ()

    def act(self, moves: int = MOVES, workers: int = 1, **environ: str) -> Move:
        """Let workers act on letters. environ: further settings."""
        running = [self._ready(environ) for _ in range(workers)]
        self._keep(moves)
        before = [each.cpu_seconds for each in self.servers]
        for each in running:
            each.begin()
        spent = [each.spent() for each in running]
        used = [each.cpu_seconds for each in self.servers] or [0.0, 0.0]
        primary, standby = (now - then for now, then in zip(used, before or used, strict=True))
        seconds = max(each.ended for each in spent) - min(each.begun for each in spent)
        cpu, trips = sum(each.cpu for each in spent), sum(each.trips for each in spent)
        return Move(*(each / moves for each in (seconds, cpu, primary, standby, trips)))

    def _ready(self, environ: Mapping[str, str]) -> Worker:
        self._keep(WARM)
        return Worker.ready(self.data, {**self.environ, **environ})

    def _keep(self, count: int) -> None:
        settings = load({"data": str(self.data), "domain": DOMAIN}, self.environ)
        with closing(App(settings)) as app, app.store.transaction() as tx:
            for each in islice(self.letters, count):
                app.keep(Envelope(each.sender, (each.recipient,), each.raw))(tx)


def measure(folder: Path) -> Iterator[Figure]:
    data = folder / "nodes"
    courses = [course(SPEC, PLAYED + 1, seed) for seed in range(COURSES)]
    count = 3 * ROUNDS * (MOVES + 2 * WARM) + 2 * (FAR_MOVES + 2 * WARM)
    letters = replies(data, courses, fill(data, courses, PLAYED, count), PLAYED)
    with replicated() as servers:
        _copy(data, servers[0])
        shared = Club(data, iter(letters), {"PBM_STORE": servers[0].url}, servers)
        yield from _one_worker(Club(data, iter(letters)), shared)
        yield from _several_workers(shared, servers[0])
        yield _keeping(folder / "keeping", servers[0])


def _copy(data: Path, server: Running) -> None:
    """Fill the database from a file, and run VACUUM ANALYZE, as PostgreSQL does now and then."""
    # psycopg is an optional dependency, which other sections do not need.
    from pbm.store.postgresql import copies, versions  # noqa: PLC0415
    from pbm.store.postgresql.connection import connect  # noqa: PLC0415

    with closing(connect(server.url)) as db:
        versions.begin(db)
        copies.put_in_place(db, data / FILE)
        db.execute("VACUUM ANALYZE")


def _one_worker(alone: Club, shared: Club) -> Iterator[Figure]:
    rounds = [(alone.act(), shared.act(PBM_STORE_ACTING="leader")) for _ in range(ROUNDS)]
    file, found = (_typical(each) for each in zip(*rounds, strict=True))
    one = ("SQLite", file.rate)
    yield _figure("1 worker", found.rate, "moves/s", one, at_least(0.5))
    one = ("SQLite", _ms(file.worker))
    yield _figure("a move, worker and PostgreSQL", _ms(found.cpu), "ms CPU", one, at_most(2.0))
    yield _figure("a move, PostgreSQL", _ms(found.primary), "ms CPU", bound=at_most(2.5))
    yield _figure("a move, the standby", _ms(found.standby), "ms CPU")
    yield _figure("round trips of a move", found.trips, "")


def _several_workers(shared: Club, primary: Running) -> Iterator[Figure]:
    found: dict[int, list[Move]] = {1: [], 2: []}
    for _ in range(ROUNDS):
        for workers, moves in found.items():
            moves.append(shared.act(workers=workers, PBM_STORE_ACTING="all"))
    model = Model(_typical(found[1]))
    for workers, moves in found.items():
        expected = ("the model", model.rate(workers))
        yield _figure(_named(workers), _typical(moves).rate, "moves/s", expected)
    yield from _from_afar(shared, primary, model)
    for workers in (2, 4, 8):
        rate = model.apart(workers, trip=0.001, cores=2)
        yield _figure(f"{workers} workers with a processor each, by the model", rate, "moves/s")


def _from_afar(shared: Club, primary: Running, model: Model) -> Iterator[Figure]:
    with distant(primary.socket, ONE_WAY_SECONDS) as port:
        url = f"postgresql://postgres@{HOST}:{port}/postgres"
        trip = _trip_seconds(url) - _trip_seconds(primary.url)
        one, two = (
            shared.act(FAR_MOVES, workers, PBM_STORE=url, PBM_STORE_ACTING="all").rate
            for workers in (1, 2)
        )
    where = f", {_ms(2 * ONE_WAY_SECONDS):.0f} ms from PostgreSQL and back"
    for workers, rate in ((1, one), (2, two)):
        expected = ("the model", model.rate(workers, trip))
        yield _figure(_named(workers) + where, rate, "moves/s", expected)
    yield _figure(_named(2) + where, two, "moves/s", (_named(1), one), at_least(1.6))


def _named(workers: int) -> str:
    return f"{workers} worker{'s' if workers > 1 else ''}, each claims letters"


def _trip_seconds(url: str) -> float:
    """How long a round trip takes now, with the other load on the machine."""
    from pbm.store.postgresql.connection import connect  # noqa: PLC0415 (an extra)

    with closing(connect(url)) as db:
        start = monotonic()
        for _ in range(_TRIPS):
            db.statements.execute([db.statements.statement("SELECT 1")])
        return (monotonic() - start) / _TRIPS


def _typical(moves: Sequence[Move]) -> Move:
    return Move(*(median(getattr(each, name.name) for each in moves) for name in fields(Move)))


def _ms(seconds: float) -> float:
    return 1000 * seconds


def _figure(
    what: str,
    value: float,
    unit: str,
    beside: tuple[str, float] | None = None,
    bound: Bound | None = None,
) -> Figure:
    return Figure("nodes", what, value, unit, beside, bound)


def _keeping(folder: Path, server: Running) -> Figure:
    with closing(open_store(folder)) as file, closing(open_store(server.url)) as shared:
        rates: dict[Store, list[float]] = {file: [], shared: []}
        for _ in range(ROUNDS):
            for store, found in rates.items():
                others = OTHERS_ON_NODES if store is shared else 0
                found.append(asyncio.run(_kept(Writer(store, lambda: NOW, others))))
        kept, beside = (median(rates[each]) for each in (shared, file))
        what = "letters kept, confirmed by the standby"
        return _figure(what, kept, "letters/s", ("SQLite", beside), at_least(0.5))


async def _kept(writer: Writer) -> float:
    """Letters stored per second, from senders who each wait for their 250."""
    letter = Envelope("stranger@example.net", (f"pbm@{DOMAIN}",), _RAW)
    end, kept = monotonic() + KEPT_SECONDS, 0

    async def send() -> None:
        nonlocal kept
        while monotonic() < end:
            await asyncio.wrap_future(writer.keep(letter))
            kept += 1

    writer.start()
    try:
        await asyncio.gather(*(send() for _ in range(AT_ONCE)))
    finally:
        await asyncio.to_thread(writer.stop)
    return kept / KEPT_SECONDS
