"""The absences of its players that a game begins or goes on with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from pbm.core.clocks import UNREACHABLE_FOR, Absence, Pause
from pbm.core.events import Deed
from pbm.core.games import Seat
from pbm.core.happenings import Accepted, Created, Reopened
from pbm.core.model import Player, Vacation
from pbm.store.protocol import Transaction


def with_absences(tx: Transaction, deed: Deed, players: Sequence[int] = ()) -> Deed:
    """The deed that begins a game, or lets it go on, with the vacations that its players are on or
    have planned, and time for one to whom mails come back.

    players: those of the board, first seat first, where the deed does not name them.
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
    return replace(deed, what=replace(what, absences=absences)) if absences else deed


def _absences(tx: Transaction, player: Player, seat: Seat, now: datetime) -> Iterator[Absence]:
    for vacation in planned(tx, player.id, now):
        yield Absence(seat, vacation.start, vacation.end, Pause.VACATION)
    until = max(player.bouncing.values(), default=now) + UNREACHABLE_FOR
    if player.unreachable and until > now:
        yield Absence(seat, now, until, Pause.BOUNCE)


def planned(tx: Transaction, player: int, now: datetime) -> Sequence[Vacation]:
    """The vacations that a player is on or has planned, the next one first."""
    return [vacation for vacation in tx.vacations.of(player) if vacation.end > now]
