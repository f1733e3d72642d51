"""What commands share that only read: the open data directory, without the app.

``App`` imports everything that reads and writes mail, a third of the CPU time in which a command
starts.
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


def reading(function: Callable[Concatenate[DataDirectory, P], R]) -> Callable[..., R]:
    """Give a command the data directory as its first argument, and the option ``--data``.

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
    """:raises UsageError: if there is no such directory: a slip, rather than an empty server."""
    if not settings.data.is_dir():
        raise UsageError(
            f"there is no data directory {settings.data}; name yours with --data, or start"
            " pbm serve, which makes it"
        )
