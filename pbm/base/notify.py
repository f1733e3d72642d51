"""Notifications to systemd (Type=notify): ready, alive, stopping; see sd_notify(3)."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress

STOPPING = "STOPPING=1"
_ALIVE = "WATCHDOG=1"


class Notifier:
    """Notifies systemd; does nothing if systemd did not start this process."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._address = environ.get("NOTIFY_SOCKET", "")
        self._seconds = _between_pings(environ)

    def say(self, state: str) -> None:
        """Send a state. There is no answer, and errors are ignored."""
        if not self._address:
            return
        # NOTIFY_SOCKET writes the leading NUL of an abstract socket as @.
        address = self._address.replace("@", "\0", 1) if self._address[0] == "@" else self._address
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
            wire.sendto(state.encode(), address)

    def ready(self, where: str) -> None:
        self.say(f"READY=1\nSTATUS=listening on {where}")

    async def watch(self, is_alive: Callable[[], bool]) -> None:
        """Ping the watchdog twice per timeout while ``is_alive`` returns true.

        This runs on the event loop, so that a blocked loop sends no pings either.
        """
        while self._seconds:
            if is_alive():
                self.say(_ALIVE)
            await asyncio.sleep(self._seconds)


def _between_pings(environ: Mapping[str, str]) -> float:
    """Return half of the watchdog's timeout in seconds, 0 if no watchdog waits for this process."""
    if environ.get("WATCHDOG_PID", str(os.getpid())) != str(os.getpid()):
        return 0.0
    microseconds = environ.get("WATCHDOG_USEC", "")
    return int(microseconds) / 2e6 if microseconds.isdigit() else 0.0
