"""``pbm metrics``: the numbers to watch, for Prometheus."""

from __future__ import annotations

import click

from pbm.app.application import App
from pbm.app.metrics import exposition, measure
from pbm.cli.output import echo
from pbm.cli.staff import looking


@click.command(short_help="Print the numbers to watch, for Prometheus.")
@looking
def metrics(app: App) -> None:
    """Print the numbers to watch, in the text format of Prometheus. Nothing is changed.

    Cron can write them where node_exporter's textfile collector reads them.
    """
    with app.store.reading() as tx:
        echo(exposition(measure(tx, app.settings, app.clock())), nl=False)
