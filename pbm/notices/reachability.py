"""Mails to the opponents of a player whom mails reach no more, or again."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from pbm.notices.drafts import Draft, account_grant
from pbm.notices.handlers import HANDLERS
from pbm.notices.kinds import MailKind
from pbm.notices.readers import reader_of
from pbm.notices.views import boards_by_opponent
from pbm.play.reachability import Reached, Unreachable
from pbm.store.protocol import Transaction


@HANDLERS.handles(Unreachable)
def unreachable_mails(news: Unreachable, tx: Transaction) -> Iterable[Draft]:
    return _to_opponents(tx, news, news.until)


@HANDLERS.handles(Reached)
def reached_mails(news: Reached, tx: Transaction) -> Iterable[Draft]:
    return _to_opponents(tx, news)


def _to_opponents(
    tx: Transaction, news: Unreachable | Reached, until: datetime | None = None
) -> Iterable[Draft]:
    """One mail to each opponent, for all boards together. until: None if mails reach them again."""
    for other, boards in boards_by_opponent(news.by.id, news.matches).items():
        to = tx.players.get(other)
        told = reader_of(to).moment(until) if until else ""
        facts = {"by": news.by.userid, "boards": boards, "until": told}
        yield Draft(to, MailKind.UNREACHABLE, facts, grant=account_grant(to))
