"""``pbm acts``: what operators did."""

from __future__ import annotations

import shlex
from collections.abc import Mapping

import click

from pbm.app.data_directory import DataDirectory
from pbm.cli.searching import limit_option, report_truncation
from pbm.cli.tables import echo_rows, json_option, seconds
from pbm.cli.with_data import with_data
from pbm.core.bookkeeping import Act


@click.command()
@limit_option
@json_option
@with_data
def acts(data: DataDirectory, limit: int, as_json: bool) -> None:
    """List what operators did, newest first: when, the command as typed, the reason, who."""
    with data.store.reading() as tx:
        found = tx.acts.list(limit)
        report_truncation(len(found), limit, tx.acts.count)
    echo_rows(map(_row if as_json else _line, found), as_json)


def _row(act: Act) -> Mapping[str, object]:
    return {
        "act": act.id,
        "at": seconds(act.at),
        "command": act.command,
        "why": act.why,
        "who": act.who,
    }


def _line(act: Act) -> Mapping[str, object]:
    """The row of a table for people: the reason has its own column, and is cut from the command."""
    return {
        **_row(act),
        "command": _without_reason(act),
        "why": act.why or "-",
        "who": act.who or "-",
    }


def _without_reason(act: Act) -> str:
    two_words, one_word = shlex.join(["--why", act.why]), shlex.quote(f"--why={act.why}")
    return act.command.replace(f" {two_words}", "").replace(f" {one_word}", "")
