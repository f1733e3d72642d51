"""What the operator's commands share: an app to work in, and the words that were typed."""

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
from pbm.cli.reading import need_data

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

why_option = click.option(
    "--why", required=True, metavar="TEXT", help="The reason; it is kept, and mailed to both."
)


def progress(
    items: Iterable[T], label: str, length: int | None = None
) -> AbstractContextManager[Iterable[T]]:
    """The items one by one; on a terminal a bar shows how far they have got.

    length: how many there are, where the items do not know.
    """
    hidden = not sys.stderr.isatty()
    return progressbar(items, length=length, label=label, file=sys.stderr, hidden=hidden)


def staffed(function: Callable[Concatenate[App, P], R]) -> Callable[..., R]:
    """Give a command an app as its first argument, and the options of settings."""
    return _with_office(function, need_data)


def looking(function: Callable[Concatenate[App, P], R]) -> Callable[..., R]:
    """The same for a command that changes nothing, and so works where nothing can be written."""
    return _with_office(function, need_data, looking=True)


def founding(function: Callable[Concatenate[App, P], R]) -> Callable[..., R]:
    """The same for a command that may be the first one ever: it makes the data directory."""
    return _with_office(function, lambda _settings: None)


def _with_office(
    function: Callable[Concatenate[App, P], R],
    check: Callable[[Settings], None],
    *,
    looking: bool = False,
) -> Callable[..., R]:
    # What changes something may write mails, which name the domain.
    @configured_by("data", *([] if looking else ["domain"]))
    @wraps(function)
    def command(settings: Settings, /, *args: P.args, **kwargs: P.kwargs) -> R:
        check(settings)
        app = App(settings, read_only=looking)
        try:
            return function(app, *args, **kwargs)
        finally:
            app.close()

    return command


def as_typed() -> str:
    """The command line that is being obeyed. Secrets are never on it."""
    return shlex.join(["pbm", *click.get_current_context().meta[TYPED]])
