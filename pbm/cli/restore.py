"""``pbm restore``: put a backup back into the data directory."""

from __future__ import annotations

from pathlib import Path

import click

from pbm.admin.backup import restore as put_back
from pbm.admin.backup import restore_key
from pbm.app.config import Settings
from pbm.app.data_directory import utc_now
from pbm.app.upgrade import keep_trusting
from pbm.cli.options import configured_by
from pbm.cli.output import echo

_UNREADABLE = (
    "the replaced data cannot be read, so players who have left since the backup are back;"
    ' forget those you know of with "pbm players forget U --why TEXT"'
)


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--key-only", is_flag=True, help="Restore only the key, if it is lost.")
@configured_by("data")
def restore(settings: Settings, file: Path, key_only: bool) -> None:
    """Put a backup back into the data directory. The server must be stopped.

    The data that is replaced is kept in a new folder inside the data directory. Players who have
    left since the backup are forgotten again, and their opponents are mailed. Questions that waited
    for a yes are void.
    """
    if key_only:
        restore_key(settings, file)
        echo(f"{settings.data} has the key from {file}; nothing else was changed")
        return
    restored = put_back(settings, file, utc_now())
    keep_trusting(settings, restored.steps)
    echo(f"{settings.data} is restored; the data that was there before is in {restored.aside}")
    if restored.forgotten is None:
        echo(_UNREADABLE, err=True)
    elif restored.forgotten:
        echo(f"forgotten again, since they left after the backup: {', '.join(restored.forgotten)}")
