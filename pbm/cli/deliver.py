"""``pbm deliver``: take one letter from a mail server."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any

import click

from pbm.app.application import App
from pbm.app.config import Settings
from pbm.base.errors import TemporaryFailure, UsageError
from pbm.cli.options import configured_by
from pbm.cli.output import echo
from pbm.smtp.piping import enveloped, piped_letter


class Delivery(click.Command):
    """A usage error becomes temporary: the mail server must keep the letter and retry."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except UsageError as error:
            raise TemporaryFailure(str(error)) from error


@click.command(cls=Delivery, short_help="Take one letter from standard input.")
@click.option("--sender", metavar="ADDRESS", help='Envelope sender; "" or <> for none.')
@click.option(
    "--recipient",
    "recipients",
    metavar="ADDRESS",
    multiple=True,
    help="Envelope recipient; may be repeated.",
)
@configured_by("data", "domain")
def deliver(settings: Settings, sender: str | None, recipients: tuple[str, ...]) -> None:
    """Store one letter from standard input, and act on it.

    The envelope is taken from the options, or else from the variables SENDER and RECIPIENT (which
    Postfix sets), or else from the headers Return-Path, Delivered-To, X-Original-To and To. The
    exit status is 0 once the letter is stored, and 75 if it should be delivered again later.
    """
    raw = sys.stdin.buffer.read(settings.limits.message_bytes + 1024)
    letter = piped_letter(raw, settings.limits)
    with _no_fault_of_the_letter():
        envelope = enveloped(letter, settings.club, os.environ, sender, recipients)
        with closing(App(settings)) as app:
            with app.store.transaction() as tx:
                number = app.keep(envelope)(tx)
            _act_on(app, number)


@contextmanager
def _no_fault_of_the_letter() -> Iterator[None]:
    """Turn every exception into a temporary failure.

    With an exit status other than 0 and 75, a mail server returns the letter to its sender.

    :raises TemporaryFailure: in place of any exception
    """
    try:
        yield
    except TemporaryFailure:
        raise
    except Exception as error:
        raise TemporaryFailure(f"the letter could not be stored: {error}") from error


def _act_on(app: App, letter: int) -> None:
    try:
        app.handle_now(letter)
    except Exception as error:  # noqa: BLE001 (the letter is stored: it must not be sent again)
        echo(f"letter {letter} is stored, and waits for pbm serve: {error}", err=True)
