"""Time limits as players write them: ``-nagtime=7d -forfeittime=21d``."""

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

# Defaults. With a shorter ``-forfeittime``, the default nag time is a third of that.
NAG = timedelta(days=7)
FORFEIT = timedelta(days=21)

UNITS: Mapping[str, timedelta] = {
    **dict.fromkeys(
        "h hour hours stunde stunden heure heures uur uren ora ore".split(), timedelta(hours=1)
    ),
    **dict.fromkeys("d day days tag tage tagen jour jours dag dagen giorno giorni".split(), DAY),
    **dict.fromkeys(
        "w week weeks woche wochen semaine semaines weken settimana settimane".split(), 7 * DAY
    ),
    **dict.fromkeys("fortnight fortnights quinzaine".split(), 14 * DAY),
}
"""The units of spans, in all languages of our mails."""

_PART = re.compile(r"([0-9]{1,4})([^\W\d]*)")


def chosen_limits(options: Mapping[str, str]) -> TimeLimits:
    """Parse the options, which are given by their names without a dash.

    :raises Refused: if an option is not a time, or too short or long, or if the first reminder
        would come after the game is lost
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
    """Parse the value of an option.

    :raises Refused: if the value is not a time, or too short or long"""
    span = _span(written)
    if span is None or not SHORTEST <= span <= LONGEST:
        raise Refused("bad_time", option=option, written=written[:20], most=LONGEST // DAY)
    return span


def _span(text: str) -> timedelta | None:
    """Parse ``2w``, ``7days``, ``36h`` or ``1d12h``; a bare number is a number of days."""
    parts = _PART.findall(text)
    is_span = "".join(number + unit for number, unit in parts) == text != ""
    if not is_span or any((unit or "d") not in UNITS for _, unit in parts):
        return None
    return sum((int(number) * UNITS[unit or "d"] for number, unit in parts), timedelta())
