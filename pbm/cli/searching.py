"""The options by which letters, mails and players are looked for and chosen."""

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
from pbm.cli import completing
from pbm.cli.output import echo
from pbm.mail.correspondence import LetterStatus, MailStatus, Search
from pbm.store.protocol import Transaction

Command = Callable[..., Any]

_SPAN = re.compile(r"([1-9][0-9]{0,4})([mhdw])")
_MINUTES = {"m": 1, "h": 60, "d": 24 * 60, "w": 7 * 24 * 60}
FROM_INPUT = "-"
# It stands in the note of each letter whose answer was.
WITHHELD = "withheld"

limit_option = click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    help="Show N at most.",
    metavar="N",
)


@dataclass(frozen=True)
class Wanted:
    """What the options of a command ask for. ``userid``: of the player who is meant, or None."""

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
    """The moment meant by ``2h``, ``2026-11-20`` or ``2026-11-20T10:00``, in UTC."""
    if written is None:
        return None
    span = _SPAN.fullmatch(written)
    if span is not None:
        return utc_now() - timedelta(minutes=int(span[1]) * _MINUTES[span[2]])
    try:
        at = datetime.fromisoformat(written)
        return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        told = f'"{written}" is no time; write a span such as 2h or 3d, or a date, 2026-11-20.'
        raise click.BadParameter(told) from error


def _bare(_ctx: click.Context, _param: click.Parameter, written: str | None) -> str | None:
    """The address alone; ``<>``, as lists show it, is the sender of bounces."""
    return None if written is None else written.strip().removeprefix("<").removesuffix(">")


def _status_option(statuses: type[StrEnum]) -> Callable[[Command], Command]:
    choice = click.Choice([status.value for status in statuses])
    return click.option("--status", type=choice, help="By what became of it.")


_kind_option = click.option(
    "--kind", metavar="KIND", help="By the kind of mail.", shell_complete=completing.mail_kind
)
_to_option = click.option(
    "--to",
    "recipient",
    metavar="ADDRESS",
    callback=_bare,
    help="By whom it went to; @DOMAIN for all there.",
)
_common = (
    click.option(
        "--from",
        "sender",
        metavar="ADDRESS",
        callback=_bare,
        help="By who wrote the letter, or the letter behind a mail; @DOMAIN for everybody there.",
    ),
    _to_option,
    click.option(
        "--player",
        "userid",
        metavar="U",
        help="By who wrote, was answered or mailed.",
        shell_complete=completing.userid,
    ),
    click.option("--board", type=click.IntRange(min=1), metavar="B", help="By the board."),
    click.option("--message-id", metavar="ID", help="By its Message-ID."),
    click.option(
        "--since",
        callback=parse_since,
        metavar="TIME",
        help="Not before: 2h, 3d, 2026-11-20, 2026-11-20T10:00 (UTC).",
    ),
)


_note_options = (
    click.option("--note", metavar="TEXT", help="By words in its note."),
    click.option(
        "--withheld",
        "note",
        flag_value=WITHHELD,
        help="Those that were not answered because too many were, or are answered later.",
    ),
)


def letters_wanted(function: Command) -> Command:
    """Give a command options to look for letters, and what they ask for as ``wanted``."""
    return _wanted(function, [_status_option(LetterStatus), *_note_options, *_common])


def mails_wanted(function: Command) -> Command:
    """The same for mails."""
    return _wanted(function, [_status_option(MailStatus), _kind_option, *_common])


def mails_to_them_wanted(function: Command) -> Command:
    """The same to choose players by the mails to them."""
    return _wanted(function, [_status_option(MailStatus), _kind_option, _to_option])


def _wanted(function: Command, options: Sequence[Callable[[Command], Command]]) -> Command:
    names = ("status", "note", "kind", "sender", "recipient", "board", "message_id", "since")

    @wraps(function)
    def command(*args: Any, userid: str | None = None, **kwargs: Any) -> Any:
        search = Search(**{name: kwargs.pop(name) for name in names if name in kwargs})
        return function(*args, wanted=Wanted(search, userid), **kwargs)

    chosen: Command = command
    for option in reversed(options):
        chosen = option(chosen)
    return chosen


def tell_if_cut(shown: int, limit: int, count: Callable[[], int]) -> None:
    """Say on standard error how many more there are than the limit lets through."""
    total = count() if shown == limit else shown
    if total > shown:
        echo(f"{shown} of {total} shown; --limit {total}", err=True)


def named(given: Sequence[str]) -> Sequence[str]:
    """The names on the command line; ``-`` stands for those on standard input, the first word of
    each line, so that a list can be piped in.
    """
    names = (_first_words() if each == FROM_INPUT else [each] for each in given)
    return list(dict.fromkeys(name for some in names for name in some))


def numbered(given: Sequence[str]) -> Sequence[int]:
    """The same, for numbers.

    :raises UsageError: for what is none
    """
    return [_number(name) for name in named(given)]


def _number(name: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,17}", name):
        raise UsageError(f'"{name}" is no number; a list shows the numbers in its first column')
    return int(name)


def _first_words() -> Sequence[str]:
    lines = sys.stdin.buffer.read().decode("utf-8", "replace").splitlines()
    return [line.split()[0] for line in lines if line.split()]
