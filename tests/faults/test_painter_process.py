"""The process that makes pictures is killed, or the server while a mail is made, sent or marked."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from pbm.app.orders import PAINTER
from pbm.app.painter import SENT_AS_TEXT
from pbm.core.choices import Choice
from pbm.mail.correspondence import MailStatus, OutboxMail
from pbm.notices.pages import Form
from pbm.store import open_store
from pbm.store.administration import FILE
from tests.end_to_end.process import ROOT
from tests.faults.children import KILLS, child_of, needs_proc, survive_kills
from tests.faults.conftest import Record
from tests.faults.hop import DOT, GREETING, HANG, KEEP_AND_HANG, Faults, Hop
from tests.faults.ledger import Ledger, assert_each_mail_came
from tests.faults.test_worker_process import bring
from tests.faults.victim import Victim
from tests.faults.village import Script, settle_in
from tests.patience import until

PICTURE = b"image/png"

# Modules that Python imports before anything else; each replaces the painting function by a fault.
DEADLY = "import os; os.kill(os.getpid(), 9)"
BROKEN = "raise ValueError('no picture')"
ONE = "mail.recipient.startswith('south')"
ENDLESS = "import time; time.sleep(3600)"
IMPATIENT = """
import pbm.app.late_mails

pbm.app.late_mails.PATIENCE_SECONDS = 1.0
"""
STARVED = "import time; time.sleep(30)"
OTHERWISE = "return real(mail).replace(b'image/png', b'image/xyz')"
FAULT = """
import tests.started.sitecustomize

import pbm.app.painter

real = pbm.app.painter.finished

def finished(mail):
    {}

