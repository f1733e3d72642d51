"""``pbm stats``: count players, boards, letters and mails."""

from __future__ import annotations

import click

from pbm.app.data_directory import DataDirectory
from pbm.app.stats import gather
from pbm.cli.tables import echo_fields, one_json_option
from pbm.cli.with_data import with_data


@click.command()
@one_json_option
@with_data
def stats(data: DataDirectory, as_json: bool) -> None:
    """Count players, boards, letters and mails."""
    with data.store.reading() as tx:
        echo_fields(gather(tx), as_json)
