"""A next hop that gives no answer, and our side, which gives it up then and never earlier."""

from __future__ import annotations

import time
from select import select
from threading import Semaphore

import pytest

from pbm.smtp import smarthost
from tests.patience import PATIENCE

_SOON = 0.01


def give_up_when(hangs: Semaphore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every answer of a next hop take its time, until ``hangs`` says that none will come; one
    session gives up for each time that it was released.

    A timeout that were short from the beginning would now and then meet a machine that is slow.
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
