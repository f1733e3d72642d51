"""What systemd is told, over the socket that it would listen on."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.app.config import load
from pbm.app.server import Server
from pbm.app.worker import WorkerThread
from pbm.app.worker_process import next_pause
from pbm.base.notify import STOPPING, Notifier
from tests.patience import PATIENCE


@pytest.fixture(params=["path", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[socket.socket]:
    """The socket that it listens on, in a folder or in the abstract namespace of Linux."""
    name = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.bind(name if request.param == "path" else f"\0{name}")
        wire.settimeout(PATIENCE)
        yield wire


def notifier(systemd: socket.socket, **environ: str) -> Notifier:
    name = systemd.getsockname()
    address = f"@{name[1:].decode()}" if isinstance(name, bytes) else name
    return Notifier({"NOTIFY_SOCKET": address, **environ})


def test_it_is_told_when_the_server_is_ready_and_stops(systemd: socket.socket) -> None:
    ours = notifier(systemd)
    ours.ready("127.0.0.1:8025")
    ours.say(STOPPING)
    assert systemd.recv(100).split(b"\n") == [b"READY=1", b"STATUS=listening on 127.0.0.1:8025"]
    assert systemd.recv(100) == b"STOPPING=1"


def watch_for(ours: Notifier, is_alive: list[bool]) -> None:
    """Let the watchdog be told until all of these were asked for."""
    answers = iter(is_alive)

    async def watched() -> None:
        watch = asyncio.create_task(ours.watch(lambda: next(answers)))
        await asyncio.wait([watch], timeout=PATIENCE)
        watch.exception()

    asyncio.run(watched())


def waiting(systemd: socket.socket) -> list[bytes]:
    systemd.setblocking(False)
    told = []
    try:
        while True:
            told.append(systemd.recv(100))
    except BlockingIOError:
        return told


@pytest.mark.parametrize("pid", [{}, {"WATCHDOG_PID": str(os.getpid())}], ids=["any", "ours"])
def test_the_watchdog_is_told_only_while_all_goes_well(
    pid: dict[str, str], systemd: socket.socket
) -> None:
    ours = notifier(systemd, WATCHDOG_USEC="2000", **pid)
    watch_for(ours, [True, False, False, True])
    assert waiting(systemd) == [b"WATCHDOG=1", b"WATCHDOG=1"]


@pytest.mark.parametrize(
    "environ",
    [
        {},
        {"WATCHDOG_USEC": ""},
        {"WATCHDOG_USEC": "x"},
        {"WATCHDOG_USEC": "2", "WATCHDOG_PID": "1"},
    ],
    ids=repr,
)
def test_where_there_is_no_watchdog_none_is_told(
    environ: dict[str, str], systemd: socket.socket
) -> None:
    asyncio.run(notifier(systemd, **environ).watch(lambda: True))
    assert waiting(systemd) == []


@pytest.mark.parametrize("address", ["", "/nowhere/at/all", "vsock:2:3"])
def test_where_nobody_listens_nothing_happens(address: str) -> None:
    Notifier({"NOTIFY_SOCKET": address}).ready("127.0.0.1:8025")


@pytest.mark.parametrize(("silence", "alive"), [(299.0, True), (301.0, False)])
def test_a_server_whose_worker_is_silent_is_not_alive(
    silence: float, alive: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server(load({"data": str(tmp_path)}, {}))
    monkeypatch.setattr(WorkerThread, "silence", lambda _: silence)
    assert server.is_alive() is alive


def test_a_worker_that_ends_is_started_again_later_and_later() -> None:
    pauses, pause = [], 0.0
    for _ in range(8):
        pause = next_pause(pause, 0.1)
        pauses.append(pause)
    assert pauses == [1, 2, 4, 8, 16, 32, 60, 60]
    assert next_pause(60, 61) == 1


def test_a_real_server_tells_all_of_it(systemd: socket.socket, tmp_path: Path) -> None:
    name = systemd.getsockname()
    address = f"@{name[1:].decode()}" if isinstance(name, bytes) else name
    command = [sys.executable, "-m", "pbm", "serve", "--listen", "127.0.0.1:0"]
    told = {"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "200000", "PBM_DATA": str(tmp_path / "data")}
    with subprocess.Popen(command, env={**os.environ, **told}, stdout=subprocess.DEVNULL) as server:
        try:
            assert systemd.recv(100).startswith(b"READY=1\n")
            assert [systemd.recv(100) for _ in range(3)] == [b"WATCHDOG=1"] * 3
        finally:
            server.send_signal(signal.SIGTERM)
        server.wait(PATIENCE)
    assert waiting(systemd)[-1] == b"STOPPING=1"
