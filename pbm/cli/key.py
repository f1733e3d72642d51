"""``pbm key``: the server's key, from which reply addresses are made."""

from __future__ import annotations

from contextlib import closing

import click

from pbm.admin.action import action
from pbm.admin.backup import replace_key
from pbm.app.application import App
from pbm.app.config import Settings
from pbm.cli.options import configured_by
from pbm.cli.output import echo
from pbm.cli.with_app import as_typed
from pbm.cli.with_data import need_data
from pbm.mail.correspondence import MailStatus

_UNSENT = (MailStatus.QUEUED, MailStatus.RESTING, MailStatus.HELD, MailStatus.DEAD)


@click.group()
def key() -> None:
    """The server's key, from which reply addresses are made."""


@key.command(short_help="Make a new key in place of a lost one.")
@configured_by("data")
def new(settings: Settings) -> None:
    """Make a new key if the old one is lost, and no backup has it. The server must be stopped.

    Replies to mails that were sent before still work. Replies to mails that still wait in the
    outbox have to be confirmed by their senders. Bounces of mails sent before are not recognized
    any more. Where several nodes serve, stop them all, make the key on one, and copy it to the
    others.
    """
    need_data(settings)
    replace_key(settings)
    with closing(App(settings)) as app, action(app, as_typed()) as work:
        work.tx.nodes.forget_key()
        counts = work.tx.outbox.counts()
    waiting = sum(counts.get(status, 0) for status in _UNSENT)
    echo(
        f"{settings.data} has a new key; replies to {waiting} waiting mails must be confirmed, and"
        " bounces of mails sent before are not recognized"
    )
