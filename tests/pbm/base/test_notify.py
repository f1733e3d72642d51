"""Notifications to systemd, received on a socket of the test instead."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pbm.base.notify import STOPPING, Notifier
from tests.end_to_end.forked import ForkedServer
from tests.patience import PATIENCE

PING = b"WATCHDOG=1"


@pytest.fixture(params=["path", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[socket.socket]:
    """The socket of systemd, in a folder or in the abstract namespace of Linux."""
    name = str(tmp_path / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.bind(name if request.param == "path" else f"\0{name}")
        wire.settimeout(PATIENCE)
        yield wire


def address_of(systemd: socket.socket) -> str:
    """Return the address in the form of NOTIFY_SOCKET."""
    name: bytes | str = systemd.getsockname()
    return f"@{name[1:].decode()}" if isinstance(name, bytes) else name


def notifier(systemd: socket.socket, **environ: str) -> Notifier:
    return Notifier({"NOTIFY_SOCKET": address_of(systemd), **environ})


def test_systemd_is_notified_when_the_server_is_ready_and_when_it_stops(
    systemd: socket.socket,
) -> None:
    ours = notifier(systemd)
    ours.ready("127.0.0.1:8025")
    ours.say(STOPPING)
    assert systemd.recv(100).split(b"\n") == [b"READY=1", b"STATUS=listening on 127.0.0.1:8025"]
    assert systemd.recv(100) == b"STOPPING=1"


def watch_for(ours: Notifier, is_alive: list[bool]) -> None:
    """Let the notifier watch until it has asked ``is_alive`` for all of these answers."""
    answers = iter(is_alive)

    async def watched() -> None:
        watch = asyncio.create_task(ours.watch(lambda: next(answers)))
        await asyncio.wait([watch], timeout=PATIENCE)
        watch.exception()

    asyncio.run(watched())


def waiting(systemd: socket.socket) -> list[bytes]:
    """Return the notifications that were not received yet."""
    systemd.setblocking(False)
    found = []
    try:
        while True:
            found.append(systemd.recv(100))
    except BlockingIOError:
        return found


@pytest.mark.parametrize("pid", [{}, {"WATCHDOG_PID": str(os.getpid())}], ids=["any", "ours"])
def test_the_watchdog_is_pinged_only_while_the_server_is_alive(
    pid: dict[str, str], systemd: socket.socket
) -> None:
    ours = notifier(systemd, WATCHDOG_USEC="2000", **pid)
    watch_for(ours, [True, False, False, True])
    assert waiting(systemd) == [PING, PING]


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
def test_without_a_watchdog_for_this_process_nothing_is_pinged(
    environ: dict[str, str], systemd: socket.socket
) -> None:
    asyncio.run(notifier(systemd, **environ).watch(lambda: True))
    assert waiting(systemd) == []


@pytest.mark.parametrize("address", ["", "/nowhere/at/all", "vsock:2:3"])
def test_a_socket_that_nobody_listens_on_is_no_error(address: str) -> None:
    Notifier({"NOTIFY_SOCKET": address}).ready("127.0.0.1:8025")


def test_a_real_server_sends_all_notifications(
    systemd: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", address_of(systemd))
    monkeypatch.setenv("WATCHDOG_USEC", "200000")
    server = ForkedServer(tmp_path / "data")
    server.start()
    try:
        assert systemd.recv(100).startswith(b"READY=1\n")
        assert [systemd.recv(100) for _ in range(3)] == [PING] * 3
    finally:
        # Go on reading meanwhile: the socket holds only a few notifications.
        with ThreadPoolExecutor(1) as pool:
            stopping = pool.submit(server.stop)
            last = next(told for told in iter(lambda: systemd.recv(100), b"") if told != PING)
            stopping.result()
    assert (last, waiting(systemd)) == (b"STOPPING=1", [])
