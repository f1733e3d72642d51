"""``pbm upgrade``: data of an older version brought up to date."""

from __future__ import annotations

import click

from pbm.app.config import FILE, Settings
from pbm.app.upgrade import keep_trusting
from pbm.app.upgrade import upgrade as bring_up_to_date
from pbm.cli.options import configured_by
from pbm.cli.output import echo
from pbm.cli.reading import need_data
from pbm.mail.peers import LOOPBACK


@click.command(short_help="Bring the database up to date.")
@configured_by("data")
def upgrade(settings: Settings) -> None:
    """Bring the database of an older version up to date. The server must be stopped.

    pbm serve does the same at its start; every other command refuses an older database. Make a
    backup before, with the version that wrote it: an older version does not go on from there.
    """
    need_data(settings)
    steps = bring_up_to_date(settings.data)
    for step in steps:
        echo(f"{step} is done")
    if keep_trusting(settings, steps) is not settings:
        echo(f'trusted_peers = "{LOOPBACK}" was added to {settings.data / FILE}: see pbm doctor')
    done = f"brought up to date, in {len(steps)} steps" if steps else "up to date; nothing was done"
    echo(f"{settings.data} is {done}")
