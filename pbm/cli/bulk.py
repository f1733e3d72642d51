"""Commands on many items: one act, and a summary at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from pbm.admin.action import actions
from pbm.app.application import App
from pbm.base.errors import PbmError, PermanentFailure
from pbm.cli.output import echo
from pbm.cli.with_app import as_typed, progress
from pbm.play.work import Work

T = TypeVar("T", int, str)


@dataclass(frozen=True)
class Bulk:
    """The words for the items. summary: puts the results of items that succeeded into words."""

    plural: str
    singular: str
    summary: Callable[[Sequence[Any]], str]


def do_each(app: App, bulk: Bulk, chosen: Sequence[T], do: Callable[[Work, T], Any]) -> None:
    """Call ``do`` for each item, and print a summary. Refusals are printed on standard error.

    The exit status is 1 if any item was refused.

    :raises PermanentFailure: if no item was chosen
    :raises PbmError: if only one item was chosen, and it is refused; then no act is recorded
    """
    if not chosen:
        raise PermanentFailure(f"no {bulk.singular} was chosen; nothing was changed")
    outcomes = actions(app, as_typed(), chosen, do, {bulk.plural: list(chosen)})
    with progress(outcomes, bulk.plural, len(chosen)) as bar:
        results = list(bar)
    refused = [each for each in results if isinstance(each, PbmError)]
    for error in refused:
        echo(error, err=True)
    echo(bulk.summary([each for each in results if not isinstance(each, PbmError)]))
    click.get_current_context().exit(int(bool(refused)))
