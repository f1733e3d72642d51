"""``pbm inbox``: the letters that came in, and those that met a fault."""

from __future__ import annotations

import logging
from collections.abc import Mapping

import click

from pbm import mailroom
from pbm.cli.staff import as_typed, limit_option, staffed
from pbm.cli.tables import echo_fields, echo_mail, echo_rows, json_option, seconds
from pbm.correspondence import KeptLetter, LetterStatus
from pbm.errand import errand
from pbm.errors import PermanentFailure
from pbm.mailroom import letter_numbered
from pbm.office import Office

letter_argument = click.argument("letter", metavar="N", type=click.IntRange(min=1))


@click.group()
def inbox() -> None:
    """The letters that came in, and those that met a fault."""


@inbox.command("list")
@click.option("--status", type=click.Choice([status.value for status in LetterStatus]))
@limit_option
@json_option
@staffed
def list_letters(office: Office, status: str | None, limit: int, as_json: bool) -> None:
    """The newest letters, newest first, and what became of each."""
    wanted = LetterStatus(status) if status else None
    with office.store.reading() as tx:
        letters = tx.letters.list(wanted, limit)
    echo_rows(map(_row, letters), as_json)


@inbox.command()
@letter_argument
@staffed
def show(office: Office, letter: int) -> None:
    """A letter as it is kept: without passwords and tokens."""
    with office.store.reading() as tx:
        kept = letter_numbered(tx, letter)
        shown = office.desk.presentable(tx, kept, office.clock())
    echo_fields({**_row(shown), "recipients": shown.recipients, "peer": shown.peer or None})
    echo_mail(shown.raw)


@inbox.command()
@letter_argument
@click.option("--traceback", is_flag=True, help="Print the fault in full, for a report of it.")
@staffed
def retry(office: Office, letter: int, traceback: bool) -> None:
    """Act again on a letter that met a fault; the exit status is 1 if it meets one again."""
    if traceback:
        logging.basicConfig()
    with errand(office, as_typed()) as act:
        mailroom.retry_letter(act, letter)
    office.handle_now(letter)
    with office.store.reading() as tx:
        kept = letter_numbered(tx, letter)
    if kept.status is LetterStatus.FAILED:
        raise PermanentFailure(f"letter {letter} failed again: {kept.note}")
    click.echo(f"letter {letter} is {kept.status.value}: {kept.note}")


def _row(kept: KeptLetter) -> Mapping[str, object]:
    return {
        "letter": kept.id,
        "status": kept.status.value,
        "received": seconds(kept.received),
        "sender": kept.sender or "<>",
        "note": kept.note,
    }
