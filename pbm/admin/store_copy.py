"""A store copied from one engine to another, and compared."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from pbm.admin.audit import audit
from pbm.app import lock
from pbm.base.durable import PRIVATE_FOLDER, private_folder
from pbm.base.errors import PermanentFailure, UsageError
from pbm.store import Place, administration, open_to_look

# ruff: noqa: S608 (the names are those of our own tables)

_OWN = ("never_given",)
"""Tables that are not compared: in them an engine notes numbers that another one left out."""


class Content(NamedTuple):
    """The number of rows of a table, and a hash of them in a canonical order."""

    rows: int
    hash: str


def copy_store(source: Place, target: Place) -> Mapping[str, Content]:
    """Copy a store that nobody uses to a place that has none. Return what every table holds.

    :raises UsageError: if there is no store to copy, or one at the target
    :raises StoreBusyError: if somebody uses one of the two stores
    :raises PermanentFailure: if the copy differs, and so must not be used
    """
    with ExitStack() as stack:
        _check(source, target)
        for place in (source, target):
            stack.enter_context(_unused(place))
        folder = stack.enter_context(_folder_beside(target))
        file, aside, again = folder / "copied", folder / "aside", folder / "again"
        aside.mkdir(PRIVATE_FOLDER)
        administration(source).copy_to(file)
        before = contents(file)
        administration(target).put_in_place(file, aside)
        administration(target).copy_to(again)
        _compare(before, contents(again))
        _compare_audits(source, target)
    return before


@contextmanager
def _unused(place: Place) -> Iterator[None]:
    if isinstance(place, Path):
        with lock.take_alone(place):
            yield
    else:
        administration(place).check_unused()
        yield


@contextmanager
def _folder_beside(target: Place) -> Iterator[Path]:
    """A folder for the copy; a file can only be renamed on its own file system."""
    if isinstance(target, Path):
        private_folder(target)
    with TemporaryDirectory(dir=target if isinstance(target, Path) else None) as folder:
        yield Path(folder)


def _check(source: Place, target: Place) -> None:
    if not administration(source).is_begun():
        raise UsageError(f"there is no store at {source}")
    if administration(target).is_begun():
        raise UsageError(f"there is a store at {target} already; nothing was copied")


def contents(file: Path) -> Mapping[str, Content]:
    """The content of every table of a file. A copy of any engine is such a file."""
    with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as db:
        names = db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite!_%'"
            " ESCAPE '!' AND name NOT LIKE '!_%' ESCAPE '!' ORDER BY name"
        ).fetchall()
        return {name: _content(db, name) for (name,) in names if name not in _OWN}


def _content(db: sqlite3.Connection, table: str) -> Content:
    columns = [name for (name,) in db.execute("SELECT name FROM pragma_table_info(?)", [table])]
    order = ", ".join(map('"{}"'.format, columns))
    number, digest = 0, hashlib.sha256()
    for row in db.execute(f"SELECT * FROM {table} ORDER BY {order}"):
        digest.update(repr(row).encode())
        number += 1
    return Content(number, digest.hexdigest())


def _compare(before: Mapping[str, Content], after: Mapping[str, Content]) -> None:
    different = [name for name, content in before.items() if after.get(name) != content]
    if different:
        raise PermanentFailure(f"the copy differs in {', '.join(different)}; do not use it")


def _compare_audits(source: Place, target: Place) -> None:
    """Compare the findings, except about deleted rows if one of the engines cannot tell them."""
    if _findings(source) != _findings(target):
        raise PermanentFailure("the audit of the copy finds something else; do not use it")


def _findings(place: Place) -> Sequence[str]:
    with closing(open_to_look(place)) as store:
        return [str(finding) for finding in audit(store, lambda: None)]
