"""``pbm stats``: how much there is of everything."""

from __future__ import annotations

import click

from pbm.app.data_directory import DataDirectory
from pbm.app.stats import gather
from pbm.cli.reading import reading
from pbm.cli.tables import echo_fields, json_option


@click.command()
@json_option
@reading
def stats(data: DataDirectory, as_json: bool) -> None:
    """Count players, boards, letters and mails."""
    with data.store.reading() as tx:
        echo_fields(gather(tx), as_json)
