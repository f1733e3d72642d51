"""One act of the operator's: recorded with its reason, and everything that it causes with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from pbm.admin.refusals import in_words
from pbm.app.application import App
from pbm.base.errors import PbmError, TemporaryFailure
from pbm.base.rights import person
from pbm.core.model import Cause
from pbm.core.refused import Refused
from pbm.notices.drafts import Draft
from pbm.notices.post import Post
from pbm.play.work import Work
from pbm.store.protocol import Transaction
from pbm.store.workbench import Workbench

PORTION = 50
"""How many things one transaction changes, so that no letter waits for long to be kept."""

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True)
class Action:
    """One act in hand: what it does, where its mails go, and its reason."""

    work: Work
    post: Post
    why: str = ""

    @property
    def tx(self) -> Transaction:
        return self.work.tx

    def send(self, draft: Draft) -> None:
        self.post.send(self.work, draft)


@contextmanager
def action(
    app: App, command: str, why: str = "", facts: Mapping[str, Any] | None = None
) -> Iterator[Action]:
    """A transaction for something the operator does, recorded as an act with its reason."""
    now = app.clock()
    with app.store.transaction() as tx, _plain_words():
        act = tx.acts.add(command, why, facts or {}, now, person())
        begun = Action(_work(app, tx, now, Cause(act=act.id)), app.post, why)
        yield begun
        app.post.tell(begun.work)


@contextmanager
def continued(app: App, cause: Cause) -> Iterator[Action]:
    """One more transaction for an act that is too long for one: letters are kept in between."""
    with app.store.transaction() as tx:
        more = Action(_work(app, tx, app.clock(), cause), app.post)
        yield more
        app.post.tell(more.work)


def _work(app: App, tx: Transaction, now: datetime, cause: Cause) -> Work:
    """What takes long is done at once: an operator waits for it."""
    return Work(tx, now, cause, app.repository, Workbench(tx))


def actions(
    app: App,
    command: str,
    items: Sequence[T],
    do: Callable[[Action, T], R],
    facts: Mapping[str, Any],
) -> Iterator[R | PbmError]:
    """One act for many things: what came of each, or why it was refused.

    Letters are kept between one portion and the next.

    :raises PbmError: if there is only one, and it is refused: no act is kept then
    """
    cause: Cause | None = None
    for start in range(0, len(items), PORTION):
        opened = continued(app, cause) if cause else action(app, command, facts=facts)
        with opened as act:
            cause = act.work.cause
            outcomes = [_attempt(do, act, item) for item in items[start : start + PORTION]]
            if len(items) == 1 and isinstance(outcomes[0], PbmError):
                raise outcomes[0]
        yield from outcomes


def _attempt(do: Callable[[Action, T], R], act: Action, item: T) -> R | PbmError:
    """:raises TemporaryFailure: which is no fault of the item"""
    try:
        return do(act, item)
    except TemporaryFailure:
        raise
    except PbmError as refusal:
        return refusal


@contextmanager
def _plain_words() -> Iterator[None]:
    try:
        yield
    except Refused as refusal:
        raise in_words(refusal) from refusal
