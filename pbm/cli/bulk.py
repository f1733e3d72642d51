"""Commands that do the same to many: one act, a few transactions, and a count at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from pbm.admin.action import actions
from pbm.app.application import App
from pbm.base.errors import PbmError, PermanentFailure
from pbm.cli.output import echo
from pbm.cli.staff import as_typed, progress
from pbm.play.work import Work

T = TypeVar("T", int, str)


@dataclass(frozen=True)
class Bulk:
    """What many of them are called, and one; how it is told what came of those that were done."""

    many: str
    one: str
    told: Callable[[Sequence[Any]], str]


def do_each(app: App, bulk: Bulk, chosen: Sequence[T], do: Callable[[Work, T], Any]) -> None:
    """Do it to each, tell what came of it, and on standard error why some could not be done.

    The exit status is 1 if there are any of those.

    :raises PermanentFailure: if nothing was chosen
    :raises PbmError: if a single one was chosen, and cannot be done: then no act is kept
    """
    if not chosen:
        raise PermanentFailure(f"no {bulk.one} was chosen; nothing was changed")
    outcomes = actions(app, as_typed(), chosen, do, {bulk.many: list(chosen)})
    with progress(outcomes, bulk.many, len(chosen)) as bar:
        came = list(bar)
    refused = [each for each in came if isinstance(each, PbmError)]
    for error in refused:
        echo(error, err=True)
    echo(bulk.told([each for each in came if not isinstance(each, PbmError)]))
    click.get_current_context().exit(int(bool(refused)))
