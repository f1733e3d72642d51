"""``pbm files``: write the documents, units and settings that come with the program."""

from __future__ import annotations

from pathlib import Path

import click

from pbm.admin.shipped import write_shipped
from pbm.cli.manual import manual
from pbm.cli.output import echo


@click.command(short_help="Write the guide, units and example settings into a folder.")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def files(folder: Path) -> None:
    """Write what an operator needs into a folder, and print the path of each file.

    That is the operator's guide, SECURITY.md, the changes, the units of systemd, example settings
    and the tested versions of all dependencies. A man page, pbm.8, is made from the help of all
    commands. Files of an older version are replaced.
    """
    for written in write_shipped(folder):
        echo(str(written))
    root = click.get_current_context().find_root().command
    assert isinstance(root, click.Group), "pbm has commands"
    page = folder / "pbm.8"
    page.write_text(manual(root), encoding="utf-8")
    echo(str(page))
