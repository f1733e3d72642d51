"""The time limits of a game as people write them: ``-nagtime=7d -forfeittime=21d``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta

from pbm.core.clocks import DAY, TimeLimits
from pbm.core.refused import Refused

OPTIONS = ("nagtime", "forfeittime", "totaltime")
OFF = "off"

SHORTEST = timedelta(hours=1)
LONGEST = timedelta(days=400)

# What holds where nothing is said. A third of what a move may take, when that is said.
NAG = timedelta(days=7)
FORFEIT = timedelta(days=21)

_SPAN = re.compile(r"(?:([0-9]{1,3})d)?(?:([0-9]{1,4})h)?|([0-9]{1,3})")


def chosen_limits(options: Mapping[str, str]) -> TimeLimits:
    """The limits that the options give, by their names without a dash.

    :raises Refused: if one of them is no time, or too short or long, or if nobody would be
        reminded before they lose
    """
    forfeit = _chosen(options, "forfeittime", FORFEIT)
    total = _chosen(options, "totaltime", None)
    nag = _chosen(options, "nagtime", min(NAG, forfeit / 3) if forfeit else NAG)
    limits = TimeLimits(nag, forfeit, total)
    shortest = min((each for each in (forfeit, total) if each), default=None)
    if "nagtime" in options and nag and shortest and nag >= shortest:
        raise Refused("late_reminder", nag=options["nagtime"])
    return limits


def _chosen(options: Mapping[str, str], name: str, default: timedelta | None) -> timedelta | None:
    if name not in options:
        return default
    written = options[name].strip().casefold()
    return None if written == OFF else span_of(f"-{name}", written)


def span_of(option: str, written: str) -> timedelta:
    """The time that an option gives.

    :raises Refused: if it is none, or too short or long
    """
    span = _span(written)
    if span is None or not SHORTEST <= span <= LONGEST:
        raise Refused("bad_time", option=option, written=written[:20], most=LONGEST // DAY)
    return span


def _span(text: str) -> timedelta | None:
    """``7d``, ``36h``, ``1d12h``; a bare number counts days."""
    match = _SPAN.fullmatch(text)
    if match is None:
        return None
    days, hours, bare = match.groups()
    return timedelta(days=int(days or bare or 0), hours=int(hours or 0))
