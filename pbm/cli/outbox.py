"""``pbm outbox``: the mails that go out, and those that do not."""

from __future__ import annotations

from collections.abc import Mapping

import click

from pbm import mailroom
from pbm.cli.staff import as_typed, limit_option, staffed
from pbm.cli.tables import echo_fields, echo_mail, echo_rows, json_option, seconds
from pbm.correspondence import MailStatus, OutboxMail
from pbm.errand import errand
from pbm.mailroom import mail_numbered
from pbm.office import Office

mail_argument = click.argument("mail", metavar="N", type=click.IntRange(min=1))


@click.group()
def outbox() -> None:
    """The mails that go out, and those that do not."""


@outbox.command("list")
@click.option("--status", type=click.Choice([status.value for status in MailStatus]))
@limit_option
@json_option
@staffed
def list_mails(office: Office, status: str | None, limit: int, as_json: bool) -> None:
    """The newest mails, newest first, and what became of each."""
    wanted = MailStatus(status) if status else None
    with office.store.reading() as tx:
        mails = tx.outbox.list(wanted, limit)
    echo_rows(map(_row, mails), as_json)


@outbox.command()
@mail_argument
@staffed
def show(office: Office, mail: int) -> None:
    """A mail as it is kept: its token is put in only when it leaves."""
    with office.store.reading() as tx:
        found = mail_numbered(tx, mail)
    more = {"due": seconds(found.due), "sent": seconds(found.sent), "caused by": str(found.cause)}
    echo_fields({**_row(found), **more})
    echo_mail(found.raw)


@outbox.command(short_help="Have a mail sent at once.")
@mail_argument
@staffed
def retry(office: Office, mail: int) -> None:
    """Have a mail sent at once that was given up, dropped or put off.

    If its player has given up the address that it was for, it goes to his present one.
    """
    with errand(office, as_typed()) as act:
        recipient = mailroom.retry_mail(act, mail)
    click.echo(f'mail {mail} is queued for {recipient}; "pbm serve" sends it')


@outbox.command()
@mail_argument
@staffed
def drop(office: Office, mail: int) -> None:
    """Never send this mail."""
    with errand(office, as_typed()) as act:
        mailroom.drop_mail(act, mail)
    click.echo(f"mail {mail} is dropped")


def _row(mail: OutboxMail) -> Mapping[str, object]:
    return {
        "mail": mail.id,
        "status": mail.status.value,
        "queued": seconds(mail.queued),
        "to": mail.recipient,
        "kind": mail.kind,
        "board": mail.board,
        "attempts": mail.attempts,
        "error": mail.error,
    }
