"""Timeouts against a next hop that hangs, independent of the speed of the machine."""

from __future__ import annotations

import time
from select import select
from threading import Semaphore

import pytest

from pbm.smtp import smarthost
from tests.patience import PATIENCE

_SOON = 0.01


def give_up_when(hangs: Semaphore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a session time out each time that ``hangs`` is released, immediately and never earlier.

    With a short timeout from the beginning, tests would sometimes fail on a slow machine.
    """

    class Connection(smarthost._Connection):
        def getreply(self) -> tuple[int, bytes]:
            assert self.sock is not None
            end = time.monotonic() + PATIENCE
            while not select([self.sock], [], [], _SOON)[0] and time.monotonic() < end:
                if hangs.acquire(blocking=False):
                    self.sock.settimeout(_SOON)
                    break
            return super().getreply()

    monkeypatch.setattr(smarthost, "_Connection", Connection)
