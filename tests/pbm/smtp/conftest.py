"""Fixtures: a listener, its clients, and a next hop, all over real sockets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pbm.smtp.listener import Keep
from pbm.smtp.listener_limits import ListenerLimits
from pbm.smtp.lmtp import SocketFile
from tests.pbm.smtp.sockets import LoopThread, NextHop, RunningListener


@pytest.fixture
def thread() -> Iterator[LoopThread]:
    thread = LoopThread()
    yield thread
    thread.close()


@pytest.fixture
def over(request: pytest.FixtureRequest) -> str:
    """The protocol of the clients: "smtp", or the parameter of the test."""
    return str(getattr(request, "param", "smtp"))


@pytest.fixture
def serve(
    thread: LoopThread, over: str, tmp_path: Path
) -> Iterator[Callable[..., RunningListener]]:
    """Starts listeners: ``serve(keep, connections=2)``."""
    numbers = count()
    with ExitStack() as listeners:

        def start(keep: Keep | None = None, trusted: str = "", **limits: Any) -> RunningListener:
            path = tmp_path / f"socket-{next(numbers)}"
            file = SocketFile(path) if over == "lmtp" else None
            listener = RunningListener(thread, keep, ListenerLimits(**limits), file, trusted)
            listeners.callback(listener.stop, 0)
            return listener

        yield start


@pytest.fixture
def next_hop(thread: LoopThread) -> Iterator[NextHop]:
    hop = NextHop(thread)
    yield hop
    hop.stop()
