"""``pbm deliver``: one letter, from a mail server that pipes it to a program."""

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
    """Mistakes in settings and database are no fault of the letter: it should be tried again."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except UsageError as error:
            raise TemporaryFailure(str(error)) from error


@click.command(cls=Delivery, short_help="Take one letter from standard input.")
@click.option("--sender", metavar="ADDRESS", help='The envelope sender; "" or <> for none.')
@click.option(
    "--recipient", "recipients", metavar="ADDRESS", multiple=True, help="May be repeated."
)
@configured_by("data", "domain")
def deliver(settings: Settings, sender: str | None, recipients: tuple[str, ...]) -> None:
    """Keep one letter from standard input and act on it.

    The envelope is as the options say, else the variables SENDER and RECIPIENT (Postfix sets
    them), else the headers Return-Path, Delivered-To, X-Original-To and To. The exit status is 0
    once the letter is kept, and 75 when it should be tried again.
    """
    raw = sys.stdin.buffer.read(settings.limits.message_bytes + 1024)
    letter = piped_letter(raw, settings.limits)
    with _no_fault_of_the_letter():
        envelope = enveloped(letter, settings.domain, os.environ, sender, recipients)
        with closing(App(settings)) as app:
            with app.store.transaction() as tx:
                number = app.keep(envelope)(tx)
            _act_on(app, number)


@contextmanager
def _no_fault_of_the_letter() -> Iterator[None]:
    """:raises TemporaryFailure: whatever fails: on any other exit status than 0 and 75 mail servers
    return the letter to its sender"""
    try:
        yield
    except TemporaryFailure:
        raise
    except Exception as error:
        raise TemporaryFailure(f"the letter could not be kept: {error}") from error


def _act_on(app: App, letter: int) -> None:
    try:
        app.handle_now(letter)
    except Exception as error:  # noqa: BLE001 (the letter is ours now: nobody need send it again)
        echo(f"letter {letter} is kept and waits: {error}", err=True)
