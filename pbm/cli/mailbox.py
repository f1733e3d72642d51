"""``pbm mailbox``: the club's mailbox at a provider."""

from __future__ import annotations

import click

from pbm.admin.mailbox_check import check_mailbox
from pbm.app.config import Settings
from pbm.app.data_directory import utc_now
from pbm.cli.doctor import echo_check
from pbm.cli.options import configured_by


@click.group()
def mailbox() -> None:
    """The club's mailbox at a provider."""


@mailbox.command(short_help="Log in to the mailbox, and send a mail through it.")
@configured_by("data")
def check(settings: Settings) -> None:
    """Log in to the mailbox, and send a mail from it to one of its sub-addresses.

    The mail is waited for, for two minutes at most, compared with what was sent, and removed. The
    server may run meanwhile. A line that begins with "wrong" says what to do. The exit status is 1
    if there is any.
    """
    passed = True
    for found in check_mailbox(settings, utc_now()):
        echo_check(found)
        passed = passed and found.passed
    click.get_current_context().exit(int(not passed))
