"""Memory that Python has freed, but the C library keeps."""

from __future__ import annotations

import ctypes
from contextlib import suppress


def give_back_memory() -> None:
    """Give freed memory back to the system, if the C library can (glibc's malloc_trim).

    It takes some milliseconds. What is needed again later must be asked for again.
    """
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
