"""Absences of the players at the moment when a game begins or is reopened."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from pbm.core.clocks import UNREACHABLE_FOR, Absence, Pause
from pbm.core.contests.pauses import capped
from pbm.core.events import Deed
from pbm.core.games import Seat
from pbm.core.happenings import Excused, Reopened
from pbm.core.model import Match, Player, Vacation
from pbm.core.openings import Accepted, Created
from pbm.store.protocol import Transaction


def with_absences(tx: Transaction, deed: Deed, players: Sequence[int] = ()) -> Deed:
    """Return a deed that begins or reopens a game, with the absences of both players added.

    These are current and planned vacations, and a pause for a player whose mail bounces. Any
    other deed is returned unchanged.

    players: the players of the board, first seat first; a ``Created`` names its own.
    """
    what = deed.what
    if not isinstance(what, Accepted | Created | Reopened):
        return deed
    if isinstance(what, Created):
        players = what.terms.players
    absences = tuple(
        absence
        for seat, player in zip(Seat, players, strict=True)
        for absence in _absences(tx, tx.players.get(player), seat, deed.at)
    )
    if isinstance(what, Created) and what.terms.contest:
        absences = capped((), absences)
    return replace(deed, what=replace(what, absences=absences)) if absences else deed


def excused(tx: Transaction, match: Match, absence: Absence) -> Excused | None:
    """Return the happening for an absence on this board; None if it does not count there.

    In a contest only some days of vacation and bounces together count.
    """
    if tx.contests.game(match.board) is None:
        return Excused((absence,))
    before = [event.what for event in tx.matches.events(match.board)]
    counted = capped(before, (absence,))
    return Excused(counted) if counted else None


def _absences(tx: Transaction, player: Player, seat: Seat, now: datetime) -> Iterator[Absence]:
    for vacation in planned(tx, player.id, now):
        yield Absence(seat, vacation.start, vacation.end, Pause.VACATION)
    until = max(player.bouncing.values(), default=now) + UNREACHABLE_FOR
    if player.unreachable and until > now:
        yield Absence(seat, now, until, Pause.BOUNCE)


def planned(tx: Transaction, player: int, now: datetime) -> Sequence[Vacation]:
    """Current and planned vacations of a player, the next one first."""
    return [vacation for vacation in tx.vacations.of(player) if vacation.end > now]
