"""What the players and the spectators of a board are told of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import singledispatch
from typing import Any

from pbm.core.happenings import (
    Aborted,
    Accepted,
    Agreed,
    Created,
    Declined,
    Happening,
    Invited,
    Moved,
    Proposed,
    Rejected,
    Resigned,
)
from pbm.notices.drafts import Draft
from pbm.notices.invitations import invitation_drafts, invited_player
from pbm.notices.telling import drafts_for
from pbm.notices.views import Plies, audience, board_draft
from pbm.play.news import BoardNews, WatchNews
from pbm.play.terms import terms_of
from pbm.store.protocol import Transaction


@drafts_for.register
def _(news: BoardNews, tx: Transaction) -> Iterable[Draft]:
    """The board, mailed to both players and to those who watch it; or an invitation to it."""
    if isinstance(news.what, Invited) and not news.after.running:
        return invitation_drafts(news, news.what.terms, tx)
    board = news.after
    code, more = _headline(news.what, news, tx)
    return [
        board_draft(
            tx,
            board,
            player,
            code,
            plies=_shown(news),
            comment=news.said,
            by=news.by.userid if news.by else "",
            how=news.how,
            dropped=news.dropped.get(player.id, ()),
            **more,
        )
        for player in audience(tx, board)
    ]


@drafts_for.register
def _(news: WatchNews, tx: Transaction) -> Iterable[Draft]:
    """The board as it stands, to who watches it from now on or no more."""
    code, plies = "subscribed" if news.watching else "unsubscribed", news.board.plies[-2:]
    return [board_draft(tx, news.board, news.by, code, plies=plies, event=False)]


def _shown(news: BoardNews) -> Plies:
    """The plies that are new, or the last one where none is."""
    before = len(news.before.plies) if news.before else 0
    return news.after.plies[before:] or news.after.plies[-1:]


Headline = tuple[str, Mapping[str, Any]]
"""The news in one word, as templates know it, and its facts."""

_WORDS: Mapping[type[Happening], str] = {
    Aborted: "cancelled",
    Accepted: "accepted",
    Moved: "moved",
    Proposed: "proposed",
    Resigned: "resigned",
}


@singledispatch
def _headline(what: Happening, _news: BoardNews, _tx: Transaction) -> Headline:
    return _WORDS[type(what)], {}


@_headline.register
def _(what: Invited, _news: BoardNews, tx: Transaction) -> Headline:
    """It was accepted by itself."""
    return "begun", {"opponent": invited_player(tx, what.terms).userid}


@_headline.register
def _(_what: Declined, news: BoardNews, tx: Transaction) -> Headline:
    own = news.by is not None and news.by.id == terms_of(tx, news.after.number).by
    return "declined", {"withdrawn": own}


@_headline.register
def _(what: Created, _news: BoardNews, tx: Transaction) -> Headline:
    """By an operator, or because somebody took a game that was offered to anyone."""
    if what.terms.by is None:
        return "created", {}
    return "taken", {"seeker": tx.players.get(what.terms.by).userid}


@_headline.register
def _(_what: Agreed, news: BoardNews, _tx: Transaction) -> Headline:
    assert news.before is not None, "only on a running board can anybody agree"
    gone = news.before.plies[len(news.after.plies) :]
    moves = [f"{ply.number}. {ply.text}" for ply in gone if not ply.automatic]
    return "agreed", {"taken_back": moves}


@_headline.register
def _(what: Rejected, news: BoardNews, _tx: Transaction) -> Headline:
    assert news.before is not None and news.before.proposal is not None, "it answers a proposal"
    proposal = news.before.proposal
    code = "withdrawn" if proposal.seat is what.seat else "rejected"
    return code, {"offer": proposal.offer.value}
