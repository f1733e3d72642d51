"""What the clocks ask for: games lost by time, reminders before that, downtime given back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial

from pbm.core.board import Board
from pbm.core.clocks import Absence, Pause
from pbm.core.games import Seat
from pbm.core.happenings import Excused, Forfeited, Returned
from pbm.core.model import Match
from pbm.play.news import Reminder
from pbm.play.work import Work
from pbm.store.protocol import Transaction

# After a downtime, letters that wait elsewhere come in within the delay.
MAIL_DELAY = timedelta(hours=1)

# Who is reminded of one board is reminded at once of those that would come next.
AHEAD = timedelta(hours=12)
AGAIN_AFTER_FAULT = timedelta(hours=1)
MOST_AT_ONCE = 200


@dataclass(frozen=True)
class Duty:
    """What is to be done at some boards, whatever becomes of the others."""

    matches: Sequence[Match]
    do: Callable[[Work], object]


def due(tx: Transaction, now: datetime, heard_until: datetime) -> Sequence[Match]:
    """The boards at which something is to be done.

    heard_until: what players had sent by then has been acted on. No game is lost before its
        player has been heard until the deadline.
    """
    found = tx.matches.due(now, MOST_AT_ONCE)
    return [match for match in found if not heard_until < _deadline(match, now) <= now]


def duties(matches: Sequence[Match], now: datetime) -> Iterator[Duty]:
    """What is to be done at these boards: first games are lost, then players reminded."""
    waiting: defaultdict[int, list[Match]] = defaultdict(list)
    for match in matches:
        if match.clock.seat is None:
            yield Duty([match], partial(_silence, match=match))
        elif _deadline(match, now) > now:
            waiting[match.player_at(match.clock.seat)].append(match)
        else:
            yield Duty([match], partial(forfeit, match=match))
    for player, due in waiting.items():
        yield Duty(due, partial(remind, player=player, due=due))


def put_off(work: Work, duty: Duty) -> None:
    """Leave its boards alone for a while: there was a fault."""
    for match in duty.matches:
        work.tx.matches.set_alarm(match, work.now + AGAIN_AFTER_FAULT)


def forfeit(work: Work, match: Match) -> Board:
    """End a game whose deadline is over."""
    board = work.boards.read(work.tx, match)
    seat, deadline = match.clock.seat, match.clock.deadline()
    assert seat is not None and deadline is not None, "only a clock that runs is due"
    return work.enact(board, Forfeited(seat, deadline))


def remind(work: Work, player: int, due: Sequence[Match]) -> None:
    """Remind a player of all the boards that wait for them, and of those due soon."""
    soon = _soon(work, player, {match.board for match in due})
    for match in due:
        work.tx.matches.set_alarm(match, match.clock.alarm(work.now))
    for match in soon:
        work.tx.matches.set_alarm(match, match.clock.alarm(work.now + AHEAD))
    boards = tuple(work.boards.read(work.tx, match) for match in (*due, *soon))
    work.publish(Reminder(None, work.tx.players.get(player), boards))


def give_back(work: Work, last: datetime) -> None:
    """Let no clock run for the time since then, nor until the letters are here."""
    absences = tuple(Absence(seat, last, work.now + MAIL_DELAY, Pause.DOWNTIME) for seat in Seat)
    for match in work.tx.matches.timed():
        work.adjust(match, Excused(absences))


def take_back(work: Work) -> None:
    """End the downtimes that a clock which was ahead has made up."""
    for match in work.tx.matches.timed():
        _end_downtime(work, match)


def _silence(work: Work, match: Match) -> None:
    """Look at a board no more: none of its clocks runs."""
    work.tx.matches.set_alarm(match, None)


def _end_downtime(work: Work, match: Match) -> None:
    ahead = work.now + MAIL_DELAY
    for seat in Seat:
        if any(each.end > ahead for each in match.clock.absences if _is_downtime(each, seat)):
            match = work.adjust(match, Returned(seat, work.now, Pause.DOWNTIME))


def _is_downtime(absence: Absence, seat: Seat) -> bool:
    return absence.why is Pause.DOWNTIME and absence.seat is seat


def _deadline(match: Match, now: datetime) -> datetime:
    """The deadline; some later moment where there is none."""
    return match.clock.deadline() or now + AHEAD


def _soon(work: Work, player: int, due: set[int]) -> Sequence[Match]:
    """Further boards of which the player would be reminded soon."""
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
