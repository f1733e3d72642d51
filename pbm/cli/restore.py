"""``pbm restore``: a backup put back."""

from __future__ import annotations

from pathlib import Path

import click

from pbm.backup import restore as put_back
from pbm.cli.options import configured
from pbm.config import Settings
from pbm.office import utc_now


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@configured
def restore(settings: Settings, file: Path) -> None:
    """Put a backup back into the data directory. The server must be stopped.

    What was there before is kept in a folder of its own inside it.
    """
    aside = put_back(settings, file, utc_now())
    click.echo(f"{settings.data} is as it was backed up; what was there before is in {aside}")
