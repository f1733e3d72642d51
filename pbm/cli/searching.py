"""The options that search for letters, mails and players, and choose among them."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import wraps
from typing import Any

import click

from pbm.admin.lookup import player_named
from pbm.app.data_directory import utc_now
from pbm.base.errors import UsageError
from pbm.cli import completers
from pbm.cli.numbers import Number
from pbm.cli.output import echo
from pbm.mail.correspondence import LetterStatus, MailStatus, Search
from pbm.store.protocol import Transaction

Command = Callable[..., Any]

_SPAN = re.compile(r"([1-9][0-9]{0,4})([mhdw])")
_MINUTES = {"m": 1, "h": 60, "d": 24 * 60, "w": 7 * 24 * 60}
FROM_INPUT = "-"
# This word is in the note of every letter whose answer was withheld.
WITHHELD = "withheld"

limit_option = click.option(
    "--limit",
    type=Number(min=1),
    default=100,
    show_default=True,
    help="Show at most N.",
    metavar="N",
)


@dataclass(frozen=True)
class Criteria:
    """The options of a search as they were given. userid: the value of ``--player``."""

    search: Search
    userid: str | None

    def __bool__(self) -> bool:
        return bool(self.search) or self.userid is not None

    def within(self, tx: Transaction) -> Search:
        """:raises UsageError: if there is no such player"""
        if self.userid is None:
            return self.search
        return replace(self.search, player=player_named(tx, self.userid).id)


def parse_since(_ctx: click.Context, _param: click.Parameter, written: str | None) -> Any:
    """Parse ``2h`` (ago), ``2026-11-20`` or ``2026-11-20T10:00`` as a moment in UTC."""
    if written is None:
        return None
    span = _SPAN.fullmatch(written)
    if span is not None:
        return utc_now() - timedelta(minutes=int(span[1]) * _MINUTES[span[2]])
    try:
        at = datetime.fromisoformat(written)
        return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        told = f'"{written}" is not a time; write a span such as 2h or 3d, or a date: 2026-11-20.'
        raise click.BadParameter(told) from error


def _bare(_ctx: click.Context, _param: click.Parameter, written: str | None) -> str | None:
    """The address without ``<`` and ``>``. ``<>``, as lists show it, is the sender of bounces."""
    return None if written is None else written.strip().removeprefix("<").removesuffix(">")


def _status_option(statuses: type[StrEnum]) -> Callable[[Command], Command]:
    choice = click.Choice([status.value for status in statuses])
    return click.option("--status", type=choice, help="By status.")


_kind_option = click.option(
    "--kind", metavar="KIND", help="By the kind of mail.", shell_complete=completers.mail_kind
)
_to_option = click.option(
    "--to",
    "recipient",
    metavar="ADDRESS",
    callback=_bare,
    help="By recipient; @DOMAIN for everybody there.",
)
_common = (
    click.option(
        "--from",
        "sender",
        metavar="ADDRESS",
        callback=_bare,
        help="By sender of the letter, or of the letter that caused a mail; @DOMAIN for everybody"
        " there.",
    ),
    _to_option,
    click.option(
        "--player",
        "userid",
        metavar="U",
        help="By player: who wrote the letter, or got the mail or the answer.",
        shell_complete=completers.userid,
    ),
    click.option("--board", type=Number(min=1), metavar="B", help="By board."),
    click.option("--message-id", metavar="ID", help="By Message-ID."),
    click.option(
        "--since",
        callback=parse_since,
        metavar="TIME",
        help="Not older than 2h, 3d, 2026-11-20 or 2026-11-20T10:00 (UTC).",
    ),
)


_note_options = (
    click.option("--note", metavar="TEXT", help="By words in the note."),
    click.option(
        "--withheld",
        "note",
        flag_value=WITHHELD,
        help="Letters whose answer was withheld because of a limit, or waits for room in a budget.",
    ),
)


def letter_criteria(function: Command) -> Command:
    """Add options to search for letters. The command gets them as ``criteria``."""
    return _with_criteria(function, [_status_option(LetterStatus), *_note_options, *_common])


def mail_criteria(function: Command) -> Command:
    """Add options to search for mails."""
    return _with_criteria(function, [_status_option(MailStatus), _kind_option, *_common])


def recipient_criteria(function: Command) -> Command:
    """Add options to choose players by the mails to them."""
    return _with_criteria(function, [_status_option(MailStatus), _kind_option, _to_option])


def _with_criteria(function: Command, options: Sequence[Callable[[Command], Command]]) -> Command:
    names = ("status", "note", "kind", "sender", "recipient", "board", "message_id", "since")

    @wraps(function)
    def command(*args: Any, userid: str | None = None, **kwargs: Any) -> Any:
        search = Search(**{name: kwargs.pop(name) for name in names if name in kwargs})
        return function(*args, criteria=Criteria(search, userid), **kwargs)

    chosen: Command = command
    for option in reversed(options):
        chosen = option(chosen)
    return chosen


def report_truncation(shown: int, limit: int, count: Callable[[], int]) -> None:
    """Print on standard error how many items there are, if the limit has cut the list."""
    total = count() if shown == limit else shown
    if total > shown:
        echo(f"{shown} of {total} shown; --limit {total}", err=True)


def names_of(given: Sequence[str]) -> Sequence[str]:
    """The names on the command line, without duplicates.

    ``-`` is replaced by the first word of each line of standard input, so that a list can be piped
    in.
    """
    names = (_first_words() if each == FROM_INPUT else [each] for each in given)
    return list(dict.fromkeys(name for some in names for name in some))


def numbers_of(given: Sequence[str]) -> Sequence[int]:
    """Like ``names_of``, for numbers.

    :raises UsageError: if a name is not a number
    """
    return [_number(name) for name in names_of(given)]


def _number(name: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,17}", name):
        raise UsageError(f'"{name}" is not a number; lists show the numbers in the first column')
    return int(name)


def _first_words() -> Sequence[str]:
    lines = sys.stdin.buffer.read().decode("utf-8", "replace").splitlines()
    return [line.split()[0] for line in lines if line.split()]
