"""Headlines: the code of what a board mail reports, for its templates."""

from __future__ import annotations

from enum import StrEnum


class Headline(StrEnum):
    """The news that a board mail reports.

    The first group are events of the board. The second group are answers and reminders.
    """

    ACCEPTED = "accepted"
    BEGUN = "begun"
    TAKEN = "taken"
    CREATED = "created"
    CHALLENGED = "challenged"
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
    SCORED = "scored"
    SUBSCRIBED = "subscribed"
    UNSUBSCRIBED = "unsubscribed"
