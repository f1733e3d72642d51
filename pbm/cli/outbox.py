"""``pbm outbox``: the mails that go out, and those that do not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import click

from pbm.admin import messages as mailroom
from pbm.admin.messages import mail_numbered
from pbm.app.application import App
from pbm.base.errors import UsageError
from pbm.cli.bulk import Bulk, do_each
from pbm.cli.output import echo_bytes
from pbm.cli.searching import Wanted, limit_option, mails_wanted, numbered, tell_if_cut
from pbm.cli.staff import looking, staffed
from pbm.cli.tables import (
    echo_fields,
    echo_mail,
    echo_rows,
    json_option,
    one_json_option,
    raw_option,
    seconds,
    text_of,
)
from pbm.mail.correspondence import MailStatus, OutboxMail

mail_argument = click.argument("mail", metavar="N", type=click.IntRange(min=1))
mails_argument = click.argument("given", metavar="[N... | -]", nargs=-1)
all_option = click.option("--all", "every", is_flag=True, help="Every mail that is dead.")


@click.group()
def outbox() -> None:
    """The mails that go out, and those that do not."""


@outbox.command("list")
@mails_wanted
@limit_option
@json_option
@looking
def list_mails(app: App, wanted: Wanted, limit: int, as_json: bool) -> None:
    """The newest mails, newest first, and what became of each."""
    with app.store.reading() as tx:
        search = wanted.within(tx)
        mails = tx.outbox.find(search, limit)
        tell_if_cut(len(mails), limit, lambda: tx.outbox.found(search))
    echo_rows(map(_json_row if as_json else _row, mails), as_json)


@outbox.command(short_help="A mail as it is kept, and what caused it.")
@mail_argument
@one_json_option
@raw_option
@looking
def show(app: App, mail: int, as_json: bool, raw: bool) -> None:
    """A mail as it is kept, and what caused it. Its token is put in only when it leaves."""
    with app.store.reading() as tx:
        found = mail_numbered(tx, mail)
    if raw:
        echo_bytes(found.raw)
    elif as_json:
        echo_fields({**_json_row(found), **_more(found), "text": text_of(found.raw)}, as_json)
    else:
        echo_fields({**_row(found), **_more(found), "caused by": str(found.cause)})
        echo_mail(found.raw)


@outbox.command(short_help="Have mails sent at once.")
@mails_argument
@all_option
@mails_wanted
@staffed
def retry(app: App, given: Sequence[str], every: bool, wanted: Wanted) -> None:
    """Have mails sent at once that were given up, dropped or put off.

    Name them by their numbers, or choose them by options: of those that are dead, unless --status
    says otherwise. With - the numbers are read from standard input, the first word of each line:
    pbm outbox list --status dead | grep example.net | pbm outbox retry -

    If a player has given up the address that a mail was for, it goes to their present one.
    """
    chosen = _chosen(app, given, every, wanted)

    def told(recipients: Sequence[str]) -> str:
        if len(chosen) == 1:
            return f'mail {chosen[0]} is queued for {recipients[0]}; "pbm serve" sends it'
        return f'{len(recipients)} mails are queued; "pbm serve" sends them'

    do_each(app, Bulk("mails", "mail", told), chosen, mailroom.retry_mail)


@outbox.command(short_help="Never send mails.")
@mails_argument
@all_option
@mails_wanted
@staffed
def drop(app: App, given: Sequence[str], every: bool, wanted: Wanted) -> None:
    """Never send these mails, which are named or chosen as with retry."""
    chosen = _chosen(app, given, every, wanted)

    def told(dropped: Sequence[None]) -> str:
        if len(chosen) == 1:
            return f"mail {chosen[0]} is dropped"
        return f"{len(dropped)} mails are dropped"

    do_each(app, Bulk("mails", "mail", told), chosen, mailroom.drop_mail)


def _chosen(app: App, given: Sequence[str], every: bool, wanted: Wanted) -> Sequence[int]:
    """:raises UsageError: if nothing is named and nothing chosen, or both"""
    if bool(given) == (every or bool(wanted)):
        raise UsageError(
            "name the mails, or choose them by --all, --status, --kind, --to or another option"
        )
    if given:
        return numbered(given)
    with app.store.reading() as tx:
        search = wanted.within(tx)
        return tx.outbox.numbers(replace(search, status=search.status or MailStatus.DEAD.value))


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


def _json_row(mail: OutboxMail) -> Mapping[str, object]:
    cause = mail.cause
    return {
        **_row(mail),
        "letter": cause.letter,
        "act": cause.act,
        "request": cause.request,
        "message_id": mail.message_id,
    }


def _more(mail: OutboxMail) -> Mapping[str, object]:
    return {
        "due": seconds(mail.due),
        "sent": seconds(mail.sent),
        "accepted": mail.accepted or None,
    }
