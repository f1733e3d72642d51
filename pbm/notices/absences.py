"""What a player and their opponents are told of vacations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from pbm.core.model import Player, Vacation
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.kinds import MailKind
from pbm.notices.readers import Reader, reader_of
from pbm.notices.telling import HANDLERS
from pbm.notices.views import boards_by_opponent
from pbm.play.vacations import AbsenceAnnounced, VacationChanged, VacationPlan
from pbm.store.protocol import Transaction


@HANDLERS.hears(VacationChanged)
def vacation_receipt(news: VacationChanged, _tx: Transaction) -> Iterable[Draft]:
    code = "ended" if news.ended else "planned"
    unsent = news.told_at is not None and bool(news.said)
    return [vacation_draft(news.by, news.plan, code, told_at=news.told_at, unsent=unsent)]


def vacation_draft(
    player: Player,
    plan: VacationPlan,
    news: str = "",
    *,
    told_at: datetime | None = None,
    unsent: bool = False,
) -> Draft:
    """What a player has planned.

    told_at: when opponents are told, where that is later. unsent: whether the player's own lines
        are not sent to them then.
    """
    reader = reader_of(player)
    facts = {
        "news": news,
        "told_at": reader.moment(told_at) if told_at else "",
        "unsent": unsent,
        "planned": [_period(each, reader) for each in plan.periods],
        "year": plan.year,
        "left": plan.left,
    }
    return Draft(player, MailKind.VACATION, facts, grant=account_grant(player))


@HANDLERS.hears(AbsenceAnnounced)
def absence_mails(news: AbsenceAnnounced, tx: Transaction) -> Iterable[Draft]:
    """One mail to each opponent, however many boards there are."""
    for other, boards in boards_by_opponent(news.by.id, news.matches).items():
        to = tx.players.get(other)
        reader = reader_of(to)
        facts = {
            "by": news.by.userid,
            "boards": boards,
            "periods": [_period(each, reader) for each in news.periods],
            "comment": list(news.said),
        }
        yield Draft(to, MailKind.ABSENCE, facts, grant=account_grant(to))


def _period(vacation: Vacation, reader: Reader) -> Mapping[str, Any]:
    return {"from": reader.day(vacation.start), "until": reader.moment(vacation.end)}
