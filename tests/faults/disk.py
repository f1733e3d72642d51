"""A disk that fails while the server runs, and a clock that jumps: ``broken_disk.c``, compiled."""

from __future__ import annotations

import shutil
import struct
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from pathlib import Path

_SOURCE = Path(__file__).with_name("broken_disk.c")


class Fault(Enum):
    """Faults of the disk, with their numbers in ``broken_disk.c``."""

    WHOLE = 0
    FULL = 1
    READ_ONLY = 2
    UNSYNCED = 3
    UNREADABLE = 4


COMPILER = shutil.which("cc")


def _compile(library: Path) -> None:
    assert COMPILER is not None
    options = ("-shared", "-fPIC", "-O1", "-Wall", "-ldl")
    subprocess.run([COMPILER, str(_SOURCE), "-o", str(library), *options], check=True)


class Disk:
    """The disk under ``data``, as a process that is started with ``environ`` sees it."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self._control = data.parent / "control"
        self._library = data.parent / "broken_disk.so"
        _compile(self._library)
        self._fault, self._clock_shift, self._last_change = Fault.WHOLE, 0, 0
        self._write()

    @property
    def environ(self) -> Mapping[str, str]:
        return {
            "LD_PRELOAD": str(self._library),
            "BROKEN_DISK": str(self._control),
            "BROKEN_BELOW": str(self._data),
        }

    @contextmanager
    def broken(self, fault: Fault) -> Iterator[None]:
        self._fault = fault
        self._write()
        yield
        self._fault = Fault.WHOLE
        self._write()

    def set_clock(self, seconds: int) -> None:
        """Set the clock of the process this many seconds ahead of ours."""
        self._clock_shift = seconds
        self._write()

    def kill_at(self, change: int) -> None:
        """Kill each process instead of letting it make this change, counted from its start."""
        self._last_change = change
        self._write()

    def _write(self) -> None:
        """Overwrite the file in place: the process has mapped it, so it must not become shorter."""
        with self._control.open("r+b" if self._control.exists() else "wb") as file:
            file.write(struct.pack("=qqq", self._fault.value, self._clock_shift, self._last_change))
