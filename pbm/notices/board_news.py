"""Mails about events of a board, to its players and spectators."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import singledispatch
from typing import Any

from pbm.core.happening import Happening
from pbm.core.happenings import (
    Aborted,
    Adjudicated,
    Agreed,
    Corrected,
    Forfeited,
    Granted,
    Moved,
    Proposed,
    Rejected,
    Reopened,
    Resigned,
)
from pbm.core.openings import Accepted, Created, Declined, Invited
from pbm.notices.board_drafts import board_draft, last_plies
from pbm.notices.drafts import Draft
from pbm.notices.handlers import HANDLERS
from pbm.notices.headlines import Headline
from pbm.notices.invitations import invitation_drafts, invited_player
from pbm.notices.views import Plies, audience
from pbm.play.news import BoardNews, WatchNews
from pbm.play.terms import terms_of
from pbm.store.protocol import Transaction


@HANDLERS.handles(BoardNews)
def board_mails(news: BoardNews, tx: Transaction) -> Iterable[Draft]:
    """A board mail to each player and spectator; for an invitation, the invitation mails."""
    if isinstance(news.what, Invited) and not news.after.running:
        return invitation_drafts(news, news.what.terms, tx)
    board = news.after
    headline, more = _headline(news.what, news, tx)
    last = last_plies(tx, board, _shown(news), news.how)
    return [
        board_draft(
            tx,
            board,
            player,
            headline,
            last=last,
            comment=news.said,
            by=news.by.userid if news.by else "",
            dropped=news.dropped.get(player.id, ()),
            **more,
        )
        for player in audience(tx, board)
    ]


@HANDLERS.handles(WatchNews)
def watch_mail(news: WatchNews, tx: Transaction) -> Iterable[Draft]:
    """The current board, to the player who starts or stops watching it."""
    headline = Headline.SUBSCRIBED if news.watching else Headline.UNSUBSCRIBED
    last = last_plies(tx, news.board, news.board.plies[-2:])
    return [board_draft(tx, news.board, news.by, headline, last=last, event=False)]


def _shown(news: BoardNews) -> Plies:
    """The new plies or, without any, the last ply; no plies for a forfeit.

    A program's move is shown with the turn before it: one mail may report both to a player.
    """
    if isinstance(news.what, Forfeited):
        return ()
    plies, first = news.after.plies, len(news.before.plies) if news.before else 0
    if news.by is not None and news.by.is_driven and isinstance(news.what, Moved):
        while first and plies[first - 1].seat is not news.what.seat:
            first -= 1
    return plies[first:] or plies[-1:]


HeadlineAndFacts = tuple[Headline, Mapping[str, Any]]

_WITHOUT_FACTS: Mapping[type[Happening], Headline] = {
    Accepted: Headline.ACCEPTED,
    Moved: Headline.MOVED,
    Proposed: Headline.PROPOSED,
    Resigned: Headline.RESIGNED,
}
_BY_OPERATORS: Mapping[type[Happening], Headline] = {
    Adjudicated: Headline.ADJUDICATED,
    Corrected: Headline.CORRECTED,
    Reopened: Headline.REOPENED,
    Granted: Headline.GRANTED,
}


@singledispatch
def _headline(what: Happening, _news: BoardNews, _tx: Transaction) -> HeadlineAndFacts:
    return _WITHOUT_FACTS[type(what)], {}


@_headline.register
def _(what: Invited, _news: BoardNews, tx: Transaction) -> HeadlineAndFacts:
    """An invitation that was accepted automatically."""
    return Headline.BEGUN, {"opponent": invited_player(tx, what.terms).userid}


@_headline.register
def _(_what: Declined, news: BoardNews, tx: Transaction) -> HeadlineAndFacts:
    own = news.by is not None and news.by.id == terms_of(tx, news.after.number).by
    return Headline.DECLINED, {"withdrawn": own}


@_headline.register
def _(what: Created, _news: BoardNews, tx: Transaction) -> HeadlineAndFacts:
    """A game created by an operator, by taking a seek, or by a challenge on stairs."""
    if what.terms.by is None:
        return Headline.CREATED, {}
    if what.terms.contest:
        challenged = next(each for each in what.terms.players if each != what.terms.by)
        return Headline.CHALLENGED, {"opponent": tx.players.get(challenged).userid}
    return Headline.TAKEN, {"seeker": tx.players.get(what.terms.by).userid}


@_headline.register
def _(what: Aborted, news: BoardNews, _tx: Transaction) -> HeadlineAndFacts:
    if what.seat is not None:
        return Headline.CANCELLED, {}
    was_running = news.before is not None and news.before.running
    return Headline.ABORTED if was_running else Headline.CALLED_OFF, {"why": what.why}


@_headline.register
def _(
    what: Adjudicated | Corrected | Reopened | Granted, _news: BoardNews, _tx: Transaction
) -> HeadlineAndFacts:
    return _BY_OPERATORS[type(what)], {"why": what.why}


@_headline.register
def _(what: Forfeited, news: BoardNews, tx: Transaction) -> HeadlineAndFacts:
    return Headline.FORFEITED, {
        "late": tx.players.get(news.after.match.player_at(what.seat)).userid
    }


@_headline.register
def _(_what: Agreed, news: BoardNews, _tx: Transaction) -> HeadlineAndFacts:
    assert news.before is not None, "a proposal is made on a running board"
    gone = news.before.plies[len(news.after.plies) :]
    moves = [f"{ply.number}. {ply.text}" for ply in gone if not ply.automatic]
    return Headline.AGREED, {"taken_back": moves}


@_headline.register
def _(what: Rejected, news: BoardNews, _tx: Transaction) -> HeadlineAndFacts:
    assert news.before is not None and news.before.proposal is not None, "it answers a proposal"
    proposal = news.before.proposal
    own = proposal.seat is what.seat
    return (Headline.WITHDRAWN if own else Headline.REJECTED), {"offer": proposal.offer.value}
