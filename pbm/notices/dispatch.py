"""Dispatching published news to its handlers, and collecting the mails.

To handle a class of news, register a function for it in a module of this package, and import that
module here.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbm.base.values import replace
from pbm.core.model import Player
from pbm.notices import (
    absences,
    account_news,
    board_news,
    contest_news,
    receipts,
    reminders,
    seek_news,
    talk,
)
from pbm.notices.drafts import Draft
from pbm.notices.handlers import HANDLERS
from pbm.notices.study import analyses, puzzles
from pbm.play.news import BoardNews, News, UntoldError
from pbm.play.work import Work
from pbm.store.protocol import Transaction

__all__ = [
    "absences",
    "account_news",
    "analyses",
    "board_news",
    "contest_news",
    "puzzles",
    "receipts",
    "reminders",
    "seek_news",
    "take_drafts",
    "talk",
]


def take_drafts(work: Work, author: str = "") -> list[Draft]:
    """Dispatch all published news, clear the list, and return the mails.

    The mails include one to the player who acted.

    author: the address whose letter is being answered. If it belongs to a player, their mail goes
        there, and a mail of the same kind for the address alone is left out.
    """
    published, work.published[:] = [*work.published], []
    drafts = [each for news in published for each in _offered(news, work.tx)]
    there = {(each.kind, each.player.answered_at(author)) for each in drafts if each.player}
    return [each for each in drafts if each.player or (each.kind, str(each.to)) not in there]


def _offered(news: News, tx: Transaction) -> list[Draft]:
    """Call the handlers of one piece of news, and return the mails."""
    drafts = HANDLERS.drafts_for(news, tx)
    if isinstance(news, BoardNews):
        _check_told(news, drafts, tx)
    # The audit checks that every event was offered to the handlers.
    for board, seqs in news.covered:
        tx.matches.mark_offered(board, seqs)
    return [_caused(draft, news.by) for draft in drafts]


def _check_told(news: BoardNews, drafts: Iterable[Draft], tx: Transaction) -> None:
    """Check that both players of the board are told of an event.

    :raises UntoldError: if there is no mail to a player who has an address
    """
    if not news.what.kind.is_told:
        return
    told = {draft.player.id for draft in drafts if draft.player}
    for player in filter(None, map(tx.players.find, news.after.match.players)):
        if player.addresses and player.id not in told:
            raise UntoldError(f"{player.userid} is not told of {news.what}")


def _caused(draft: Draft, by: Player | None) -> Draft:
    """The draft with the player who caused it, unless they are its reader."""
    if by is None or (draft.player is not None and draft.player.id == by.id):
        return draft
    return replace(draft, by=by.id)
