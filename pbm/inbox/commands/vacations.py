"""Vacations, which stop a player's clocks."""

from __future__ import annotations

from pbm.core.zones import zone_of
from pbm.inbox.vocabulary.access import Access
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.days import period
from pbm.inbox.vocabulary.request import Request
from pbm.notices.absences import vacation_draft
from pbm.play import vacations


@command("vacation", "u p WHEN...", access=Access.PLAYER)
def vacation(request: Request) -> Answer:
    """Stop your clocks from one day to another: vacation 2026-12-20 2027-01-03.

    Both days belong to the vacation, in your own time zone. Days can also be written in words, in
    any language of our mails: 24 December until 3 January, 24.12. 3.1., tomorrow 2 weeks, until
    Sunday.

    You can take 40 days of vacation a year. You can still move, and your opponents are told.
    "vacation off" ends it, or takes it back; "vacation show" tells what you have planned.
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
