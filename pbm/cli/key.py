"""``pbm key``: what the server makes reply addresses from."""

from __future__ import annotations

from contextlib import closing

import click

from pbm.admin.action import action
from pbm.admin.backup import replace_key
from pbm.app.application import App
from pbm.app.config import Settings
from pbm.cli.options import configured_by
from pbm.cli.output import echo
from pbm.cli.reading import need_data
from pbm.cli.staff import as_typed
from pbm.mail.correspondence import MailStatus

_UNSENT = (MailStatus.QUEUED, MailStatus.RESTING, MailStatus.HELD, MailStatus.DEAD)


@click.group()
def key() -> None:
    """The server's key, which reply addresses are made from."""


@key.command(short_help="Make another key where it is lost.")
@configured_by("data")
def new(settings: Settings) -> None:
    """Make another key where it is lost and no backup has it. The server must be stopped.

    Mails that were sent can still be answered. Lost are the reply addresses of those that wait:
    whoever answers one is asked before anything is done. Bounces of mails that were sent are not
    known any more.
    """
    need_data(settings)
    replace_key(settings)
    with closing(App(settings)) as app, action(app, as_typed()) as work:
        counts = work.tx.outbox.counts()
    waiting = sum(counts.get(status, 0) for status in _UNSENT)
    echo(
        f"{settings.data} has another key; the reply addresses of {waiting} mails that wait are"
        " lost, and bounces of those that were sent"
    )
