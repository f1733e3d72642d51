"""``pbm serve``: run the server."""

from __future__ import annotations

import asyncio

import click

from pbm.app.config import Settings
from pbm.base import logs
from pbm.cli.options import configured
from pbm.cli.output import echo


@click.command(short_help="Run the server.")
@click.option("--demo", is_flag=True, help="Play sample games by mail, then stop.")
@configured
def serve(settings: Settings, demo: bool) -> None:
    """Run the server: accept mail, play the games, send the answers.

    Prints "listening on HOST:PORT" once it accepts mail. SIGTERM or SIGINT stops it, after it has
    acted on the letters that wait.
    """
    logs.start(settings.log, letters=settings.log_letters)
    if demo:
        from pbm.admin.demo import play_demo  # noqa: PLC0415 (seldom needed)

        asyncio.run(play_demo(settings, echo))
        return
    from pbm.app.server import serve as run  # noqa: PLC0415 (other commands start faster)

    asyncio.run(run(settings, echo))
