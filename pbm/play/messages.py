"""Messages between players, and broadcasts of the operator to all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pbm.core.choices import Choice
from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.play.blocks import check_not_blocking
from pbm.play.bounds import MESSAGES, charge
from pbm.play.news import News
from pbm.play.settings import is_on
from pbm.play.suspensions import check_active
from pbm.play.work import Work

MOST_RECIPIENTS = 10


@dataclass(frozen=True)
class MessageSent(News):
    """``by`` writes to other players.

    blocking: named players who have blocked the sender; they get no mail.
    """

    by: Player
    to: tuple[Player, ...]
    blocking: tuple[Player, ...]


@dataclass(frozen=True)
class Broadcast:
    """A message of the operator. urgent: mailed at once even to players with a digest."""

    subject: str
    said: str
    urgent: bool = False


@dataclass(frozen=True)
class BroadcastSent(News):
    """The operator writes to these players."""

    to: tuple[Player, ...]
    what: Broadcast


def send(work: Work, by: Player, userids: Iterable[str], said: tuple[str, ...]) -> None:
    """Send a player's lines to other players.

    :param userids: the recipients; the player's own is ignored
    :raises Refused: if there are no lines or no recipient, one of them does not exist, has left or
        is blocked by the player, all of them block the player, or the rate limit is reached
    """
    check_active(by)
    if not said:
        raise Refused("no_message")
    named = _recipients(work, by, userids)
    blocking = tuple(each for each in named if work.tx.blocks.holds(each.id, by.id))
    recipients = tuple(each for each in named if each not in blocking)
    if not recipients:
        raise Refused("blocked_by", userid=userids_of(blocking))
    charge(work, by, MESSAGES, times=len(recipients))
    work.publish(MessageSent(by, recipients, blocking, said=said))


def broadcast(work: Work, players: Iterable[Player], what: Broadcast) -> None:
    """Send a broadcast to these players."""
    work.publish(BroadcastSent(None, tuple(players), what))


def wants_broadcasts(player: Player) -> bool:
    """Whether broadcasts go to this player: they may turn them off, be suspended or have left."""
    return is_on(player, Choice.BROADCASTS) and not player.suspended and not player.left


def userids_of(players: Sequence[Player]) -> str:
    """The userids of the players, separated by commas."""
    return ", ".join(player.userid for player in players)


def _recipients(work: Work, by: Player, userids: Iterable[str]) -> list[Player]:
    """The other players named, without duplicates.

    :raises Refused: if there are none or too many, or one of them does not exist, has left or is
        blocked by the player
    """
    named = [work.player(userid) for userid in dict.fromkeys(userids)]
    others = [each for each in named if each.id != by.id]
    if not others:
        raise Refused("own_userid")
    if len(others) > MOST_RECIPIENTS:
        raise Refused("too_many_recipients", most=MOST_RECIPIENTS)
    for each in others:
        check_not_blocking(work.tx, by, each)
    programs = [each for each in others if each.is_program]
    if programs:
        raise Refused("program_reads_nothing", userid=userids_of(programs))
    gone = [each for each in others if each.left]
    if gone:
        raise Refused("has_left", userid=userids_of(gone))
    return others
