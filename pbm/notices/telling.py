"""How a kind of news is told: functions by its class."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch

from pbm.notices.drafts import Draft
from pbm.play.news import News
from pbm.store.protocol import Transaction


@singledispatch
def drafts_for(news: News, tx: Transaction) -> Iterable[Draft]:
    """The mails that tell of it, in the order in which they leave.

    What else it does to mails is done here, too: a token is good for nothing any more, or what
    rested can be sent.
    """
    raise NotImplementedError(f"nobody tells of {type(news).__name__}")
