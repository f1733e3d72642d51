"""Pauses of the clocks in contests: only some days of vacation and bounces together count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta

from pbm.core.clocks import ZERO, Absence, Pause
from pbm.core.games import Seat
from pbm.core.happening import Happening
from pbm.core.happenings import Returned, absences

MOST_PAUSED = timedelta(days=7)
"""The longest pause of each player in each game; pauses while the server is down are unlimited."""


def capped(before: Iterable[Happening], added: Sequence[Absence]) -> tuple[Absence, ...]:
    """Return the added absences as far as they count.

    before: the earlier happenings on the board.
    """
    known = _absences(before)
    counted: list[Absence] = []
    for absence in sorted(added, key=lambda each: each.start):
        left = MOST_PAUSED - _paused([*known, *counted], absence.seat)
        if not _is_limited(absence):
            counted.append(absence)
        elif left > ZERO:
            counted.append(replace(absence, end=min(absence.end, absence.start + left)))
    return tuple(counted)


def _absences(happened: Iterable[Happening]) -> list[Absence]:
    """The absences on a board, each up to its end or the return from it."""
    found: list[Absence] = []
    for what in happened:
        if isinstance(what, Returned):
            found = [_returned(each, what) for each in found]
        found += absences(what)
    return found


def _returned(absence: Absence, what: Returned) -> Absence:
    if (absence.seat, absence.why) != (what.seat, what.why):
        return absence
    return replace(absence, end=max(absence.start, min(absence.end, what.at)))


def _paused(found: Iterable[Absence], seat: Seat) -> timedelta:
    own = (each.end - each.start for each in found if each.seat is seat and _is_limited(each))
    return sum(own, ZERO)


def _is_limited(absence: Absence) -> bool:
    return absence.why is not Pause.DOWNTIME
