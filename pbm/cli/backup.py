"""``pbm backup``: everything in one file, while the server runs."""

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
from pbm.cli.staff import looking

_SECONDS = {"m": 60, "h": 3600, "d": 86400}


def _seconds(span: str) -> int:
    found = re.fullmatch(r"([1-9][0-9]{0,4})([mhd])", span)
    if found is None:
        raise click.BadParameter(f"{span} is no time such as 15m, 6h or 1d.")
    return int(found[1]) * _SECONDS[found[2]]


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Let it take the place of a FILE that is there.")
@click.option(
    "--keep", type=click.IntRange(min=1), metavar="N", help="Of those in a folder, the newest N."
)
@click.option(
    "--every", type=_seconds, metavar="SPAN", help="Again and again, until stopped: 15m, 6h, 1d."
)
@looking
def backup(app: App, file: Path, force: bool, keep: int | None, every: int | None) -> None:
    """Write players, games, mails and the server's key into FILE, a tar archive.

    If FILE is a folder, the backup gets a name of its own there, by the time in UTC. The server
    may run meanwhile. Only you may read the file; keep it as secret as the data directory.

    With --every a backup that fails is told and tried again at its next time; the exit status is 1
    if the last one failed.
    """
    if not file.parent.is_dir():
        raise UsageError(f"there is no folder {file.parent}; make it, or choose another")
    if file.is_dir():
        _into_folder(app, file, keep, every)
        return
    if keep or every:
        raise UsageError(f"--keep and --every need a folder; make {file} one, or choose another")
    if file.exists() and not force:
        raise UsageError(f"{file} is there already; choose another name, or give --force")
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
    """Whether a backup was made; if not, the next one may be: a disk that is full gets room."""
    try:
        _back_up_into(app, folder, keep)
    except (PbmError, OSError) as error:
        echo(f"no backup was made, the next one is tried in {every} s: {error}", err=True)
        return False
    return True


@dataclass
class _Attempts:
    """What the exit status tells: whether the last backup failed."""

    failed: bool = False


@contextmanager
def _stopped_by_a_signal(last: _Attempts) -> Iterator[None]:
    """SIGTERM and SIGINT end the block, and what is half written is taken away."""
    wanted = (signal.SIGTERM, signal.SIGINT)
    before = [signal.signal(each, lambda *_: sys.exit(int(last.failed))) for each in wanted]
    try:
        yield
    finally:
        for each, handler in zip(wanted, before, strict=True):
            signal.signal(each, handler)
