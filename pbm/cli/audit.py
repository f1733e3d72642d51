"""``pbm audit``: replay every game, and compare the result with what is stored."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress
from itertools import chain

import click
from click.termui import progressbar

from pbm.admin.audit import (
    Finding,
    Findings,
    audit_board,
    audit_programs,
    count_external_moves,
    in_processes,
    size,
)
from pbm.admin.audit import audit as audit_everything
from pbm.app.data_directory import DataDirectory
from pbm.base.errors import TemporaryFailure
from pbm.cli.numbers import Number
from pbm.cli.output import echo
from pbm.cli.tables import echo_rows, json_option
from pbm.cli.with_data import with_data
from pbm.core.marks import LAST_AUDIT

# With fewer letters and boards, starting processes takes longer than the time that they save.
_MANY = 2000


@click.command(short_help="Check all stored data by replaying every game.")
@click.argument("boards", metavar="[B...]", type=Number(min=1), nargs=-1)
@click.option("--programs", is_flag=True, help="Compute the moves of programs again, too.")
@json_option
@with_data
def audit(data: DataDirectory, boards: Sequence[int], programs: bool, as_json: bool) -> None:
    """Replay every game, or the boards named, and compare the result with what is stored.

    Every move must be legal, the stored board must be the result of its events, the chain of
    hashes unbroken, each event caused by a letter, an operator's act or a program's decision that
    is kept, and both players mailed. Moves of programs of the present version of the engines can
    be computed again, which takes as long as they took; those of external engines cannot, which
    standard error says. Each finding is one line, which names the
    letter behind it. The exit status is 1 if there are findings. Without any, nothing is printed
    but a note on a terminal.
    """
    findings = _of_boards(data, boards) if boards else _of_everything(data)
    if programs:
        findings = chain(findings, audit_programs(data.store, boards))
    found = _echo_json(findings) if as_json else _echo_lines(findings)
    for userid, moves in count_external_moves(data.store, boards).items() if programs else ():
        are = "1 move is" if moves == 1 else f"{moves} moves are"
        echo(f"{are} not computed again: external engine {userid}", err=True)
    if not found and sys.stderr.isatty():
        echo(f"nothing wrong: {_extent(data, boards)}", err=True)
    click.get_current_context().exit(int(found > 0))


def _extent(data: DataDirectory, boards: Sequence[int]) -> str:
    """The extent of the audit in words."""
    if boards:
        return f"board {', '.join(map(str, boards))}"
    with data.store.reading() as tx:
        letters, games = sum(tx.letters.counts().values()), sum(tx.matches.counts().values())
    return f"{games} boards, {letters} letters"


def _of_boards(data: DataDirectory, boards: Sequence[int]) -> Findings:
    for board in boards:
        yield from audit_board(data.store, board)


def _of_everything(data: DataDirectory) -> Iterator[Finding]:
    hidden = not sys.stderr.isatty()
    length = size(data.store)
    with (
        progressbar(length=length, label="audit", file=sys.stderr, hidden=hidden) as bar,
        nullcontext() if length < _MANY else in_processes(data.settings.place) as run,
    ):
        yield from audit_everything(data.store, lambda: bar.update(1), run)
    _remember(data)


def _remember(data: DataDirectory) -> None:
    """Record when the audit of everything was finished, unless the store cannot be written."""
    with suppress(TemporaryFailure), data.store.transaction() as tx:
        tx.moments.set(LAST_AUDIT, data.clock())


def _echo_lines(findings: Findings) -> int:
    """Print each finding as it is found. Return their number."""
    found = 0
    for finding in findings:
        echo(finding)
        found += 1
    return found


def _echo_json(findings: Findings) -> int:
    rows = [_row(finding) for finding in findings]
    echo_rows(rows, as_json=True)
    return len(rows)


def _row(finding: Finding) -> Mapping[str, object]:
    cause = finding.cause
    return {
        "board": finding.board,
        "contest": finding.contest,
        "event": finding.seq,
        "letter": cause.letter if cause else None,
        "act": cause.act if cause else None,
        "request": cause.request if cause else None,
        "finding": finding.what,
    }
