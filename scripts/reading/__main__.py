"""``scripts/reader``: the commands for those who teach the reader."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from pbm.core.languages import texts
from pbm.inbox.understanding.model import WEIGHTS, model
from scripts.reading.explain import PLACES, explained, situation_named
from scripts.reading.report import figures_of, printed, recorded
from tests.pbm.inbox.understanding.sets import FIGURES, SETS, Use
from tests.pbm.inbox.understanding.verdicts import Verdict

_HELD_OUT = [name for name, use in SETS.items() if use is not Use.TRAIN]


@click.group()
def main() -> None:
    """Teach the reader of people's own words, and measure how well it understands them."""


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


@main.command()
def train() -> None:
    """Make the weights from the examples; the old ones stay if the new ones do harm."""
    from scripts.reading.training import trained  # noqa: PLC0415 - needs numpy

    file = texts().joinpath(WEIGHTS)
    before, made = file.read_bytes(), trained(click.echo)
    _write(made)
    found = figures_of(_HELD_OUT, show=None)
    click.echo(printed(found))
    harm = sum(counted[Verdict.HARM] for key, counted in found.items() if key[0] == "set")
    if harm:
        _write(before)
        sys.exit(f"error: {harm} letters would be done wrongly; the old weights stay")
    click.echo(f"{WEIGHTS} has {len(made)} bytes")


@main.command()
def check() -> None:
    """Say whether the weights are those that the present examples and phrases give."""
    from scripts.reading.training import trained  # noqa: PLC0415 - needs numpy

    if texts().joinpath(WEIGHTS).read_bytes() != trained(click.echo):
        sys.exit("error: the examples or phrases have changed since; run scripts/reader train")


@main.command()
@click.argument("text")
@click.option(
    "--in", "situation", type=click.Choice(list(PLACES)), default="turn", show_default=True
)
def explain(text: str, situation: str) -> None:
    """Say which phrases, slots or examples decide about TEXT, and how to teach it."""
    for line in explained(text, situation_named(situation)):
        click.echo(line)


def _write(weights: bytes) -> None:
    Path(str(texts().joinpath(WEIGHTS))).write_bytes(weights)
    model.cache_clear()


if __name__ == "__main__":
    main()
