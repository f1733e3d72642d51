"""Acts of the operator, recorded with their reason as the cause of what they do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, TypeVar

from pbm.admin.refusals import in_words
from pbm.app.application import App
from pbm.base.errors import PbmError, TemporaryFailure
from pbm.base.permissions import login_name
from pbm.core.model import Cause
from pbm.core.refused import Refused
from pbm.play.work import Work
from pbm.store.protocol import Transaction
from pbm.store.workbench import Workbench

BATCH = 50
"""Items changed per transaction. In between, the server can store letters."""

T = TypeVar("T")
R = TypeVar("R")


@contextmanager
def action(
    app: App, command: str, why: str = "", facts: Mapping[str, Any] | None = None
) -> Iterator[Work]:
    """Open a transaction for something the operator does, and record it as an act."""
    now = app.clock()
    with app.store.transaction() as tx, _plain_words():
        act = tx.acts.add(command, why, facts or {}, now, login_name())
        work = _work(app, tx, now, Cause(act=act.id))
        yield work
        app.post.tell(work)


@contextmanager
def continued(app: App, cause: Cause) -> Iterator[Work]:
    """Open another transaction for an act that is too long for one."""
    with app.store.transaction() as tx:
        work = _work(app, tx, app.clock(), cause)
        yield work
        app.post.tell(work)


def _work(app: App, tx: Transaction, now: datetime, cause: Cause) -> Work:
    # The workbench does slow work within the transaction: the operator waits for the result.
    return Work(tx, now, cause, app.repository, Workbench(tx))


def actions(
    app: App,
    command: str,
    items: Sequence[T],
    do: Callable[[Work, T], R],
    facts: Mapping[str, Any],
) -> Iterator[R | PbmError]:
    """Do the same to many items, as one act. Yield each item's result, or why it was refused.

    :raises PbmError: if there is only one item, and it is refused; then no act is recorded
    """
    cause: Cause | None = None
    for start in range(0, len(items), BATCH):
        opened = continued(app, cause) if cause else action(app, command, facts=facts)
        with opened as work:
            cause = work.cause
            outcomes = [_attempt(do, work, item) for item in items[start : start + BATCH]]
            if len(items) == 1 and isinstance(outcomes[0], PbmError):
                raise outcomes[0]
        yield from outcomes


def _attempt(do: Callable[[Work, T], R], work: Work, item: T) -> R | PbmError:
    """Return the result for one item, or why it was refused. A refused item changes nothing.

    :raises TemporaryFailure: if nothing can be written now, whatever the item
    """
    published = len(work.published)
    try:
        with work.tx.savepoint():
            return do(work, item)
    except TemporaryFailure:
        raise
    except PbmError as refusal:
        del work.published[published:]
        return in_words(refusal) if isinstance(refusal, Refused) else refusal


@contextmanager
def _plain_words() -> Iterator[None]:
    try:
        yield
    except Refused as refusal:
        raise in_words(refusal) from refusal
