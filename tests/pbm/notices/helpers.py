"""Helpers for tests of notices."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pbm.core.model import Cause
from pbm.play.work import Work
from tests.pbm.town import Town


@contextmanager
def work_in(town: Town) -> Iterator[Work]:
    """The context of a use case that no letter asked for, in a transaction of the town's store."""
    with town.app.store.transaction() as tx:
        act = tx.acts.add("a test", "", {}, town.time)
        yield Work(tx, town.time, Cause(act=act.id), town.app.repository)
