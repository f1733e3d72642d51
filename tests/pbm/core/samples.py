"""Players, terms and a moment for the tests of boards and ratings."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from pbm.core.by_seat import BySeat
from pbm.core.events import Deed
from pbm.core.openings import Created, Terms

NOW = datetime(2026, 11, 20, 10, tzinfo=UTC)
ALICE, BOB = 7, 8
SPEC = "gyges/classic"


def terms(**more: Any) -> Terms:
    return Terms(**{"spec": SPEC, "players": BySeat(ALICE, BOB), **more})


def created(**more: Any) -> Deed:
    """Return the deed that opens a game between alice and bob."""
    return Deed(Created(terms(**more)), NOW)
