"""``pbm files``: write the documents, units and settings that come with the program."""

from __future__ import annotations

from pathlib import Path

import click

from pbm.admin.shipped import write_shipped
from pbm.cli.output import echo


@click.command(short_help="Write the guide, units and example settings into a folder.")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def files(folder: Path) -> None:
    """Write what an operator needs into a folder, and print the path of each file.

    That is the operator's guide, SECURITY.md, the changes, the units of systemd, example settings
    and the tested versions of all dependencies. Files of an older version are replaced.
    """
    for written in write_shipped(folder):
        echo(str(written))
