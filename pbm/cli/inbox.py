"""``pbm inbox``: the letters that came in, and those that met a fault."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence

import click

from pbm.admin import messages as mailroom
from pbm.admin.action import actions
from pbm.admin.messages import letter_numbered
from pbm.app.application import App
from pbm.base.errors import PbmError, PermanentFailure
from pbm.base.logs import VisibleFormatter
from pbm.cli.output import echo, echo_bytes
from pbm.cli.searching import Wanted, letters_wanted, limit_option, numbered, tell_if_cut
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
from pbm.mail.correspondence import KeptLetter, LetterStatus, OutboxMail

letter_argument = click.argument("letter", metavar="N", type=click.IntRange(min=1))


@click.group()
def inbox() -> None:
    """The letters that came in, and those that met a fault."""


@inbox.command("list")
@letters_wanted
@limit_option
@json_option
@looking
def list_letters(app: App, wanted: Wanted, limit: int, as_json: bool) -> None:
    """The newest letters, newest first, and what became of each."""
    with app.store.reading() as tx:
        search = wanted.within(tx)
        letters = tx.letters.find(search, limit)
        tell_if_cut(len(letters), limit, lambda: tx.letters.found(search))
    echo_rows(map(_row, letters), as_json)


@inbox.command(short_help="A letter as it is kept, and the mails it caused.")
@letter_argument
@one_json_option
@raw_option
@looking
def show(app: App, letter: int, as_json: bool, raw: bool) -> None:
    """A letter as it is kept, without passwords and tokens, and the mails it caused."""
    with app.store.reading() as tx:
        kept = letter_numbered(tx, letter)
        shown = app.desk.presentable(tx, kept, app.clock())
        caused = tx.outbox.caused_by(letter)
    if raw:
        echo_bytes(shown.raw)
    elif as_json:
        mails = [_caused(mail) for mail in caused]
        echo_fields({**_facts(shown), "mails": mails, "text": text_of(shown.raw)}, as_json)
    else:
        echo_fields({**_facts(shown), **_caused_lines(caused)})
        echo_mail(shown.raw)


@inbox.command(short_help="Act again on letters.")
@click.argument("given", metavar="[N... | -]", nargs=-1, required=True)
@click.option("--traceback", is_flag=True, help="Print the fault in full, for a report of it.")
@staffed
def retry(app: App, given: Sequence[str], traceback: bool) -> None:
    """Act again on letters that met a fault, or on strangers' letters that were ignored.

    A stranger is answered whatever the budget says. - reads the numbers from standard input:

        pbm inbox list --withheld --status ignored | pbm inbox retry -

    The exit status is 1 if one of them meets a fault again, or cannot be acted on.
    """
    if traceback:
        handler = logging.StreamHandler()
        handler.setFormatter(VisibleFormatter(logging.BASIC_FORMAT))
        logging.basicConfig(handlers=[handler])
    letters = numbered(given)
    refused = list(_let_wait_again(app, letters))
    outcomes = [_acted_on(app, letter) for letter in letters if letter not in refused]
    failed = [kept for kept in outcomes if kept.status is LetterStatus.FAILED]
    if len(letters) == len(failed) == 1:
        raise PermanentFailure(f"letter {failed[0].id} failed again: {failed[0].note}")
    for kept in outcomes:
        echo(f"letter {kept.id} is {kept.status.value}: {kept.note}")
    click.get_current_context().exit(int(bool(failed or refused)))


def _let_wait_again(app: App, letters: Sequence[int]) -> Iterator[int]:
    """Let the letters wait; those that may not, and on standard error why.

    :raises PbmError: if there is only one, and it may not
    """
    facts = {"letters": letters}
    done = actions(app, as_typed(), letters, mailroom.retry_letter, facts)
    for letter, outcome in zip(letters, done, strict=True):
        if isinstance(outcome, PbmError):
            echo(outcome, err=True)
            yield letter


def _acted_on(app: App, letter: int) -> KeptLetter:
    app.handle_now(letter)
    with app.store.reading() as tx:
        return letter_numbered(tx, letter)


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
