import os
import sys
import threading

import pytest

from pbm.base.priorities import LOWEST_NICENESS, be_patient, idle_thread

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="Linux alone can do this")


def priority() -> tuple[int, int]:
    thread = threading.get_native_id()
    return os.getpriority(os.PRIO_PROCESS, thread), os.sched_getscheduler(thread)


def test_only_the_idle_thread_has_the_lowest_priority() -> None:
    before = priority()
    with idle_thread("idle") as pool:
        assert pool.submit(priority).result() == (LOWEST_NICENESS, os.SCHED_IDLE)
    assert priority() == before


def test_a_patient_thread_interrupts_no_other_one() -> None:
    seen = list[tuple[int, int]]()

    def work() -> None:
        be_patient()
        seen.append(priority())

    before = priority()
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert seen == [(before[0], os.SCHED_BATCH)]
    assert priority() == before


def test_what_is_raised_in_the_idle_thread_reaches_who_waits_for_it() -> None:
    with idle_thread("idle") as pool, pytest.raises(ZeroDivisionError):
        pool.submit(lambda: 1 // 0).result()
