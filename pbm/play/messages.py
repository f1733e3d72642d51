"""Words about no board: from player to player, and from an operator to all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pbm.core.choices import Choice
from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.play.blocks import check_unblocked
from pbm.play.bounds import MESSAGES, charge
from pbm.play.news import News
from pbm.play.settings import is_on
from pbm.play.suspensions import check_active
from pbm.play.work import Work

MOST_RECIPIENTS = 10


@dataclass(frozen=True)
class MessageSent(News):
    """``by`` writes to players; those who are deaf have blocked them, and are told nothing."""

    by: Player
    to: tuple[Player, ...]
    deaf: tuple[Player, ...]


@dataclass(frozen=True)
class Broadcast:
    """What an operator says to all. urgent: whether nobody waits for their digest."""

    subject: str
    said: str
    urgent: bool = False


@dataclass(frozen=True)
class BroadcastSent(News):
    to: tuple[Player, ...]
    what: Broadcast


def send(work: Work, by: Player, userids: Iterable[str], said: tuple[str, ...]) -> None:
    """Send a player's lines to others.

    :param userids: whom they name, perhaps themselves too
    :raises Refused: if there is nothing to say, or nobody who can hear it
    """
    check_active(by)
    if not said:
        raise Refused("no_message")
    named = _recipients(work, by, userids)
    deaf = tuple(each for each in named if work.tx.blocks.holds(each.id, by.id))
    hearers = tuple(each for each in named if each not in deaf)
    if not hearers:
        raise Refused("blocked_by", userid=userids_of(deaf))
    charge(work, by, MESSAGES, times=len(hearers))
    work.publish(MessageSent(by, hearers, deaf, said=said))


def broadcast(work: Work, players: Iterable[Player], what: Broadcast) -> None:
    """Say something to these players."""
    work.publish(BroadcastSent(None, tuple(players), what))


def hears_broadcasts(player: Player) -> bool:
    return is_on(player, Choice.BROADCASTS) and not player.suspended and not player.left


def userids_of(players: Sequence[Player]) -> str:
    """Their userids, one after the other."""
    return ", ".join(player.userid for player in players)


def _recipients(work: Work, by: Player, userids: Iterable[str]) -> list[Player]:
    """The players named, once each.

    :raises Refused: if one of them cannot be reached, or there are none or too many
    """
    named = [work.player(userid) for userid in dict.fromkeys(userids)]
    others = [each for each in named if each.id != by.id]
    if not others:
        raise Refused("own_userid")
    if len(others) > MOST_RECIPIENTS:
        raise Refused("too_many_recipients", most=MOST_RECIPIENTS)
    for each in others:
        check_unblocked(work.tx, by, each)
    gone = [each for each in others if each.left]
    if gone:
        raise Refused("has_left", userid=userids_of(gone))
    return others
