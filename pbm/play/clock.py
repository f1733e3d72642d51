"""The game clocks: forfeits, reminders, downtime, and games that their plugin cannot play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from pbm.core.board import Board
from pbm.core.clocks import Absence, Pause
from pbm.core.games import HeldGame, PluginGame, Seat, find_kept
from pbm.core.happenings import Excused, Forfeited, Returned
from pbm.core.model import Match
from pbm.play.news import Reminder
from pbm.play.work import Work
from pbm.store.protocol import Transaction

# After a downtime, letters queued at other mail servers arrive within this time.
MAIL_DELAY = timedelta(hours=1)

# A reminder of one board includes those whose own reminder would follow within this time.
AHEAD = timedelta(hours=12)
_PAUSE = timedelta(days=1)
"""How long a clock is stopped at a time. Half of it before its end, the pause is made longer."""

AGAIN_AFTER_FAULT = timedelta(hours=1)
MOST_AT_ONCE = 200


Change = tuple[Match, Sequence[Excused | Returned]]
"""A game with what has to happen to its clocks."""


@dataclass(frozen=True)
class Duty:
    """A task for some boards, run in a transaction of its own: its failure stops no other."""

    matches: Sequence[Match]
    do: Callable[[Work], object]


def due(tx: Transaction, now: datetime, heard_until: datetime) -> Sequence[Match]:
    """The boards whose alarm is due.

    heard_until: letters received up to this time have been processed. Boards whose deadline is
        later are left out, so that nobody forfeits while their move waits.
    """
    found = tx.matches.due(now, MOST_AT_ONCE)
    return [match for match in found if not heard_until < _deadline(match, now) <= now]


def duties(matches: Sequence[Match], now: datetime) -> Iterator[Duty]:
    """The tasks for these boards: forfeits first, then one reminder for each player."""
    waiting: defaultdict[int, list[Match]] = defaultdict(list)
    for match in matches:
        if match.clock.seat is None:
            yield Duty([match], partial(_clear_alarm, match=match))
        elif _deadline(match, now) > now:
            waiting[match.player_at(match.clock.seat)].append(match)
        else:
            yield Duty([match], partial(forfeit, match=match))
    for player, due in waiting.items():
        yield Duty(due, partial(remind, player=player, due=due))


def put_off(work: Work, duty: Duty) -> None:
    """Retry a task later, after it failed."""
    for match in duty.matches:
        work.tx.matches.set_alarm(match, work.now + AGAIN_AFTER_FAULT)


def forfeit(work: Work, match: Match) -> Board:
    """End a game whose deadline has passed."""
    board = work.boards.read(work.tx, match)
    seat, deadline = match.clock.seat, match.clock.deadline()
    assert seat is not None and deadline is not None, "only a clock that runs is due"
    return work.enact(board, Forfeited(seat, deadline))


def remind(work: Work, player: int, due: Sequence[Match]) -> None:
    """Remind a player of the boards that are due, and of those that are due soon."""
    soon = _soon(work, player, {match.board for match in due})
    for match in due:
        work.tx.matches.set_alarm(match, match.clock.alarm(work.now))
    for match in soon:
        work.tx.matches.set_alarm(match, match.clock.alarm(work.now + AHEAD))
    boards = tuple(work.boards.read(work.tx, match) for match in (*due, *soon))
    work.publish(Reminder(None, work.tx.players.get(player), boards))


def give_back(work: Work, last: datetime) -> None:
    """Exclude a downtime that began at ``last``, and ``MAIL_DELAY`` from now, from all clocks."""
    absences = tuple(Absence(seat, last, work.now + MAIL_DELAY, Pause.DOWNTIME) for seat in Seat)
    for match in work.tx.matches.timed():
        work.adjust(match, Excused(absences))


def take_back(work: Work) -> None:
    """End downtimes that lie in the future.

    They were recorded by mistake: the system clock was ahead, and has been set back since.
    """
    for match in work.tx.matches.timed():
        _end_downtime(work, match)


def why_held(match: Match) -> str:
    """Return why a game cannot be played now, for the operator; "" if it can.

    A plugin that gave no answer is asked again.
    """
    game = find_kept(match.spec, match.rules)
    if isinstance(game, HeldGame):
        return game.why
    if isinstance(game, PluginGame) and game.fault and not game.answers():
        return f"the plugin {game.origin.distribution} gives no answer: {game.fault}"
    return ""


def held(tx: Transaction, now: datetime) -> Sequence[Change]:
    """Return the running games whose clocks must be stopped, or started again, and how."""
    changes = ((match, [*_held(match, now)]) for match in tx.matches.of_plugins())
    return [(match, whats) for match, whats in changes if whats]


def _held(match: Match, now: datetime) -> Iterator[Excused | Returned]:
    if not match.clock.limits:
        return
    ends = {seat: _paused_until(match, seat, now) for seat in Seat}
    if why_held(match):
        short = [seat for seat, end in ends.items() if end < now + _PAUSE / 2]
        if short:
            until = now + _PAUSE
            yield Excused(tuple(Absence(each, now, until, Pause.DOWNTIME) for each in short))
        return
    for seat, end in ends.items():
        # What is given back after a downtime of the server ends earlier.
        if end > now + MAIL_DELAY:
            yield Returned(seat, now, Pause.DOWNTIME)


def _paused_until(match: Match, seat: Seat, now: datetime) -> datetime:
    own = (
        each.end
        for each in match.clock.absences
        if each.seat is seat and each.why is Pause.DOWNTIME
    )
    return max(own, default=now)


def _clear_alarm(work: Work, match: Match) -> None:
    """Set no further alarm for a board on which no clock runs."""
    work.tx.matches.set_alarm(match, None)


def _end_downtime(work: Work, match: Match) -> None:
    ahead = work.now + MAIL_DELAY
    for seat in Seat:
        if any(each.end > ahead for each in match.clock.absences if _is_downtime(each, seat)):
            match = work.adjust(match, Returned(seat, work.now, Pause.DOWNTIME))


def _is_downtime(absence: Absence, seat: Seat) -> bool:
    return absence.why is Pause.DOWNTIME and absence.seat is seat


def _deadline(match: Match, now: datetime) -> datetime:
    """The deadline; without one, a moment in the future."""
    return match.clock.deadline() or now + AHEAD


def _soon(work: Work, player: int, due: set[int]) -> Sequence[Match]:
    """Further boards for which the player's reminder is due soon."""
    return [
        match
        for match in work.tx.matches.of_player(player)
        if match.running
        and match.board not in due
        and match.seat_of(player) is match.clock.seat
        and _reminds_soon(match, work.now)
    ]


def _reminds_soon(match: Match, now: datetime) -> bool:
    alarm = match.clock.alarm(now)
    return alarm is not None and alarm < min(_deadline(match, now), now + AHEAD)
