"""The dates of seasons: when they begin, when people are told, and when they end."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

MONTHS = (1, 4, 7, 10)
HOUR = 8
TOLD_BEFORE = timedelta(days=7)
"""All who have entered a season are told this long before it begins."""

LENGTH = timedelta(days=90)
SILENT_AFTER = timedelta(days=30)
"""Players who have not written for this long are asked, and left out if they do not answer."""


def next_start(after: datetime) -> datetime:
    """Return the first date after ``after`` on which a season begins."""
    years = (after.year, after.year + 1)
    dates = (datetime(year, month, 1, HOUR, tzinfo=UTC) for year in years for month in MONTHS)
    return next(date for date in dates if date > after)


def end_of(begun: datetime) -> datetime:
    """Return when a season that began at ``begun`` ends: at the latest when the next one begins."""
    return min(begun + LENGTH, next_start(begun))
