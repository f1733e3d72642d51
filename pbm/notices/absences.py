"""Mails about vacations and bouncing addresses: a receipt to the player, notices to opponents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime

from pbm.core.contests.pauses import MOST_PAUSED
from pbm.core.model import Player, Vacation
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.handlers import HANDLERS
from pbm.notices.kinds import MailKind
from pbm.notices.readers import Reader, reader_of
from pbm.notices.views import boards_by_opponent
from pbm.play.reachability import Reached, Unreachable
from pbm.play.vacations import AbsenceAnnounced, VacationChanged, VacationPlan
from pbm.store.protocol import Transaction


@HANDLERS.handles(VacationChanged)
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
    """The planned vacations of a player.

    news: what has changed, "" if the player only asked.
    told_at: when opponents will be told, None if they are told already.
    unsent: whether the mails to opponents will leave out the player's lines.
    """
    reader = reader_of(player)
    facts = {
        "news": news,
        "told_at": reader.moment(told_at) if told_at else "",
        "unsent": unsent,
        "planned": periods(plan.periods, reader, plan.at),
        "year": plan.year,
        "left": plan.left,
        "in_contests": plan.in_contests,
    }
    return Draft(player, MailKind.VACATION, facts, grant=account_grant(player))


@HANDLERS.handles(AbsenceAnnounced)
def absence_mails(news: AbsenceAnnounced, tx: Transaction) -> Iterable[Draft]:
    """One mail to each opponent, for all boards together."""
    for other, boards in boards_by_opponent(news.by.id, news.matches).items():
        to = tx.players.get(other)
        reader = reader_of(to)
        shared = [each for each in news.matches if other in each.players]
        in_contests = any(tx.contests.game(each.board) for each in shared)
        facts = {
            "by": news.by.userid,
            "boards": boards,
            "in_contests": MOST_PAUSED.days if in_contests else 0,
            "periods": periods(news.periods, reader, news.at),
            "comment": list(news.said),
        }
        yield Draft(to, MailKind.ABSENCE, facts, grant=account_grant(to))


def periods(
    vacations: Iterable[Vacation], reader: Reader, told: datetime
) -> list[Mapping[str, str]]:
    """The first and the last day of each vacation, in words. told: when the reader is told."""
    spans = (reader.period(each.start, each.end, told) for each in vacations)
    return [{"from": start, "until": end} for start, end in spans]


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
