"""The table of subscribers, and their queue, read after the commit."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

from pbm.app.config import Settings
from pbm.base.errors import PermanentFailure, TemporaryFailure
from pbm.core.boards import fold, unfold
from pbm.core.bookkeeping import Unheard
from pbm.play.finished_games import FinishedGames
from pbm.play.subscribers import Subscriber, Subscribers
from pbm.site.changes import ChangedGames
from pbm.store.protocol import Store, Transaction

log = logging.getLogger(__name__)

SUBSCRIBERS: Subscribers = (FinishedGames(),)
"""All subscribers. A new one is added here."""


def subscribers_for(settings: Settings) -> Subscribers:
    """The subscribers whose events are queued. The pages have their own loop (``pages.py``)."""
    return (*SUBSCRIBERS, ChangedGames()) if settings.site else SUBSCRIBERS


MOST_AT_ONCE = 50
AGAIN_AFTER_FAULT = timedelta(hours=1)


def tell_subscribers(
    store: Store, clock: Callable[[], datetime], subscribers: Subscribers = SUBSCRIBERS
) -> None:
    """Hand each subscriber the next events in its queue.

    Each subscriber gets at most ``MOST_AT_ONCE`` events, since letters wait meanwhile.
    """
    for subscriber in subscribers:
        left = MOST_AT_ONCE
        while due := _due(store, subscriber, clock(), left):
            for each in due:
                _tell(store, subscriber, each, clock())
            left -= len(due)


def rebuild(store: Store, board: int, subscribers: Subscribers = SUBSCRIBERS) -> Mapping[str, int]:
    """Hand all events of a board to each subscriber again. Return the number of events of each.

    :raises PermanentFailure: if the events are damaged
    """
    with store.transaction() as tx:
        return {each.name: _remake(tx, each, board) for each in subscribers}


def _due(store: Store, subscriber: Subscriber, now: datetime, limit: int) -> Sequence[Unheard]:
    if not limit:
        return ()
    with store.reading() as tx:
        return tx.unheard.due(subscriber.name, now, limit)


def _tell(store: Store, subscriber: Subscriber, unheard: Unheard, now: datetime) -> None:
    """Hand one event to a subscriber. If that fails, it is retried later.

    Until then the subscriber gets no later events of that board. Other boards and subscribers are
    not affected.
    """
    try:
        with store.transaction() as tx:
            events = tx.matches.events(unheard.board)[: unheard.seq]
            subscriber.hear(tx, events[-1], fold(events))
            tx.unheard.drop(unheard)
    except TemporaryFailure:
        raise
    except Exception:
        log.exception("%s failed at %s", subscriber.name, unheard)
        with store.transaction() as tx:
            tx.unheard.put_off(unheard, now + AGAIN_AFTER_FAULT)


def _remake(tx: Transaction, subscriber: Subscriber, number: int) -> int:
    events, seqs = tx.matches.events(number), list[int]()
    try:
        for event, board in zip(events, unfold(events), strict=True):
            if subscriber.wants(event.what, board.match):
                subscriber.hear(tx, event, board)
                seqs.append(event.seq)
    except Exception as error:  # a tampered event may hold anything
        what = f'board {number} cannot be replayed; "pbm audit {number}" says why'
        raise PermanentFailure(what) from error
    subscriber.retain(tx, number, seqs)
    return len(seqs)
