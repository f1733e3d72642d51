"""``pbm acts``: what the operators did."""

from __future__ import annotations

import shlex
from collections.abc import Mapping

import click

from pbm.app.data_directory import DataDirectory
from pbm.cli.reading import reading
from pbm.cli.searching import limit_option, tell_if_cut
from pbm.cli.tables import echo_rows, json_option, seconds
from pbm.core.model import Act


@click.command()
@limit_option
@json_option
@reading
def acts(data: DataDirectory, limit: int, as_json: bool) -> None:
    """List what operators did, newest first: when, the command as typed, why, who."""
    with data.store.reading() as tx:
        found = tx.acts.list(limit)
        tell_if_cut(len(found), limit, tx.acts.count)
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
    """The reason stands in a column of its own, and need not be read twice."""
    return {
        **_row(act),
        "command": _without_reason(act),
        "why": act.why or "-",
        "who": act.who or "-",
    }


def _without_reason(act: Act) -> str:
    two_words, one_word = shlex.join(["--why", act.why]), shlex.quote(f"--why={act.why}")
    return act.command.replace(f" {two_words}", "").replace(f" {one_word}", "")
