"""Waiting in tests for what must happen, however slow the machine is."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

PATIENCE = 180.0
"""Seconds after which a test that waits for something has failed.

On a quiet machine the waits are thousands of times shorter: only a test that fails waits so long.
"""

_LOOK_AGAIN_SECONDS = 0.005
_LOOK_AGAIN_BESIDE_SECONDS = 0.02


def wait_until(fact: Callable[[], object], otherwise: str) -> None:
    """Return once ``fact`` holds. otherwise: the message of a test that has waited in vain."""
    end = time.monotonic() + PATIENCE
    while not fact():
        assert time.monotonic() < end, otherwise
        time.sleep(_LOOK_AGAIN_SECONDS)


async def until(fact: Callable[[], object]) -> None:
    """Return once ``fact`` holds, while other tasks run."""
    async with asyncio.timeout(PATIENCE):
        while not fact():
            await asyncio.sleep(_LOOK_AGAIN_BESIDE_SECONDS)


@contextmanager
def within_patience(otherwise: str) -> Iterator[None]:
    """Fail a test that would take minutes or hours, even inside of a regular expression.

    otherwise: the message of the failed test.
    """

    def fail(signum: int, frame: FrameType | None) -> None:
        raise AssertionError(otherwise)

    before = signal.signal(signal.SIGALRM, fail)
    signal.setitimer(signal.ITIMER_REAL, PATIENCE)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
