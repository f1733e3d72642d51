"""What the players and the spectators of a board are told of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbm.core.games import Seat
from pbm.core.happenings import (
    Aborted,
    Agreed,
    Moved,
    Proposed,
    Rejected,
    Resigned,
)
from pbm.notices.drafts import Draft
from pbm.notices.telling import drafts_for
from pbm.notices.views import Plies, audience, board_draft
from pbm.play.news import BoardNews
from pbm.store.protocol import Transaction


@drafts_for.register
def _(news: BoardNews, tx: Transaction) -> Iterable[Draft]:
    """The board, mailed to both players and to those who watch it."""
    board = news.after
    code, more = _headline(news)
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


def _shown(news: BoardNews) -> Plies:
    """The plies that are new, or the last one where none is."""
    before = len(news.before.plies) if news.before else 0
    return news.after.plies[before:] or news.after.plies[-1:]


Headline = tuple[str, Mapping[str, Any]]


def _headline(news: BoardNews) -> Headline:
    """The news in one word, as templates know it, and its facts."""
    match news.what:
        case Moved():
            return "moved", {}
        case Resigned():
            return "resigned", {}
        case Aborted():
            return "cancelled", {}
        case Proposed():
            return "proposed", {}
        case Agreed():
            return "agreed", {"taken_back": _taken_back(news)}
        case Rejected(seat):
            return _rejected(news, seat)
        case _:
            raise NotImplementedError(f"nobody is told of {news.what.kind}")


def _taken_back(news: BoardNews) -> Sequence[str]:
    assert news.before is not None, "only on a running board can anybody agree"
    gone = news.before.plies[len(news.after.plies) :]
    return [f"{ply.number}. {ply.text}" for ply in gone if not ply.automatic]


def _rejected(news: BoardNews, seat: Seat) -> Headline:
    assert news.before is not None and news.before.proposal is not None, "it answers a proposal"
    proposal = news.before.proposal
    code = "withdrawn" if proposal.seat is seat else "rejected"
    return code, {"offer": proposal.offer.value}
