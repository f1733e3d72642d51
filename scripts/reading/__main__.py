"""``scripts/reader``: the commands for whoever teaches the reader."""

from __future__ import annotations

from collections.abc import Sequence

import click

from scripts.reading.report import figures_of, printed, recorded
from tests.pbm.inbox.understanding.sets import FIGURES, SETS


@click.group()
def main() -> None:
    """Measure how well people are understood who write in their own words."""


@main.command()
@click.argument("names", nargs=-1, type=click.Choice(list(SETS)))
@click.option("--record", is_flag=True, help=f"Write the figures of all sets to {FIGURES.name}.")
@click.option("--rows", is_flag=True, help="Print each row that is not answered in the best way.")
def report(names: Sequence[str], record: bool, rows: bool) -> None:
    """Say of each set what became of its rows, and how that differs from the recorded figures."""
    found = figures_of(names or list(SETS), show=click.echo if rows else None)
    click.echo(printed(found))
    if record and not names:
        FIGURES.write_text(recorded(found), "utf-8")


if __name__ == "__main__":
    main()
