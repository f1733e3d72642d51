"""For each thing that happened: who is told what.

To react to a kind of news, register a function for its class in a module of this room and import
that module here.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbm.base.values import replace
from pbm.core.model import Player
from pbm.notices import (
    absences,
    account_news,
    board_news,
    chat_news,
    messages,
    reachability,
    receipts,
    reminders,
    seek_news,
)
from pbm.notices.drafts import Draft
from pbm.notices.telling import HANDLERS
from pbm.play.news import BoardNews, News, UntoldError
from pbm.play.work import Work
from pbm.store.protocol import Transaction

__all__ = [
    "absences",
    "account_news",
    "board_news",
    "chat_news",
    "messages",
    "reachability",
    "receipts",
    "reminders",
    "seek_news",
    "told",
]


def told(work: Work, author: str = "") -> list[Draft]:
    """The mails about everything that was published, which is then told. One for whose deed it
    is stands among them.

    author: the address whose letter is answered. Where a player gets a mail, a bare address of
    theirs does not get the same once more.
    """
    published, work.published[:] = [*work.published], []
    drafts = [each for news in published for each in _offered(news, work.tx)]
    there = {(each.kind, each.player.answered_at(author)) for each in drafts if each.player}
    return [each for each in drafts if each.player or (each.kind, str(each.to)) not in there]


def _offered(news: News, tx: Transaction) -> list[Draft]:
    """The mails about one piece of news, which everybody has heard then."""
    drafts = HANDLERS.drafts_for(news, tx)
    if isinstance(news, BoardNews):
        _check_told(news, drafts, tx)
        # The audit asks for it.
        tx.matches.mark_offered(news.after.number, news.seqs)
    return [_caused(draft, news.by) for draft in drafts]


def _check_told(news: BoardNews, drafts: Iterable[Draft], tx: Transaction) -> None:
    """:raises UntoldError: if a player of the board who can be mailed is not told of the event"""
    if not news.what.kind.is_told:
        return
    told = {draft.player.id for draft in drafts if draft.player}
    for player in filter(None, map(tx.players.find, news.after.match.players)):
        if player.addresses and player.id not in told:
            raise UntoldError(f"{player.userid} is not told of {news.what}")


def _caused(draft: Draft, by: Player | None) -> Draft:
    """The draft, which says whose deed causes it, unless they are its reader."""
    if by is None or (draft.player is not None and draft.player.id == by.id):
        return draft
    return replace(draft, by=by.id)
