"""The process that acts on letters is killed, or is left behind by the server."""

from __future__ import annotations

import asyncio
import os
import signal
import smtplib
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbm.app.child_process import ChildProcess
from pbm.app.config import load
from pbm.app.orders import WORKER, WorkerOrder
from pbm.mail.correspondence import LetterStatus
from pbm.mail.letter import Envelope
from pbm.store import open_store
from tests.end_to_end.process import DOMAIN, ROOT, SERVER
from tests.faults.children import KILLS, child_of, gone, needs_proc, survive_kills
from tests.faults.conftest import Record
from tests.faults.victim import Victim
from tests.faults.village import settle_in
from tests.patience import PATIENCE, until

DEADLY, ENDLESS = (
    b"From: eve@example.net\r\nSubject: a letter that %s its reader\r\n\r\n\r\n" % what
    for what in (b"kills", b"keeps")
)
# A module that Python imports before anything else. It simulates a fault in a library in C. A
# server checks its worker by the clock, twice; here it checks when the reader is stuck.
FAULT = """
import tests.started.sitecustomize

import os
import time
from pathlib import Path

import pbm.mail.read

stuck, seen = Path(__file__).with_name("stuck"), Path(__file__).with_name("seen")

real = pbm.mail.read.read

def read(envelope, **options):
    if b"kills its reader" in envelope.raw:
        os.kill(os.getpid(), 9)
    if b"keeps its reader" in envelope.raw:
        stuck.touch()
        time.sleep(3600)
    return real(envelope, **options)

pbm.mail.read.read = read

import asyncio
from dataclasses import replace
import pbm.app.orders

FOR_EVER = 4711.0
pbm.app.orders.WORKER = replace(pbm.app.orders.WORKER, longest_seconds=FOR_EVER)
sleep = asyncio.sleep

async def sleep_until_stuck(seconds):
    if seconds != FOR_EVER:
        return await sleep(seconds)
    while not (stuck.exists() or seen.exists()):
        await sleep(0.05)
    if stuck.exists():
        stuck.rename(seen)
    else:
        seen.unlink()

asyncio.sleep = sleep_until_stuck
"""

pytestmark = needs_proc


def ignores(process: int, number: signal.Signals) -> bool:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    ignored = next(line for line in lines if line.startswith("SigIgn:"))
    return bool(int(ignored.split()[1], base=16) >> (number - 1) & 1)


async def worker_of(victim: Victim) -> int:
    return await child_of(victim, WORKER)


def test_a_process_that_is_killed_is_followed_by_another(tmp_path: Path, record: Record) -> None:
    load, ledger = survive_kills(WORKER, tmp_path / "data")
    record(f"kill -9 of the process that acts on letters, {KILLS} times", load, ledger)


def bring(port: int, raw: bytes) -> None:
    with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as client:
        client.sendmail("eve@example.net", [SERVER], raw)


@pytest.mark.parametrize("bad", [DEADLY, ENDLESS], ids=["kills", "keeps"])
def test_a_letter_that_kills_or_keeps_its_reader_is_put_aside_and_play_goes_on(
    bad: bytes, tmp_path: Path
) -> None:
    data, library = tmp_path / "data", tmp_path / "library"
    library.mkdir()
    (library / "sitecustomize.py").write_text(FAULT)
    (script,) = settle_in(data, boards=1)
    letter = next(script)

    async def day() -> None:
        environ = {"PYTHONPATH": os.pathsep.join(map(str, (library, ROOT)))}
        async with Victim(data, environ=environ) as victim:
            await victim.start()
            await asyncio.to_thread(bring, victim.port, bad)
            await asyncio.to_thread(bring, victim.port, letter.raw)
            await until(lambda: not waiting(data))
            await victim.stop()
            assert victim.words.count("it is started again") == WORKER.most_deaths

    asyncio.run(day())
    assert statuses(data) == [LetterStatus.DONE, LetterStatus.FAILED]


def waiting(data: Path) -> bool:
    return LetterStatus.WAITING in statuses(data)


def statuses(data: Path) -> list[LetterStatus]:
    """The statuses of the last two letters, newest first."""
    with closing(open_store(data)) as store, store.reading() as tx:
        return [letter.status for letter in tx.letters.list(limit=2)]


def leave_a_letter(data: Path) -> None:
    settle_in(data, boards=1)
    with closing(open_store(data)) as store, store.transaction() as tx:
        tx.letters.keep(Envelope("eve@example.net", (SERVER,), DEADLY), datetime.now(UTC))


def worker_at(data: Path) -> ChildProcess:
    settings = load({"data": str(data), "domain": DOMAIN}, {})
    worker = replace(WORKER, last_seconds=PATIENCE)
    return ChildProcess(worker, lambda deaths: WorkerOrder(settings, worker.deadly(deaths)))


def test_it_takes_nothing_from_the_folder_where_its_server_was_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "random.py").write_text("raise ImportError('this is not the one')")
    monkeypatch.chdir(tmp_path)
    data = tmp_path / "data"
    leave_a_letter(data)

    async def day() -> None:
        worker = worker_at(data)
        await worker.start(lambda: None, lambda: None)
        await until(lambda: not waiting(data))
        await worker.stop()

    asyncio.run(day())
    assert caplog.text == ""


def test_one_that_is_told_to_stop_as_it_starts_acts_on_what_waits(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    data = tmp_path / "data"
    leave_a_letter(data)
    woken: list[None] = []

    async def day() -> None:
        worker = worker_at(data)
        await worker.start(lambda: woken.append(None), lambda: None)
        await asyncio.sleep(0)
        await worker.stop()

    asyncio.run(day())
    assert not waiting(data)
    assert woken, "mails may have been queued"
    assert caplog.text == ""


def test_it_lets_its_server_go_first(tmp_path: Path) -> None:
    def niceness(process: int) -> int:
        return os.getpriority(os.PRIO_PROCESS, process)

    async def day() -> None:
        async with Victim(tmp_path / "data") as victim:
            await victim.start()
            worker, server = await worker_of(victim), victim.process.pid
            await until(lambda: niceness(worker) == min(niceness(server) + WORKER.niceness, 19))
            await victim.stop()

    asyncio.run(day())


def test_it_ends_with_its_server(tmp_path: Path) -> None:
    async def day() -> None:
        async with Victim(tmp_path / "data") as victim:
            await victim.start()
            worker = await worker_of(victim)
            await victim.kill()
            await gone(worker)

    asyncio.run(day())


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_leaves_the_end_to_its_server(tmp_path: Path, number: signal.Signals) -> None:
    """A terminal, or systemd, tells every process of the server to stop; the worker ignores it."""

    async def day() -> None:
        async with Victim(tmp_path / "data") as victim:
            await victim.start()
            worker = await worker_of(victim)
            await until(lambda: ignores(worker, number))
            os.kill(worker, number)
            await victim.stop()
            await gone(worker)
            assert "started again" not in victim.words

    asyncio.run(day())
