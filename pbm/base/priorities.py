"""Priorities of threads: the lowest, and that of patient ones."""

from __future__ import annotations

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

LOWEST_NICENESS = 19


def idle_thread(name: str) -> ThreadPoolExecutor:
    """A pool of one thread of the lowest priority, for what takes long.

    Only the thread has it, not the process: while a process of the lowest priority holds a lock of
    the store, everybody else would wait for it.
    """
    return ThreadPoolExecutor(1, name, initializer=_lower)


def be_patient() -> None:
    """Let the calling thread interrupt no other one when it wakes up, if the system can (Linux).

    It waits for a free processor, or until the others have had their share. This is for threads
    that wake up often, and whose work may wait for some milliseconds.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            os.sched_setscheduler(threading.get_native_id(), os.SCHED_BATCH, os.sched_param(0))


def _lower() -> None:
    """Let the calling thread run only while no other one wants to, if the system can (Linux).

    Linux counts a processor that runs only such threads as free, and gives it to others at once.
    """
    if sys.platform != "linux":
        return
    thread = threading.get_native_id()
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, thread, LOWEST_NICENESS)
    with suppress(OSError):
        os.sched_setscheduler(thread, os.SCHED_IDLE, os.sched_param(0))
