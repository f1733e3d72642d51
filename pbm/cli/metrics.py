"""``pbm metrics``: the numbers to watch, for Prometheus."""

from __future__ import annotations

import click

from pbm.app.data_directory import DataDirectory
from pbm.app.metrics import exposition, measure
from pbm.cli.output import echo
from pbm.cli.reading import reading


@click.command(short_help="Print the numbers to watch, for Prometheus.")
@reading
def metrics(data: DataDirectory) -> None:
    """Print the numbers to watch, in the text format of Prometheus. Nothing is changed.

    Cron can write them where node_exporter's textfile collector reads them.
    """
    with data.store.reading() as tx:
        echo(exposition(measure(tx, data.settings, data.clock())), nl=False)
