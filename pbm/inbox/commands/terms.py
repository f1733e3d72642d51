"""The options of a game that is agreed on by mail: rules, start, who moves first, what counts."""

from __future__ import annotations

from pbm.core import time_controls
from pbm.core.games import start_names

OPTIONS = (
    "rules=NAME",
    *start_names(),
    "first=WHO",
    "unrated",
    *(f"{name}=TIME" for name in time_controls.OPTIONS),
)
