"""``pbm acts``: what the operators did."""

from __future__ import annotations

from collections.abc import Mapping

import click

from pbm.cli.staff import limit_option, staffed
from pbm.cli.tables import echo_rows, json_option, seconds
from pbm.model import Act
from pbm.office import Office


@click.command()
@limit_option
@json_option
@staffed
def acts(office: Office, limit: int, as_json: bool) -> None:
    """List what operators did, newest first: when, the command as typed, why."""
    with office.store.reading() as tx:
        found = tx.acts.list(limit)
    echo_rows(map(_row, found), as_json)


def _row(act: Act) -> Mapping[str, object]:
    return {"act": act.id, "at": seconds(act.at), "command": act.command, "why": act.why}
