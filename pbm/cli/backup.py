"""``pbm backup``: everything in one file, while the server runs."""

from __future__ import annotations

from pathlib import Path

import click

from pbm.backup import back_up
from pbm.cli.staff import staffed
from pbm.errors import UsageError
from pbm.office import Office


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@staffed
def backup(office: Office, file: Path) -> None:
    """Write players, games, mails and the server's key into FILE, a tar archive.

    The server may run meanwhile. Keep the file as secret as the data directory.
    """
    if not file.parent.is_dir():
        raise UsageError(f"there is no folder {file.parent}; make it, or choose another")
    back_up(office, file)
    click.echo(f"{file} holds everything; keep it secret")
