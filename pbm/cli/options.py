"""The settings as options of the command line: before the command's name, or after it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import click

from pbm.config import TABLE, Settings, load, variable

P = ParamSpec("P")
R = TypeVar("R")
Command = Callable[..., Any]

_OPTIONS = {name: row for name, row in TABLE.items() if row.option}


def settings_options(function: Command) -> Command:
    """Give a command an option for each setting that has one."""
    for name, row in reversed(_OPTIONS.items()):
        default = row.default.format(data="DATA") if row.default else "none"
        told = f"{row.meaning}  [{variable(name)}; {default}]"
        function = click.option(f"--{name}", metavar=row.metavar, help=told)(function)
    return function


def given(options: Mapping[str, object]) -> dict[str, str]:
    return {name: text for name, text in options.items() if isinstance(text, str)}


def configured(function: Callable[Concatenate[Settings, P], R]) -> Callable[..., R]:
    """Give a command the settings as its first argument, and their options beside its own."""

    @settings_options
    @wraps(function)
    def command(*args: P.args, **kwargs: P.kwargs) -> R:
        own = {name: kwargs.pop(name) for name in _OPTIONS}
        outer = click.get_current_context().find_root().obj or {}
        return function(load({**outer, **given(own)}, os.environ), *args, **kwargs)

    return command
