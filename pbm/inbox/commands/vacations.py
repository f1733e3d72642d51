"""Vacations, which stop a player's clocks."""

from __future__ import annotations

from datetime import date

from pbm.core.clocks import DAY
from pbm.core.refused import Refused
from pbm.core.zones import zone_of
from pbm.inbox.vocabulary.access import Access
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.request import Request
from pbm.notices.absences import vacation_draft
from pbm.play import vacations


@command("vacation", "u p FROM [TO]", access=Access.PLAYER)
def vacation(request: Request) -> Answer:
    """Stop your clocks from one day to another: vacation 2026-12-20 2027-01-03.

    Both days belong to the vacation, in your own time zone; today and tomorrow are words for them.
    You can take 40 days of vacation a year. You can still move, and your opponents are told.
    "vacation off" ends it, or takes it back; "vacation show" tells what you have planned.
    """
    work, player, word = request.work, request.player, request.args.word("from").casefold()
    if word == "show":
        return Answer(vacation_draft(player, vacations.vacation_plan(work.tx, player, work.now)))
    if word == "off":
        vacations.end(work, player, request.text)
    else:
        vacations.plan(work, player, *_days(request), request.text)
    return request.told()


def _days(request: Request) -> tuple[date, date]:
    """The first and the last day of the vacation.

    :raises Refused: if one of them cannot be read, or the last one is missing
    """
    today = request.now.astimezone(zone_of(request.player)).date()
    first, last = (_day(request.args.word(name), today) for name in ("from", "to"))
    return first, last


def _day(word: str, today: date) -> date:
    if not word:
        raise Refused("no_last_day")
    named = {"today": today, "tomorrow": today + DAY}.get(word.casefold())
    if named is not None:
        return named
    try:
        return date.fromisoformat(word)
    except ValueError:
        raise Refused("no_day", word=word[:20]) from None
