"""``scripts/bench``: run every section, or those named."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from scripts.benchmarks import (
    accept,
    auditing,
    contests,
    growth,
    latency,
    moves,
    nodes,
    painting,
    pictures,
    programs,
    rules,
    site,
)
from scripts.benchmarks.against import compare
from scripts.benchmarks.figures import Figure, table, to_json

SECTIONS: Mapping[str, Callable[[Path], Iterator[Figure]]] = {
    "accept": accept.measure,
    "moves": moves.measure,
    "latency": latency.measure,
    "growth": growth.measure,
    "audit": auditing.measure,
    "nodes": nodes.measure,
    "contests": contests.measure,
    "rules": rules.measure,
    "pictures": pictures.measure,
    "painting": painting.measure,
    "programs": programs.measure,
    "site": site.measure,
}


@click.command()
@click.argument("sections", nargs=-1, type=click.Choice(list(SECTIONS)))
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@click.option(
    "--against", metavar="COMMIT", help="Compare the CPU time with that of another commit."
)
@click.option("--pairs", default=7, show_default=True, help="Number of comparisons.")
def main(sections: Sequence[str], as_json: bool, against: str | None, pairs: int) -> None:
    """Measure the cost of letters and moves: every section, or those named."""
    if against:
        for line in compare(against, pairs):
            print(line)
        return
    figures = list[Figure]()
    for section in sections or SECTIONS:
        with TemporaryDirectory(prefix="bench-") as folder:
            for figure in SECTIONS[section](Path(folder)):
                click.echo(f"{figure.section}: {figure.what}", err=True)
                figures.append(figure)
    print(to_json(figures) if as_json else table(figures))


if __name__ == "__main__":
    main()
