"""``pbm serve``: take mail, play the games, send the answers."""

from __future__ import annotations

import asyncio

import click

from pbm.app.config import Settings
from pbm.base import logs
from pbm.cli.options import configured
from pbm.cli.output import echo


@click.command(short_help="Take mail, play the games, send the answers.")
@click.option("--demo", is_flag=True, help="Play a sample game between two players, then stop.")
@configured
def serve(settings: Settings, demo: bool) -> None:
    """Take mail, play the games, send the answers.

    Prints "listening on HOST:PORT" once mail is taken. SIGTERM or SIGINT stops it; letters in
    hand are finished first.
    """
    logs.start(settings.log, letters=settings.log_letters)
    if demo:
        from pbm.admin.demo import play_demo  # noqa: PLC0415 (only when asked for)

        asyncio.run(play_demo(settings, echo))
        return
    from pbm.app.server import serve as run  # noqa: PLC0415 (start-up time of the other commands)

    asyncio.run(run(settings, echo))
