"""``pbm outbox``: list, show, retry and drop mails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import click

from pbm.admin import messages as mailroom
from pbm.admin.messages import mail_numbered
from pbm.app.application import App
from pbm.base.errors import UsageError
from pbm.cli.bulk import Bulk, do_each
from pbm.cli.numbers import Number
from pbm.cli.output import echo, echo_bytes
from pbm.cli.searching import Criteria, limit_option, mail_criteria, numbers_of, report_truncation
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
from pbm.cli.with_app import with_app, with_read_only_app
from pbm.mail.correspondence import MailStatus, OutboxMail
from pbm.notices.alerts import refusal

mail_argument = click.argument("mail", metavar="N", type=Number(min=1))
mails_argument = click.argument("given", metavar="[N... | -]", nargs=-1)
all_option = click.option("--all", "every", is_flag=True, help="Choose every dead mail.")


@click.group()
def outbox() -> None:
    """List, show, retry and drop the mails that the server sends."""


@outbox.command("list")
@mail_criteria
@limit_option
@json_option
@with_read_only_app
def list_mails(app: App, criteria: Criteria, limit: int, as_json: bool) -> None:
    """List mails, newest first, with their status."""
    with app.store.reading() as tx:
        search = criteria.within(tx)
        mails = tx.outbox.find(search, limit)
        report_truncation(len(mails), limit, lambda: tx.outbox.found(search))
        refused = refusal(tx)
    if refused:
        then = f"one is tried again at {seconds(refused.until)}"
        echo(f"the next hop refuses our mail: {refused.reply}; all wait, and {then}", err=True)
    echo_rows(map(_json_row if as_json else _row, mails), as_json)


@outbox.command(short_help="Show a mail, and what caused it.")
@mail_argument
@one_json_option
@raw_option
@with_read_only_app
def show(app: App, mail: int, as_json: bool, raw: bool) -> None:
    """Show a mail as it is stored, and what caused it. Its token is filled in when it is sent.

    With --json, the page is what its HTML part will show, until that part is made.
    """
    with app.store.reading() as tx:
        found = mail_numbered(tx, mail)
    if raw:
        echo_bytes(found.raw)
    elif as_json:
        echo_fields({**_json_row(found), **_more(found), "text": text_of(found.raw)}, as_json)
    else:
        page = "its HTML part is not made yet" if found.page else None
        more = {**_more(found), "page": page, "caused by": str(found.cause)}
        echo_fields({**_row(found), **more})
        echo_mail(found.raw)


@outbox.command(short_help="Queue mails to be sent at once.")
@mails_argument
@all_option
@mail_criteria
@with_app
def retry(app: App, given: Sequence[str], every: bool, criteria: Criteria) -> None:
    """Queue mails to be sent at once that are dead, dropped or postponed.

    Name them by their numbers, or choose them by options. Options choose among dead mails, unless
    --status is given. With - the numbers are read from standard input, the first word of each line:

        pbm outbox list --status dead | grep example.net | pbm outbox retry -

    If a player no longer has the address of a mail, it goes to their present address.
    """
    chosen = _chosen(app, given, every, criteria)

    def summary(recipients: Sequence[str]) -> str:
        if len(chosen) == 1:
            return f'mail {chosen[0]} is queued for {recipients[0]}; "pbm serve" sends it'
        return f'{len(recipients)} mails are queued; "pbm serve" sends them'

    do_each(app, Bulk("mails", "mail", summary), chosen, mailroom.retry_mail)


@outbox.command(short_help="Never send mails.")
@mails_argument
@all_option
@mail_criteria
@with_app
def drop(app: App, given: Sequence[str], every: bool, criteria: Criteria) -> None:
    """Never send these mails. Name or choose them as for retry."""
    chosen = _chosen(app, given, every, criteria)

    def summary(dropped: Sequence[None]) -> str:
        if len(chosen) == 1:
            return f"mail {chosen[0]} is dropped"
        return f"{len(dropped)} mails are dropped"

    do_each(app, Bulk("mails", "mail", summary), chosen, mailroom.drop_mail)


def _chosen(app: App, given: Sequence[str], every: bool, criteria: Criteria) -> Sequence[int]:
    """The numbers of the mails that are named, or chosen by options.

    :raises UsageError: if mails are both named and chosen, or neither
    """
    if bool(given) == (every or bool(criteria)):
        raise UsageError(
            "name the mails, or choose them with --all, --status, --kind, --to or another option"
        )
    if given:
        return numbers_of(given)
    with app.store.reading() as tx:
        search = criteria.within(tx)
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
        "unfinished": bool(mail.page),
    }


def _more(mail: OutboxMail) -> Mapping[str, object]:
    return {
        "page": mail.page or None,
        "due": seconds(mail.due),
        "sent": seconds(mail.sent),
        "accepted": mail.accepted or None,
    }
