"""What follows where mails come back from a player, and where they arrive again."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from pbm.notices.drafts import Draft, account_grant
from pbm.notices.kinds import MailKind
from pbm.notices.readers import reader_of
from pbm.notices.telling import HANDLERS
from pbm.notices.views import boards_by_opponent
from pbm.play.reachability import Reached, Unreachable
from pbm.store.protocol import Transaction


@HANDLERS.hears(Unreachable)
def unreachable_mails(news: Unreachable, tx: Transaction) -> Iterable[Draft]:
    return _to_opponents(tx, news, news.until)


@HANDLERS.hears(Reached)
def reached_mails(news: Reached, tx: Transaction) -> Iterable[Draft]:
    return _to_opponents(tx, news)


def _to_opponents(
    tx: Transaction, news: Unreachable | Reached, until: datetime | None = None
) -> Iterable[Draft]:
    """One mail to each, however many boards there are; without a time: they are back."""
    for other, boards in boards_by_opponent(news.by.id, news.matches).items():
        to = tx.players.get(other)
        told = reader_of(to).moment(until) if until else ""
        facts = {"by": news.by.userid, "boards": boards, "until": told}
        yield Draft(to, MailKind.UNREACHABLE, facts, grant=account_grant(to))
