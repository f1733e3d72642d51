"""``pbm store``: the store as a whole."""

from __future__ import annotations

from pathlib import Path

import click

from pbm.admin.store_copy import copy_store
from pbm.app.store_url import read_store_url
from pbm.cli.output import echo
from pbm.store import Place


class PlaceType(click.ParamType[Place]):
    """A data directory, or the URL of a database without a password."""

    name = "place"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Place:
        text = str(value)
        if "://" not in text:
            return Path(text)
        try:
            url = read_store_url(text)
        except ValueError as error:
            self.fail(str(error), param, ctx)
        if url.has_password:
            self.fail("put the password into ~/.pgpass", param, ctx)
        return url.text


@click.group()
def store() -> None:
    """The store as a whole."""


@store.command(short_help="Copy a store to another engine, and compare the two.")
@click.argument("source", type=PlaceType())
@click.argument("target", type=PlaceType())
def copy(source: Place, target: Place) -> None:
    """Copy a store to another engine, and compare the two: rows, hashes of tables, audit.

    Each is a data directory or postgresql://USER@HOST/DATABASE. No server may run on either. The
    target must be empty; the source is not changed. The key and the settings stay where they are.
    """
    copied = copy_store(source, target)
    for name, content in copied.items():
        echo(f"{name}: {content.rows} rows, {content.hash[:16]}")
    echo(f"{sum(content.rows for content in copied.values())} rows were copied and are equal")
