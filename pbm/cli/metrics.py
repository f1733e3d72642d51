"""``pbm metrics``: print metrics for Prometheus."""

from __future__ import annotations

import click

from pbm.app.data_directory import DataDirectory
from pbm.app.metrics import exposition, measure
from pbm.cli.output import echo
from pbm.cli.with_data import with_data


@click.command(short_help="Print metrics for Prometheus.")
@with_data
def metrics(data: DataDirectory) -> None:
    """Print metrics in the text format of Prometheus. Nothing is changed.

    Let cron write them into the folder of node_exporter's textfile collector.
    """
    echo(exposition(measure(data.store, data.settings, data.clock())), nl=False)
