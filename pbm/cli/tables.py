"""Lists and single items, printed in columns for people or as JSON for programs."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from datetime import datetime

import click

from pbm.cli.output import echo, echo_json, on_one_line, plain
from pbm.mail.charsets import decode

Row = Mapping[str, object]

json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON: an array of objects."
)
one_json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON: one object.")

raw_option = click.option("--raw", is_flag=True, help="Print only the bytes, unchanged.")


def echo_rows(rows: Iterable[Row], as_json: bool) -> None:
    """Print rows, which must all have the same keys in the same order.

    Headings are printed only on a terminal: a program that reads a pipe counts lines.
    """
    kept = [dict(row) for row in rows]
    if as_json:
        echo_json(kept)
    else:
        headings = [list(row) for row in kept[:1] if sys.stdout.isatty()]
        _echo_columns([*headings, *([_cell(value) for value in row.values()] for row in kept)])


def echo_fields(facts: Row, as_json: bool = False) -> None:
    """Print one item: a line for each field, or JSON."""
    if as_json:
        echo_json(dict(facts))
    else:
        _echo_columns([[name, _cell(value)] for name, value in facts.items()])


def text_of(raw: bytes) -> str:
    """A letter or mail as text; "" if its bytes were removed."""
    return decode(raw).replace("\r\n", "\n")


def echo_mail(raw: bytes) -> None:
    """Print a letter or mail, after an empty line."""
    echo("\n" + (text_of(raw) or "(its bytes were removed, see keep_letters)"))


def seconds(at: datetime | None) -> datetime | None:
    """A moment without its fraction of a second."""
    return None if at is None else at.replace(microsecond=0)


def _echo_columns(lines: list[list[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        echo("  ".join(cells).rstrip())


def _cell(value: object) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{name}={_cell(each)}" for name, each in value.items())
    if isinstance(value, list | tuple):
        return " ".join(map(_cell, value))
    return "-" if value is None else on_one_line(plain(value))
