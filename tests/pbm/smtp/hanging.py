"""Timeouts against a next hop that hangs, independent of the speed of the machine."""

from __future__ import annotations

import smtplib
import time
from select import select
from threading import Semaphore

import pytest

from tests.patience import PATIENCE

_SOON = 0.01


def give_up_when(hangs: Semaphore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a session time out each time that ``hangs`` is released, immediately and never earlier.

    With a short timeout from the beginning, tests would sometimes fail on a slow machine.
    """

    class Connection(smtplib.SMTP):
        def getreply(self) -> tuple[int, bytes]:
            assert self.sock is not None
            if self.file is None:
                # Without a buffer, select tells whether there is more to read.
                self.file = self.sock.makefile("rb", buffering=0)
            end = time.monotonic() + PATIENCE
            while not select([self.sock], [], [], _SOON)[0] and time.monotonic() < end:
                if hangs.acquire(blocking=False):
                    self.sock.settimeout(_SOON)
                    break
            return super().getreply()

    monkeypatch.setattr(smtplib, "SMTP", Connection)
