"""Decorator that opens the data directory for a command that only reads.

Such a command does without ``App``, which imports everything that reads and writes mail: a third of
the CPU time in which a command starts.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from pbm.app.config import Settings
from pbm.app.data_directory import DataDirectory
from pbm.base.errors import UsageError
from pbm.cli.options import configured_by

P = ParamSpec("P")
R = TypeVar("R")


def with_data(function: Callable[Concatenate[DataDirectory, P], R]) -> Callable[..., R]:
    """Open the data directory, pass it to the command as first argument, and add ``--data``.

    The command changes nothing, so it also works on a read-only data directory.
    """

    @configured_by("data")
    @wraps(function)
    def command(settings: Settings, /, *args: P.args, **kwargs: P.kwargs) -> R:
        need_data(settings)
        with closing(DataDirectory(settings, read_only=True)) as data:
            return function(data, *args, **kwargs)

    return command


def need_data(settings: Settings) -> None:
    """Require the data directory. A missing one is more likely a slip than a new server.

    :raises UsageError: if there is no data directory
    """
    if not settings.data.is_dir():
        raise UsageError(
            f"there is no data directory {settings.data}; name yours with --data, or start"
            " pbm serve, which makes it"
        )
