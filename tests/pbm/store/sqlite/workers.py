"""Functions that tests run in other processes."""

from __future__ import annotations

from multiprocessing.synchronize import Barrier
from pathlib import Path

from pbm.core.marks import MarkKind
from pbm.store import administration, open_store
from tests.patience import PATIENCE
from tests.pbm.store.samples import NOW, keep

TIMES = 25


def open_and_close(data: Path, together: Barrier) -> None:
    together.wait(PATIENCE)
    open_store(data).close()


def bring_up_to_date(data: Path, together: Barrier) -> None:
    together.wait(PATIENCE)
    administration(data).upgrade()


def read_then_write(data: Path, together: Barrier) -> None:
    """Increment a counter: a transaction that read an old state would lose an increment."""
    opened = open_store(data)
    together.wait(PATIENCE)
    for _ in range(TIMES):
        with opened.transaction() as tx:
            seen = len(tx.letters.waiting())
            keep(tx, str(seen).encode())
            tx.marks.add(MarkKind.STRANGERS.of(), NOW)
    opened.close()
