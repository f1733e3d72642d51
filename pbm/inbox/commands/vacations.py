"""Vacations, which stop a player's clocks."""

from __future__ import annotations

from pbm.core.days import period
from pbm.core.zones import zone_of
from pbm.inbox.line.access import Access
from pbm.inbox.line.answers import Answer
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Request
from pbm.notices.absences import vacation_draft
from pbm.play import vacations


@command("vacation", "u p WHEN...", access=Access.PLAYER, passes_on=True)
def vacation(request: Request) -> Answer:
    """Holidays: your clocks stand still for some days.

    Write the days as you would tell a friend: vacation 24 December until 3 January, vacation
    tomorrow 2 weeks, vacation until Sunday. Dates such as 2026-12-20 2027-01-03 or 24.12. 3.1. do
    as well. Both days belong to the vacation, in your own time zone.

    Your opponents are told, and you can still move if you like. There are 40 days in a year.
    "vacation show" tells what you have planned, and "vacation off" ends it, or takes it back.

    In cups, seasons and on stairs only 7 days of vacations count in each game: see "help contests".
    """
    work, player, word = request.work, request.player, request.args.text.casefold()
    if word == "show":
        return Answer(vacation_draft(player, vacations.vacation_plan(work.tx, player, work.now)))
    if word == "off":
        vacations.end(work, player, request.text)
    else:
        today = request.now.astimezone(zone_of(player)).date()
        vacations.plan(work, player, *period(request.args.rest, today), request.text)
    return request.told()
