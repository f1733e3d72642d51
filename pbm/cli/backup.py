"""``pbm backup``: write everything into one file while the server runs."""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import sleep

import click

from pbm.admin.backup import back_up, back_up_into
from pbm.app.application import App
from pbm.app.data_directory import utc_now
from pbm.base.errors import PbmError, UsageError
from pbm.cli.output import echo
from pbm.cli.with_app import with_read_only_app

_SECONDS = {"m": 60, "h": 3600, "d": 86400}


def _seconds(span: str) -> int:
    found = re.fullmatch(r"([1-9][0-9]{0,4})([mhd])", span)
    if found is None:
        raise click.BadParameter(f'"{span}" is not a time; write 15m, 6h or 1d.')
    return int(found[1]) * _SECONDS[found[2]]


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
@click.option(
    "--keep", type=click.IntRange(min=1), metavar="N", help="Keep the N newest in the folder."
)
@click.option(
    "--every", type=_seconds, metavar="SPAN", help="Repeat until stopped, each 15m, 6h or 1d."
)
@with_read_only_app
def backup(app: App, file: Path, force: bool, keep: int | None, every: int | None) -> None:
    """Write players, games, mails and the server's key into FILE, a tar archive.

    If FILE is a folder, the backup is written there, named by the time in UTC. The server may be
    running. Only you can read the file. Keep it as secret as the data directory.

    With --every, a backup that fails is reported, and the next one is made at its time. The exit
    status is 1 if the last one failed.
    """
    if not file.parent.is_dir():
        raise UsageError(f"there is no folder {file.parent}; make it, or choose another")
    if file.is_dir():
        _into_folder(app, file, keep, every)
        return
    if keep or every:
        raise UsageError(f"--keep and --every need a folder, and {file} is none; name a folder")
    if file.exists() and not force:
        raise UsageError(f"{file} exists already; choose another name, or use --force")
    back_up(app, file)
    echo(f"{file} holds everything; keep it secret")


def _into_folder(app: App, folder: Path, keep: int | None, every: int | None) -> None:
    if every is None:
        _back_up_into(app, folder, keep)
        return
    last = _Attempts()
    with _stopped_by_a_signal(last):
        while True:
            last.failed = not _attempt(app, folder, keep, every)
            sleep(every)


def _back_up_into(app: App, folder: Path, keep: int | None) -> None:
    made = back_up_into(app, folder, utc_now(), keep)
    echo(f"{made} holds everything; keep it secret")


def _attempt(app: App, folder: Path, keep: int | None, every: int) -> bool:
    """Make a backup, and return whether that succeeded. A full disk may have space next time."""
    try:
        _back_up_into(app, folder, keep)
    except (PbmError, OSError) as error:
        echo(f"the backup failed, the next one is made in {every} s: {error}", err=True)
        return False
    return True


@dataclass
class _Attempts:
    """Whether the last backup failed, which decides the exit status."""

    failed: bool = False


@contextmanager
def _stopped_by_a_signal(last: _Attempts) -> Iterator[None]:
    """Exit on SIGTERM and SIGINT. An unfinished backup is removed on the way out."""
    wanted = (signal.SIGTERM, signal.SIGINT)
    before = [signal.signal(each, lambda *_: sys.exit(int(last.failed))) for each in wanted]
    try:
        yield
    finally:
        for each, handler in zip(wanted, before, strict=True):
            signal.signal(each, handler)
