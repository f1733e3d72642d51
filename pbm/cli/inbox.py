"""``pbm inbox``: list, show and retry letters."""

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
from pbm.cli.numbers import Number
from pbm.cli.output import echo, echo_bytes
from pbm.cli.searching import Criteria, letter_criteria, limit_option, numbers_of, report_truncation
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
from pbm.cli.with_app import as_typed, with_app, with_read_only_app
from pbm.mail.correspondence import KeptLetter, LetterStatus, OutboxMail

letter_argument = click.argument("letter", metavar="N", type=Number(min=1))


@click.group()
def inbox() -> None:
    """List, show and retry the letters that were received."""


@inbox.command("list")
@letter_criteria
@limit_option
@json_option
@with_read_only_app
def list_letters(app: App, criteria: Criteria, limit: int, as_json: bool) -> None:
    """List letters, newest first, with status and note."""
    with app.store.reading() as tx:
        search = criteria.within(tx)
        letters = tx.letters.find(search, limit)
        report_truncation(len(letters), limit, lambda: tx.letters.found(search))
    echo_rows(map(_row, letters), as_json)


@inbox.command(short_help="Show a letter, and the mails it caused.")
@letter_argument
@one_json_option
@raw_option
@with_read_only_app
def show(app: App, letter: int, as_json: bool, raw: bool) -> None:
    """Show a letter as it is stored, without passwords and tokens, and the mails it caused."""
    with app.store.reading() as tx:
        kept = letter_numbered(tx, letter)
        shown = app.desk.redacted(tx, kept, app.clock())
        caused = tx.outbox.caused_by(letter)
    if raw:
        echo_bytes(shown.raw)
    elif as_json:
        mails = [_caused(mail) for mail in caused]
        echo_fields({**_facts(shown), "mails": mails, "text": text_of(shown.raw)}, as_json)
    else:
        echo_fields({**_facts(shown), **_caused_lines(caused)})
        echo_mail(shown.raw)


@inbox.command(short_help="Retry letters that failed.")
@click.argument("given", metavar="[N... | -]", nargs=-1, required=True)
@click.option("--traceback", is_flag=True, help="Print the whole traceback, for a bug report.")
@with_app
def retry(app: App, given: Sequence[str], traceback: bool) -> None:
    """Retry letters that failed, or strangers' letters that were ignored.

    A stranger is answered even if the budget for strangers is used up. With - the numbers are read
    from standard input, the first word of each line:

        pbm inbox list --withheld --status ignored | pbm inbox retry -

    The exit status is 1 if a letter fails again, or cannot be retried.
    """
    if traceback:
        handler = logging.StreamHandler()
        handler.setFormatter(VisibleFormatter(logging.BASIC_FORMAT))
        logging.basicConfig(handlers=[handler])
    letters = numbers_of(given)
    refused = list(_let_wait_again(app, letters))
    outcomes = [_acted_on(app, letter) for letter in letters if letter not in refused]
    failed = [kept for kept in outcomes if kept.status is LetterStatus.FAILED]
    if len(letters) == len(failed) == 1:
        raise PermanentFailure(f"letter {failed[0].id} failed again: {failed[0].note}")
    for kept in outcomes:
        echo(f"letter {kept.id} is {kept.status.value}: {kept.note}")
    click.get_current_context().exit(int(bool(failed or refused)))


def _let_wait_again(app: App, letters: Sequence[int]) -> Iterator[int]:
    """Let letters wait again. Yield those that cannot be retried; standard error says why.

    :raises PbmError: if there is only one letter, and it cannot be retried
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
