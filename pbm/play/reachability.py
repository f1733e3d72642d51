"""Bounces: whether mails reach a player, and stopping their clocks while none does.

Players can forge a bounce of a mail to themselves. It harms nobody else and gains them little:
their clocks stop for seven days at most, and once in a game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from pbm.core.clocks import UNREACHABLE_FOR, Absence, Pause
from pbm.core.games import Seat
from pbm.core.happenings import Returned, absences
from pbm.core.marks import MarkKind
from pbm.core.model import Match, Player
from pbm.core.refused import Refused
from pbm.play.absences import excused
from pbm.play.news import News
from pbm.play.work import Work

# Mail servers retry for five days and send their bounce soon after.
OLD = timedelta(days=10)


@dataclass(frozen=True)
class Unreachable(News):
    """Mails no longer reach ``by``: their clocks on these boards stop until ``until``."""

    by: Player
    matches: tuple[Match, ...]
    until: datetime


@dataclass(frozen=True)
class Reached(News):
    """Mails reach ``by`` again: their clocks on these boards run again."""

    by: Player
    matches: tuple[Match, ...]


def note_bounce(
    work: Work, address: str, meant_for: int | None, sent: datetime | None
) -> Player | None:
    """Record that a mail to an address bounced; stop the owner's clocks if all addresses bounce.

    :param meant_for: the player whom the mail was for, None if only the address is known
    :param sent: when the mail was sent, None if just now
    :return: the owner of the address; None if the bounce is ignored, because it is old or the
        address is not that player's
    """
    owner = work.tx.players.by_address(address)
    if owner is None or meant_for not in (None, owner.id) or _is_old(work, sent, owner):
        return None
    work.tx.players.set_bounced(address, work.now)
    player = work.tx.players.get(owner.id)
    if player.unreachable:
        _stop_clocks(work, player)
    return player


def heard_from(work: Work, player: Player, address: str) -> None:
    """Record that a player provably wrote from an address, which shows that mails reach them."""
    work.tx.moments.set(MarkKind.HEARD.of(player.id), work.now)
    if address in player.bouncing:
        work.tx.players.set_bounced(address, None)
    if player.bouncing:
        resume_if_reachable(work, player)


def try_again(work: Work, player: Player) -> None:
    """Mark all addresses of a player as reachable again.

    :raises Refused: if none of them bounced
    """
    if not player.bouncing:
        raise Refused("not_bouncing", userid=player.userid)
    for address in player.bouncing:
        work.tx.players.set_bounced(address, None)
    resume_if_reachable(work, player)


def resume_if_reachable(work: Work, player: Player) -> None:
    """Restart a player's clocks and send them the mails held back, if an address takes mails."""
    found = work.tx.players.get(player.id)
    if found.mailbox and not found.unreachable:
        work.tx.outbox.wake(found.id, found.mailbox, work.now)
        work.publish(Reached(found, tuple(_started(work, found))))


def _is_old(work: Work, sent: datetime | None, player: Player) -> bool:
    """Whether a bounce is out of date: the player has written since the mail was sent, or it was
    sent long ago.
    """
    left = sent or work.now
    heard = work.tx.moments.get(MarkKind.HEARD.of(player.id))
    return left < work.now - OLD or (heard is not None and left < heard)


def _stop_clocks(work: Work, player: Player) -> None:
    until = work.now + UNREACHABLE_FOR
    stopped = tuple(_stopped(work, player, until))
    work.publish(Unreachable(player, stopped, until))


def _stopped(work: Work, player: Player, until: datetime) -> Iterator[Match]:
    for match, seat in _running(work, player):
        if not _was_stopped(work, match, seat):
            absence = Absence(seat, work.now, until, Pause.BOUNCE)
            what = excused(work.tx, match, absence)
            if what is not None:
                yield work.record(work.boards.read(work.tx, match), what).match


def _started(work: Work, player: Player) -> Iterator[Match]:
    for match, seat in _running(work, player):
        if any(_is_bounce(each, seat) and each.end > work.now for each in match.clock.absences):
            what = Returned(seat, work.now, Pause.BOUNCE)
            yield work.record(work.boards.read(work.tx, match), what).match


def _was_stopped(work: Work, match: Match, seat: Seat) -> bool:
    events = work.tx.matches.events(match.board)
    return any(_is_bounce(each, seat) for event in events for each in absences(event.what))


def _running(work: Work, player: Player) -> Iterator[tuple[Match, Seat]]:
    for match in work.tx.matches.of_player(player.id):
        if match.running:
            yield match, Seat(match.players.index(player.id))


def _is_bounce(absence: Absence, seat: Seat) -> bool:
    return absence.why is Pause.BOUNCE and absence.seat is seat
