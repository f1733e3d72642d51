"""Waiting in tests for what must happen, however slow the machine is."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

PATIENCE = 180.0
"""Seconds after which a test that waits for something has failed.

Thousands of times longer than on a quiet machine: only a test that fails waits for this long.
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
