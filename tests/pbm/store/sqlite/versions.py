"""Databases as earlier versions of pbm wrote them, each named by its release or last migration.

All have the same content: alice and bob sign up and begin a game of Gyges, play three plies, and
bob resigns. Before a release, ``python -m tests.pbm.store.sqlite.versions FILE`` writes another
one.
"""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from pbm.store.administration import FILE
from tests.pbm.town import ALICE, BOB, NORTH, PASSWORD, SOUTH, Town, of

DEVELOPED = sorted(Path(__file__).with_suffix("").glob("m*.sql"))
"""Those from before the first release, which later steps change most."""

KEPT = [*DEVELOPED, *sorted(Path(__file__).with_suffix("").glob("[0-9]*.sql"))]


def restore(kept: Path, data: Path) -> Path:
    """Restore the database in a data directory."""
    path = data / FILE
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(kept.read_text(encoding="utf-8"))
    return path


def write(target: Path) -> None:
    with TemporaryDirectory() as folder:
        town = Town(Path(folder))
        town.sign_up(ALICE, PASSWORD)
        town.sign_up(BOB)
        mails = town.play(town.board(), SOUTH, NORTH, "16-35")
        town.answer(of(mails, BOB), "resign\n")
        town.close()
        with closing(sqlite3.connect(Path(folder) / FILE)) as connection:
            lines = "".join(f"{line}\n" for line in connection.iterdump())
    target.write_text(lines, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