pbm.app.painter.finished = finished
{}
"""

pytestmark = needs_proc


def with_fault(folder: Path, fault: str, more: str = "") -> Mapping[str, str]:
    """The environment of a server whose painter has this fault. more: what else is replaced."""
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(FAULT.format(fault, more))
    return {"PYTHONPATH": os.pathsep.join(map(str, (folder, ROOT)))}


def with_pictures(data: Path, boards: int) -> list[Script]:
    """A village in which everybody wants pictures."""
    scripts = settle_in(data, boards)
    with closing(open_store(data)) as store, store.transaction() as tx:
        for player in tx.players.list():
            tx.players.set_setting(player.id, Choice.MAIL, Form.PICTURES.value)
    return scripts


def with_one_board(data: Path) -> Script:
    """A village with one board, whose first mails have been sent."""
    (script,) = with_pictures(data, boards=1)
    with closing(sqlite3.connect(data / FILE)) as connection, connection:
        connection.execute("DELETE FROM outbox")
    return script


def mails(data: Path) -> list[OutboxMail]:
    """The mails, oldest first."""
    with closing(open_store(data)) as store, store.reading() as tx:
        return tx.outbox.list(limit=1000)[::-1]


def unfinished(data: Path) -> list[OutboxMail]:
    return [mail for mail in mails(data) if mail.page]


def painted(data: Path) -> list[OutboxMail]:
    return [mail for mail in mails(data) if PICTURE in mail.raw]


def all_sent(data: Path) -> bool:
    return all(mail.status is MailStatus.SENT for mail in mails(data))


def failures(data: Path) -> int:
    with closing(open_store(data)) as store, store.reading() as tx:
        return tx.counters.get(SENT_AS_TEXT)


async def play_a_move(victim: Victim, script: Script, data: Path) -> None:
    """Play a move, and wait until both players are mailed."""
    before = len(mails(data))
    await asyncio.to_thread(bring, victim.port, next(script).raw)
    await until(lambda: len(mails(data)) == before + 2)


@pytest.mark.parametrize(
    ("fault", "deaths"), [(DEADLY, PAINTER.most_deaths), (BROKEN, 0)], ids=["kills", "breaks"]
)
def test_a_mail_that_cannot_be_painted_is_sent_as_text(
    fault: str, deaths: int, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    script = with_one_board(data)
    environ = with_fault(tmp_path / "library", f"if {ONE}: {fault}\n    return real(mail)")

    async def day() -> None:
        async with Victim(data, environ=environ) as victim:
            await victim.start()
            await play_a_move(victim, script, data)
            await until(lambda: all_sent(data))
            await victim.stop()
            assert victim.words.count("it is started again") == deaths

    asyncio.run(day())
    assert len(painted(data)) == failures(data) == 1


@pytest.mark.parametrize("fault", [ENDLESS, f"{STARVED}; return real(mail)"])
def test_a_mail_waits_for_no_painter_that_gets_no_processor(fault: str, tmp_path: Path) -> None:
    data = tmp_path / "data"
    script = with_one_board(data)

    environ = with_fault(tmp_path / "library", fault, IMPATIENT)

    async def day() -> None:
        async with Victim(data, environ=environ) as victim:
            await victim.start()
            await play_a_move(victim, script, data)
            await until(lambda: all_sent(data))
            assert "started again" not in victim.words
            await victim.kill()

    asyncio.run(day())
    assert (len(painted(data)), failures(data)) == (0, 2)


def test_a_mail_that_takes_too_much_processor_time_ends_the_process_and_no_other_waits(
    tmp_path: Path,
) -> None:
    data = tmp_path / "data"
    script = with_one_board(data)
    fault = f"if {ONE}:\n        while True: pass\n    return real(mail)"
    environ = with_fault(tmp_path / "library", fault, "pbm.app.painter.LONGEST_CPU_SECONDS = 1")

    async def day() -> None:
        async with Victim(data, environ=environ) as victim:
            await victim.start()
            await play_a_move(victim, script, data)
            await until(lambda: all_sent(data))
            await until(lambda: f"status {-signal.SIGXCPU}" in victim.words)
            await victim.stop()

    asyncio.run(day())
    assert len(painted(data)) <= 1
    assert len(painted(data)) + failures(data) == 2


def test_a_mail_is_the_same_bytes_whenever_the_server_is_killed(tmp_path: Path) -> None:
    """It is killed while mails are painted; when they are stored but not sent; when one is sent but
    not marked. Finally mails are painted in another way, and no mail that was painted before
    changes.
    """
    data, kept = tmp_path / "data", list[bytes]()
    script = with_one_board(data)
    endless = with_fault(tmp_path / "endless", ENDLESS)
    otherwise = with_fault(tmp_path / "otherwise", OTHERWISE)

    async def day() -> Hop:
        hop = Hop()
        outgoing = f"smtp://127.0.0.1:{await hop.start()}"

        @asynccontextmanager
        async def killed(faults: Faults, environ: Mapping[str, str]) -> AsyncIterator[Victim]:
            hop.faults = faults
            async with Victim(data, outgoing, environ) as victim:
                await victim.start()
                yield victim
                await victim.kill()
            hop.mend()

        async with killed(Faults({GREETING: HANG}), endless) as victim:
            await play_a_move(victim, script, data)
            await child_of(victim, PAINTER)
        assert (len(unfinished(data)), painted(data)) == (2, [])
        async with killed(Faults({GREETING: HANG}), {}):
            await until(lambda: not unfinished(data))
        assert (len(painted(data)), hop.taken) == (2, [])
        kept.extend(mail.raw for mail in mails(data))
        async with killed(Faults({DOT: KEEP_AND_HANG}), {}):
            await until(lambda: hop.taken)
        async with Victim(data, outgoing, otherwise) as victim:
            await victim.start()
            await until(lambda: all_sent(data))
            await victim.stop()
        hop.stop()
        return hop

    hop = asyncio.run(day())
    assert [mail.raw for mail in mails(data)] == kept
    assert len(hop.taken) > len(kept), "no mail was sent again"
    assert_each_mail_came(Ledger(data), (raw for _, raw in hop.taken))


def test_a_painter_that_is_killed_is_followed_by_another(tmp_path: Path, record: Record) -> None:
    load, ledger = survive_kills(PAINTER, tmp_path / "data", with_pictures)
    record(f"kill -9 of the process that makes pictures, {KILLS} times", load, ledger)
