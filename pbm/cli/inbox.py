"""``pbm inbox``: the letters that came in, and those that met a fault."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

import click

from pbm import mailroom
from pbm.cli.output import echo, echo_bytes
from pbm.cli.searching import Wanted, letters_wanted, limit_option, tell_if_cut
from pbm.cli.staff import as_typed, looking, staffed
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
from pbm.correspondence import KeptLetter, LetterStatus, OutboxMail
from pbm.errand import errand
from pbm.errors import PermanentFailure
from pbm.mailroom import letter_numbered
from pbm.office import Office

letter_argument = click.argument("letter", metavar="N", type=click.IntRange(min=1))


@click.group()
def inbox() -> None:
    """The letters that came in, and those that met a fault."""


@inbox.command("list")
@letters_wanted
@limit_option
@json_option
@looking
def list_letters(office: Office, wanted: Wanted, limit: int, as_json: bool) -> None:
    """The newest letters, newest first, and what became of each."""
    with office.store.reading() as tx:
        search = wanted.within(tx)
        letters = tx.letters.find(search, limit)
        tell_if_cut(len(letters), limit, lambda: tx.letters.found(search))
    echo_rows(map(_row, letters), as_json)


@inbox.command(short_help="A letter as it is kept, and the mails it caused.")
@letter_argument
@one_json_option
@raw_option
@looking
def show(office: Office, letter: int, as_json: bool, raw: bool) -> None:
    """A letter as it is kept, without passwords and tokens, and the mails it caused."""
    with office.store.reading() as tx:
        kept = letter_numbered(tx, letter)
        shown = office.desk.presentable(tx, kept, office.clock())
        caused = tx.outbox.caused_by(letter)
    if raw:
        echo_bytes(shown.raw)
    elif as_json:
        mails = [_caused(mail) for mail in caused]
        echo_fields({**_facts(shown), "mails": mails, "text": text_of(shown.raw)}, as_json)
    else:
        echo_fields({**_facts(shown), **_caused_lines(caused)})
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
    echo(f"letter {letter} is {kept.status.value}: {kept.note}")


def _row(kept: KeptLetter) -> Mapping[str, object]:
    return {
        "letter": kept.id,
        "status": kept.status.value,
        "received": seconds(kept.received),
        "sender": kept.sender or "<>",
        "note": kept.note,
    }


def _facts(kept: KeptLetter) -> Mapping[str, object]:
    return {
        **_row(kept),
        "author": kept.author or None,
        "recipients": kept.recipients,
        "peer": kept.peer or None,
    }


def _caused(mail: OutboxMail) -> Mapping[str, object]:
    return {
        "mail": mail.id,
        "kind": mail.kind,
        "to": mail.recipient,
        "status": mail.status.value,
    }


def _caused_lines(mails: Sequence[OutboxMail]) -> Mapping[str, str]:
    """A field for each mail that the letter caused."""
    return {
        f"mail {each.id}": f"{each.kind} to {each.recipient}, {each.status.value}" for each in mails
    }
