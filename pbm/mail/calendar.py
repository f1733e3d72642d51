"""Adds an entry for the reader's calendar to a mail (RFC 5545)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from pbm.mail.multipart import with_attachment


@dataclass(frozen=True)
class Deadline:
    """A deadline as an entry of a calendar.

    uid: the same for all entries that replace each other; the one with the highest ``number``
        counts.
    at: None removes the entry from the calendar.
    """

    uid: str
    number: int
    summary: str
    now: datetime
    at: datetime | None


def with_deadline(raw: bytes, message_id: str, deadline: Deadline) -> bytes:
    """Return the mail with the entry as an attachment.

    The entry is not an invitation (its method is PUBLISH): it names nobody, and asks for no answer.
    """
    kind = 'text/calendar; charset="utf-8"; method=PUBLISH; name="deadline.ics"'
    return with_attachment(raw, message_id, kind, "deadline.ics", _entry(deadline))


def _entry(deadline: Deadline) -> bytes:
    from icalendar import Calendar, Event  # noqa: PLC0415 (0.2 s, and few players want it)

    event = Event()
    event.add("uid", deadline.uid)
    event.add("dtstamp", deadline.now)
    event.add("dtstart", deadline.at or deadline.now)
    event.add("summary", deadline.summary)
    event.add("sequence", deadline.number)
    event.add("status", "CANCELLED" if deadline.at is None else "CONFIRMED")
    event.add("transp", "TRANSPARENT")
    calendar = Calendar()
    calendar.add("prodid", "-//pbm//deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add_component(event)
    return bytes(calendar.to_ical())
