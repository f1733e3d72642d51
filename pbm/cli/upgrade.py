"""``pbm upgrade``: upgrade the database of an older version."""

from __future__ import annotations

import click

from pbm.admin.plugin_trial import games_to_be_held
from pbm.app.config import FILE, Settings
from pbm.app.upgrade import keep_trusting, names_taken, programs_without_userid
from pbm.app.upgrade import upgrade as bring_up_to_date
from pbm.cli.options import configured_by
from pbm.cli.output import echo
from pbm.cli.with_data import need_data
from pbm.mail.peers import LOOPBACK


@click.command(short_help="Upgrade the database of an older version.")
@configured_by("data")
def upgrade(settings: Settings) -> None:
    """Upgrade the database of an older version. The server must be stopped.

    pbm serve does the same when it starts. All other commands refuse an older database. Make a
    backup first, with the old version: it cannot use the database after the upgrade.
    """
    need_data(settings)
    steps = bring_up_to_date(settings)
    for step in steps:
        echo(f"{step} is done")
    if keep_trusting(settings, steps) is not settings:
        echo(f'trusted_peers = "{LOOPBACK}" was added to {settings.data / FILE}: see pbm doctor')
    if taken := programs_without_userid(settings):
        echo(names_taken(taken))
    for each in games_to_be_held(settings):
        echo(f"held: {each}")
    done = f"upgraded, in {len(steps)} steps" if steps else "up to date; nothing was done"
    echo(f"{settings.data} is {done}")
