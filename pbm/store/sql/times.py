"""Times as they are stored."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import lru_cache


# Cached: a move stores its time ten times; formatting it takes as long as inserting a short row.
@lru_cache(maxsize=16)
def to_text(at: datetime) -> str:
    """ISO 8601 in UTC with microseconds, so that texts sort in order of time."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def from_text(text: str) -> datetime:
    return datetime.fromisoformat(text)


def to_text_or_none(at: datetime | None) -> str | None:
    return None if at is None else to_text(at)


def from_text_or_none(text: str | None) -> datetime | None:
    return None if text is None else from_text(text)
