"""``pbm stats``: how much there is of everything."""

from __future__ import annotations

import click

from pbm.app.application import App
from pbm.app.stats import gather
from pbm.cli.staff import looking
from pbm.cli.tables import echo_fields, json_option


@click.command()
@json_option
@looking
def stats(app: App, as_json: bool) -> None:
    """Count players, boards, letters and mails."""
    with app.store.reading() as tx:
        echo_fields(gather(tx), as_json)
