"""Stopping one's clocks for a while."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from pbm.core.clocks import DAY, VACATION, Absence
from pbm.core.happenings import Excused, Happening, Returned
from pbm.core.model import Match, Player
from pbm.core.refused import Refused
from pbm.core.zones import zone_of
from pbm.inbox.vocabulary.access import Access
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.request import Request
from pbm.notices.absences import put_off, tell
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.readers import reader_of
from pbm.play.bounds import ABSENCES, charge
from pbm.play.vacations import MOST_A_YEAR, days_taken, planned, whole_days

_FARTHEST = timedelta(days=400)


@command("vacation", "u p FROM [TO]", access=Access.PLAYER)
def vacation(request: Request) -> Answer:
    """Stop your clocks from one day to another: vacation 2026-12-20 2027-01-03.

    Both days belong to the vacation, in your own time zone; today and tomorrow are words for
    them. A year has at most 40 days of vacation. You can still move, and your opponents are
    told. vacation off ends it, or takes it back; vacation show tells what you have planned.
    """
    word = request.args.word("from").casefold()
    if word == "show":
        return Answer(_own(request, ""))
    if word == "off":
        return _home_again(request)
    start, end = _period(request)
    charge(request.work, request.player, ABSENCES)
    request.tx.vacations.add(request.player.id, start, end)
    for match in _running(request):
        seat = match.seat_of(request.player.id)
        assert seat is not None, "these are his boards"
        _record(request, match, Excused((Absence(seat, start, end, VACATION),)))
    return _told(request, "planned")


def _home_again(request: Request) -> Answer:
    """:raises Refused: if there is no vacation to end"""
    if not planned(request.tx, request.player.id, request.now):
        raise Refused("no_vacation")
    charge(request.work, request.player, ABSENCES)
    request.tx.vacations.end(request.player.id, request.now)
    for match in _running(request):
        seat = match.seat_of(request.player.id)
        assert seat is not None, "these are his boards"
        _record(request, match, Returned(seat, request.now))
    return _told(request, "ended")


def _period(request: Request) -> tuple[datetime, datetime]:
    """The time that is asked for.

    :raises Refused: if it is none, is over, or is more than a player may have
    """
    zone = zone_of(request.player)
    today = request.now.astimezone(zone).date()
    first, last = (_day(request.args.word(name), today) for name in ("from", "to"))
    if not today <= first <= last <= today + _FARTHEST:
        raise Refused("no_period", today=today.isoformat())
    start, end = whole_days(first, last, zone)
    own = [(each.start, each.end) for each in request.tx.vacations.of(request.player.id)]
    if any(start < other_end and other_start < end for other_start, other_end in own):
        raise Refused("vacation_overlaps")
    for year in {first.year, last.year}:
        if days_taken([*own, (start, end)], year, zone) > MOST_A_YEAR:
            left = MOST_A_YEAR - days_taken(own, year, zone)
            raise Refused("too_much_vacation", most=MOST_A_YEAR, year=year, left=max(left, 0))
    return max(start, request.now), end


def _day(word: str, today: date) -> date:
    """:raises Refused: if the word is no day"""
    if not word:
        raise Refused("no_last_day")
    named = {"today": today, "tomorrow": today + DAY}.get(word.casefold())
    if named is not None:
        return named
    try:
        return date.fromisoformat(word)
    except ValueError:
        raise Refused("no_day", word=word[:20]) from None


def _running(request: Request) -> Sequence[Match]:
    return [match for match in request.tx.matches.of_player(request.player.id) if match.running]


def _record(request: Request, match: Match, what: Happening) -> None:
    """Let it happen on a board that has a clock; on others there is nothing to stop."""
    if match.clock.limits:
        request.work.record(request.work.boards.read(request.tx, match), what)


def _told(request: Request, news: str) -> Answer:
    """What stands, and the mails to opponents where they can be told now."""
    then = put_off(request.tx, request.player, request.now)
    if then is not None:
        return Answer(_own(request, news, then))
    return Answer(_own(request, news), tell(request.tx, request.player, request.now, request.text))


def _own(request: Request, news: str, then: datetime | None = None) -> Draft:
    """then: when the opponents are told, where that is later; the speaker's words are not."""
    player, zone = request.player, zone_of(request.player)
    year = request.now.astimezone(zone).year
    vacations = request.tx.vacations.of(player.id)
    times = [(each.start, each.end) for each in vacations]
    facts = {
        "news": news,
        "told_at": request.reader.moment(then) if then else "",
        "unsent": bool(then and request.text),
        "planned": [
            _facts(each.start, each.end, player)
            for each in planned(request.tx, player.id, request.now)
        ],
        "year": year,
        "left": max(MOST_A_YEAR - days_taken(times, year, zone), 0),
    }
    return Draft(player, "vacation", facts, grant=account_grant(player))


def _facts(start: datetime, end: datetime, to: Player) -> Mapping[str, Any]:
    reader = reader_of(to)
    return {"from": reader.day(start), "until": reader.moment(end)}
