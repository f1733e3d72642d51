"""``pbm serve``: run the server."""

from __future__ import annotations

import asyncio

import click

from pbm.app.config import Settings
from pbm.app.data_directory import utc_now
from pbm.base import logs
from pbm.base.errors import UsageError
from pbm.cli.options import configured
from pbm.cli.output import echo


@click.command(short_help="Run the server.")
@click.option("--demo", is_flag=True, help="Play sample games by mail, then stop.")
@click.option("--new", is_flag=True, help="Begin an empty club where the database is lost.")
@click.option("--no-clerk", is_flag=True, help="Never act on letters: another node does.")
@click.option("--no-mail", is_flag=True, help="Send no mails: another node does.")
@configured
def serve(settings: Settings, demo: bool, new: bool, no_clerk: bool, no_mail: bool) -> None:
    """Run the server: accept mail, play the games, send the answers.

    Prints "listening on HOST:PORT" once it accepts mail. SIGTERM or SIGINT stops it, after it has
    acted on the letters that wait.

    Several nodes can serve on one --store. All accept letters and send mails; one of them acts.
    """
    logs.start(settings.log, settings.log_format, letters=settings.log_letters)
    if new:
        from pbm.admin.backup import begin_anew  # noqa: PLC0415 (seldom needed)

        begin_anew(settings, utc_now())
    if demo:
        from pbm.admin.demo import play_demo  # noqa: PLC0415 (seldom needed)

        asyncio.run(play_demo(settings, echo))
        return
    if (no_clerk or no_mail) and not settings.store:
        raise UsageError("--no-clerk and --no-mail are for several nodes, which share a --store")
    from pbm.app.server import Duties  # noqa: PLC0415 (other commands start faster)
    from pbm.app.server import serve as run  # noqa: PLC0415

    def announce(line: str) -> None:
        echo(line)
        if settings.mailbox_imap:
            echo(f"letters to {settings.address} come from {settings.mailbox_imap}", err=True)
        if settings.is_trial:
            advice = "set domain to serve people elsewhere"
            echo(f"a trial: no mail from outside can reach {settings.domain}; {advice}", err=True)

    asyncio.run(run(settings, announce, Duties(leads=not no_clerk, delivers=not no_mail)))
