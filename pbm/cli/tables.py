"""Lists, for people in columns and for programs as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from datetime import date, datetime

import click

from pbm.mail.charsets import decode

Row = Mapping[str, object]

json_option = click.option("--json", "as_json", is_flag=True, help="One array of objects.")


def echo_rows(rows: Iterable[Row], as_json: bool) -> None:
    """Print the rows, which all have the same keys in the same order.

    On a terminal the keys stand above them as headings: what reads a pipe counts lines.
    """
    kept = [dict(row) for row in rows]
    if as_json:
        click.echo(json.dumps(kept, default=_plain, ensure_ascii=False))
    else:
        headings = [list(row) for row in kept[:1] if sys.stdout.isatty()]
        _echo_columns([*headings, *([_cell(value) for value in row.values()] for row in kept)])


def echo_fields(facts: Row, as_json: bool = False) -> None:
    """Print one thing, a line for each of its fields."""
    if as_json:
        click.echo(json.dumps(dict(facts), default=_plain, ensure_ascii=False))
    else:
        _echo_columns([[name, _cell(value)] for name, value in facts.items()])


def echo_mail(raw: bytes) -> None:
    """Print a mail as it is, below what was told of it."""
    text = decode(raw).replace("\r\n", "\n") or "(its bytes are not kept any more)"
    click.echo("\n" + text)


def seconds(at: datetime | None) -> datetime | None:
    """A moment as exactly as a list need show it."""
    return None if at is None else at.replace(microsecond=0)


def _echo_columns(lines: list[list[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        click.echo("  ".join(cells).rstrip())


def _plain(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else str(value)


def _cell(value: object) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{name}={_cell(each)}" for name, each in value.items())
    if isinstance(value, list | tuple):
        return " ".join(map(_cell, value))
    return "-" if value is None else _plain(value)
