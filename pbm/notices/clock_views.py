"""Facts about clocks for templates: limits, deadlines, vacations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from pbm.core.board import Board
from pbm.core.by_seat import BySeat
from pbm.core.clocks import ZERO, Absence, Clock, Pause, TimeLimits
from pbm.core.model import Player
from pbm.core.zones import has_zone
from pbm.notices.readers import Reader, reader_of

Facts = Mapping[str, Any]


def clock_facts(board: Board, players: BySeat[Player], viewer: Player | None) -> Facts:
    """Facts about the clock of a board; empty for a game without limits.

    deadline, by: the deadline of the next move, as a datetime and in words.
    local: the deadline without its zone if the reader's zone is known; else "".
    totals: the total time left for each player at the beginning of their turn.
    absences: known vacations; past ones may be among them.
    """
    clock, reader = board.match.clock, reader_of(viewer)
    if not clock.limits:
        return {}
    deadline = clock.deadline()
    return {
        "limits": limits_facts(clock.limits, reader),
        "deadline": deadline,
        "by": reader.moment(deadline) if deadline else "",
        "local": reader.time(deadline) if deadline and has_zone(viewer) else "",
        "totals": _totals(clock, players, reader),
        "absences": [
            _absence_facts(each, players, reader, clock.since or each.start)
            for each in clock.absences
            if each.why is Pause.VACATION
        ],
    }


def limits_facts(limits: TimeLimits, reader: Reader) -> Facts:
    """Each limit in words, "" for none."""
    return {name: reader.span(limit) if limit else "" for name, limit in vars(limits).items()}


def _totals(clock: Clock, players: BySeat[Player], reader: Reader) -> Sequence[Facts]:
    total = clock.limits.total
    if total is None:
        return ()
    return [
        {"userid": player.userid, "left": reader.span(max(total - spent, ZERO))}
        for player, spent in players.zip(clock.spent)
    ]


def _absence_facts(
    absence: Absence, players: BySeat[Player], reader: Reader, told: datetime
) -> Facts:
    start, end = reader.period(absence.start, absence.end, told)
    return {
        "userid": players.at(absence.seat).userid,
        "start": absence.start,
        "end": absence.end,
        "from": start,
        "until": end,
    }
