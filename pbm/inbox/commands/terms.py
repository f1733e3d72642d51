"""Options for the terms of a game: rules, start, first move, rating and time."""

from __future__ import annotations

from pbm.core import time_controls
from pbm.core.games import start_names

OPTIONS = (
    "rules=NAME",
    *start_names(),
    "first=WHO",
    "unrated",
    "private",
    *(f"{name}=TIME" for name in time_controls.OPTIONS),
)
