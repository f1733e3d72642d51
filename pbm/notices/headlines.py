"""What a board mail has to tell, in one word that its templates know."""

from __future__ import annotations

from enum import StrEnum


class Headline(StrEnum):
    """The news of a board mail.

    The first ones happened on the board; the others answer somebody, or remind them of it.
    """

    ACCEPTED = "accepted"
    BEGUN = "begun"
    TAKEN = "taken"
    CREATED = "created"
    DECLINED = "declined"
    MOVED = "moved"
    PROPOSED = "proposed"
    AGREED = "agreed"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"
    RESIGNED = "resigned"
    CANCELLED = "cancelled"
    FORFEITED = "forfeited"
    ABORTED = "aborted"
    CALLED_OFF = "called_off"
    ADJUDICATED = "adjudicated"
    CORRECTED = "corrected"
    REOPENED = "reopened"
    GRANTED = "granted"

    REMINDER = "reminder"
    STALE = "stale"
    WAITING = "waiting"
    UNSEEN = "unseen"
    SHOWN = "shown"
    SUBSCRIBED = "subscribed"
    UNSUBSCRIBED = "unsubscribed"
