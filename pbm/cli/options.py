"""Settings as options of the command line."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import click

from pbm.app.config import FILE, TABLE, Settings, load, variable
from pbm.base.permissions import check_rights

P = ParamSpec("P")
R = TypeVar("R")
Command = Callable[..., Any]

_OPTIONS = {name: row for name, row in TABLE.items() if row.option}


def settings_options(function: Command, shown: Collection[str] = tuple(_OPTIONS)) -> Command:
    """Add an option for each setting that has one. The help shows those in ``shown``."""
    for name, row in reversed(_OPTIONS.items()):
        default = row.default.format(data="DATA") if row.default else "none"
        told = f"{row.meaning}  [{variable(name)}; {default}]"
        option = click.option(f"--{name}", metavar=row.metavar, help=told, hidden=name not in shown)
        function = option(function)
    return function


def given(options: Mapping[str, object]) -> dict[str, str]:
    return {name: text for name, text in options.items() if isinstance(text, str)}


def configured_by(
    *shown: str,
) -> Callable[[Callable[Concatenate[Settings, P], R]], Callable[..., R]]:
    """Like ``configured``, for a command that uses only these settings: its help hides all else."""

    def configure(function: Callable[Concatenate[Settings, P], R]) -> Callable[..., R]:
        @wraps(function)
        def command(*args: P.args, **kwargs: P.kwargs) -> R:
            own = {name: kwargs.pop(name) for name in _OPTIONS}
            outer = click.get_current_context().find_root().obj or {}
            settings = load({**outer, **given(own)}, os.environ)
            check_rights([settings.data, settings.data / FILE])
            return function(settings, *args, **kwargs)

        return settings_options(command, shown)

    return configure


def configured(function: Callable[Concatenate[Settings, P], R]) -> Callable[..., R]:
    """Add the options of settings to a command, and pass it the settings as first argument."""
    return configured_by(*_OPTIONS)(function)
