"""``pbm sandbox``: play without a mail program."""

from __future__ import annotations

import sys
from email.message import EmailMessage

import click

from pbm.admin import sandbox as mail
from pbm.app.config import Settings
from pbm.base.errors import UsageError
from pbm.cli.options import configured
from pbm.cli.output import echo, program
from pbm.mail.addresses import server_address

_RULE = "=" * 78

_PATIENCE = 60.0
"""Seconds to wait for a mail that exists but is not delivered yet: pictures may take a while."""


@click.group(short_help="Play both sides without a mail program.")
def sandbox() -> None:
    """Play both sides without a mail program.

    Start "pbm serve" in another terminal, then:

    \b
    echo | pbm sandbox send --from alice@example.org --subject "signup alice"
    pbm sandbox read alice@example.org
    echo yes | pbm sandbox send --from alice@example.org --reply
    pbm sandbox read alice@example.org

    and the same for bob@example.org, or any other names. Every mail says what you can reply.
    """


@sandbox.command(short_help="Send the text on standard input as a mail.")
@click.option("--from", "author", metavar="ADDRESS", required=True, help="Sender of the mail.")
@click.option("--subject", default="", help="A command; not needed if the text begins with one.")
@click.option("--reply", is_flag=True, help="Reply to the newest mail to ADDRESS.")
@configured
def send(settings: Settings, author: str, subject: str, reply: bool) -> None:
    """Send the text on standard input to the server, as a mail from ADDRESS.

    With --reply it is a reply to the newest mail to ADDRESS, read or unread, and quotes it as mail
    programs do.
    """
    box = mail.mailbox(settings, author)
    original = _last(box) if reply else None
    if original is not None and subject:
        raise UsageError("a reply has the subject of the mail it answers; leave out --subject")
    text = _text()
    if original is None:
        message = mail.compose(author, server_address(settings.club), subject, text)
    else:
        message = mail.reply(author, original, text)
    mail.hand_in(settings.listen, message)
    what = f'as a reply to "{original["Subject"]}"' if original is not None else "to the server"
    echo(f'sent {what}; "{program()} sandbox read {box.address}" shows the answer')


@sandbox.command(short_help="Print the new mails of an address.")
@click.argument("address")
@click.option(
    "--wait",
    type=click.FloatRange(min=0),
    metavar="SECONDS",
    default=5.0,
    show_default=True,
    help="Wait this long if there is no new mail yet.",
)
@configured
def read(settings: Settings, address: str, wait: float) -> None:
    """Print the new mails of an address, and mark them as read."""
    box = mail.mailbox(settings, address)
    mails = box.wait_for_new(wait)
    if not mails and mail.is_on_its_way(settings, box.address):
        mails = box.wait_for_new(_PATIENCE)
    if not mails:
        echo(f"no new mail for {box.address}")
    for message in mails:
        echo(f"{_RULE}\n{mail.shown(message)}")


def _last(box: mail.Mailbox) -> EmailMessage:
    found = box.latest()
    if found is None:
        raise UsageError(
            f"{box.address} has no mail to reply to; send a mail without --reply first"
        )
    return found


def _text() -> str:
    if sys.stdin.isatty():
        echo("write the mail, then press Ctrl-D on a line of its own:", err=True)
    return sys.stdin.buffer.read().decode("utf-8", "replace")
