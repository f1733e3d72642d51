"""Decorators that open an ``App`` for a command, and other helpers."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

import click
from click.termui import progressbar

from pbm.app.application import App
from pbm.app.config import Settings
from pbm.cli import TYPED
from pbm.cli.options import configured_by
from pbm.cli.with_data import need_data

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

why_option = click.option(
    "--why",
    required=True,
    metavar="TEXT",
    help="Reason; it is recorded and mailed to both players.",
)


def progress(
    items: Iterable[T], label: str, length: int | None = None
) -> AbstractContextManager[Iterable[T]]:
    """Iterate over the items with a progress bar, which is shown only on a terminal.

    length: the number of items, if they have no ``len``.
    """
    hidden = not sys.stderr.isatty()
    return progressbar(items, length=length, label=label, file=sys.stderr, hidden=hidden)


def with_app(function: Callable[Concatenate[App, P], R]) -> Callable[..., R]:
    """Open an app, pass it to the command as first argument, and add the options of settings."""
    return _passing_app(function, need_data)


def with_read_only_app(function: Callable[Concatenate[App, P], R]) -> Callable[..., R]:
    """Like ``with_app``, for a command that changes nothing and works with read-only data, too."""
    return _passing_app(function, need_data, read_only=True)


def with_new_app(function: Callable[Concatenate[App, P], R]) -> Callable[..., R]:
    """Like ``with_app``, for a command that creates the data directory if there is none."""
    return _passing_app(function, lambda _settings: None)


def _passing_app(
    function: Callable[Concatenate[App, P], R],
    check: Callable[[Settings], None],
    *,
    read_only: bool = False,
) -> Callable[..., R]:
    # A command that changes something may write mails, which need the domain.
    @configured_by("data", *([] if read_only else ["domain"]))
    @wraps(function)
    def command(settings: Settings, /, *args: P.args, **kwargs: P.kwargs) -> R:
        check(settings)
        app = App(settings, read_only=read_only)
        try:
            return function(app, *args, **kwargs)
        finally:
            app.close()

    return command


def as_typed() -> str:
    """The command line as it was typed. It never holds secrets."""
    return shlex.join(["pbm", *click.get_current_context().meta[TYPED]])
