"""``pbm audit``: hold what is stored against what must be."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext, suppress

import click
from click.termui import progressbar

from pbm.admin.audit import Finding, Findings, audit_board, in_processes, size
from pbm.admin.audit import audit as audit_everything
from pbm.app.application import App
from pbm.base.errors import TemporaryFailure
from pbm.cli.output import echo
from pbm.cli.staff import looking
from pbm.cli.tables import echo_rows, json_option
from pbm.core.marks import LAST_AUDIT

# Below that many letters and boards a process takes longer to start than it would save.
_MANY = 2000


@click.command(short_help="Hold what is stored against what must be.")
@click.argument("boards", metavar="[B...]", type=click.IntRange(min=1), nargs=-1)
@json_option
@looking
def audit(app: App, boards: Sequence[int], as_json: bool) -> None:
    """Play every game, or the boards named, again from its events and compare.

    Every move must be legal, the stored board what the events give, the chain of events unbroken,
    each event caused by a letter or an operator's act that is kept, and both players mailed. Each
    finding is one line and names the letter behind it; the exit status is 1 if there is any. On a
    terminal it says so, too, if there is none.
    """
    findings = _of_boards(app, boards) if boards else _of_everything(app)
    found = _echo_json(findings) if as_json else _echo_lines(findings)
    if not found and sys.stderr.isatty():
        echo(f"nothing wrong: {_looked_at(app, boards)}", err=True)
    click.get_current_context().exit(int(found > 0))


def _looked_at(app: App, boards: Sequence[int]) -> str:
    if boards:
        return f"board {', '.join(map(str, boards))}"
    with app.store.reading() as tx:
        letters, games = sum(tx.letters.counts().values()), sum(tx.matches.counts().values())
    return f"{games} boards, {letters} letters"


def _of_boards(app: App, boards: Sequence[int]) -> Findings:
    for board in boards:
        yield from audit_board(app.store, board)


def _of_everything(app: App) -> Iterator[Finding]:
    hidden = not sys.stderr.isatty()
    length = size(app.store)
    with (
        progressbar(length=length, label="audit", file=sys.stderr, hidden=hidden) as bar,
        nullcontext() if length < _MANY else in_processes(app.settings.data) as run,
    ):
        yield from audit_everything(app.store, lambda: bar.update(1), run)
    _remember(app)


def _remember(app: App) -> None:
    """Note when everything was looked at, where anything can be noted."""
    with suppress(TemporaryFailure), app.store.transaction() as tx:
        tx.moments.set(LAST_AUDIT, app.clock())


def _echo_lines(findings: Findings) -> int:
    """Print each finding as it comes; how many there were."""
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
        "event": finding.seq,
        "letter": cause.letter if cause else None,
        "act": cause.act if cause else None,
        "request": cause.request if cause else None,
        "finding": finding.what,
    }
