"""``pbm stats``: how much there is of everything."""

from __future__ import annotations

import click

from pbm.cli.staff import looking
from pbm.cli.tables import echo_fields, json_option
from pbm.office import Office
from pbm.stats import gather


@click.command()
@json_option
@looking
def stats(office: Office, as_json: bool) -> None:
    """Count players, boards, letters and mails."""
    with office.store.reading() as tx:
        echo_fields(gather(tx), as_json)
