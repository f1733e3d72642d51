"""Leaving for good, or being forgotten on request."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pbm.core.board import Board
from pbm.core.marks import MarkKind
from pbm.core.model import Act, Match, MatchStatus, Player, PlayerStatus
from pbm.core.refused import Refused
from pbm.play.invitations import decline
from pbm.play.moves import resign
from pbm.play.news import News
from pbm.play.suspensions import check_active
from pbm.play.work import Work
from pbm.store.protocol import Transaction

NOTICE = timedelta(days=7)
"""How long players may object before they are forgotten on request."""

FORGETS = "forgets"
"""The fact of an operator's act that names the userid of whom it asks to forget."""

# What is done with the boards of a player who leaves; the others are over already.
_ENDINGS: Mapping[MatchStatus, Callable[[Work, Player, int, tuple[str, ...]], Board]] = {
    MatchStatus.RUNNING: resign,
    MatchStatus.INVITED: decline,
}


@dataclass(frozen=True)
class Departed(News):
    """``by``, as they were, leaves.

    resigned, declined: the numbers of their boards.
    why: the reason of the operator who forgets them; "" if they leave themselves.
    """

    by: Player
    resigned: tuple[int, ...]
    declined: tuple[int, ...]
    why: str = ""


@dataclass(frozen=True)
class ForgettingAsked(News):
    """The operator has been asked to forget a player. due: when that is done. why: the reason."""

    player: Player
    due: datetime
    why: str


@dataclass(frozen=True)
class ForgettingCancelled(News):
    """The player is not forgotten after all. why: the operator's reason."""

    player: Player
    why: str


def leave(work: Work, by: Player, said: tuple[str, ...] = ()) -> None:
    """Resign a player's games, decline their invitations or take them back, and forget them.

    :param said: for their opponents
    """
    check_active(by)
    _leave(work, by, said)


def ask_to_forget(work: Work, player: Player, why: str) -> datetime:
    """Have a player forgotten once they have had time to object; when that is.

    :raises Refused: if they have left, or this was asked already
    """
    _check_there(player)
    asked = due_moment(work.tx, player)
    if asked is not None:
        raise Refused("forgetting_asked", userid=player.userid, due=asked)
    due = work.now + NOTICE
    put_off(work, player, due)
    work.publish(ForgettingAsked(None, player, due, why))
    return due


def cancel_forgetting(work: Work, player: Player, why: str) -> None:
    """Let a player stay who was to be forgotten.

    :raises Refused: if they have left, or nobody asked for it
    """
    _check_there(player)
    if due_moment(work.tx, player) is None:
        raise Refused("no_forgetting", userid=player.userid)
    work.tx.moments.drop(MarkKind.FORGETTING_DUE.of(player.id))
    work.publish(ForgettingCancelled(None, player, why))


def due_moment(tx: Transaction, player: Player) -> datetime | None:
    """When a player is to be forgotten; None if nobody asked for it."""
    return tx.moments.get(MarkKind.FORGETTING_DUE.of(player.id))


def due(tx: Transaction, now: datetime) -> list[Player]:
    """Those who are to be forgotten now."""
    moments = tx.moments.of(MarkKind.FORGETTING_DUE)
    return [tx.players.get(int(mark.whose)) for mark, at in moments.items() if at <= now]


def put_off(work: Work, player: Player, until: datetime) -> None:
    """Forget a player who is due only then."""
    work.tx.moments.set(MarkKind.FORGETTING_DUE.of(player.id), until)


def request(tx: Transaction, player: Player) -> Act | None:
    """The latest act that asked to forget a player."""
    acts = tx.acts.naming(player.userid)
    return next((act for act in reversed(acts) if act.facts.get(FORGETS) == player.userid), None)


def forget(work: Work, player: Player, why: str) -> None:
    """Do for a player what they do when they leave.

    :raises Refused: if they have left already
    """
    _check_there(player)
    _leave(work, player, why=why)


def forget_again(work: Work, player: Player) -> None:
    """Forget a player who had left before a backup was put back. Only their opponents are told."""
    _end(work, player, open_boards(work.tx, player))


def _check_there(player: Player) -> None:
    """:raises Refused: if the player has left"""
    if player.left:
        raise Refused("left_already", userid=player.userid)


def _leave(work: Work, by: Player, said: tuple[str, ...] = (), why: str = "") -> None:
    boards = open_boards(work.tx, by)
    resigned, declined = (
        _numbers(boards, status) for status in (MatchStatus.RUNNING, MatchStatus.INVITED)
    )
    # The farewell names the boards: it comes before what is told of each.
    work.publish(Departed(by, resigned, declined, why))
    _end(work, by, boards, said)


def _end(work: Work, by: Player, boards: Iterable[Match], said: tuple[str, ...] = ()) -> None:
    # Who is suspended can be forgotten, too.
    leaver = replace(by, status=PlayerStatus.ACTIVE)
    for match in boards:
        _ENDINGS[match.status](work, leaver, match.board, said)
    _forget(work, by)


def open_boards(tx: Transaction, player: Player) -> list[Match]:
    """Games that run, and invitations."""
    return [match for match in tx.matches.of_player(player.id) if match.status in _ENDINGS]


def _forget(work: Work, player: Player) -> None:
    """Whatever lets the player act, and whatever they have chosen.

    Letters and mails are erased later, when the last mail to them has left.
    """
    tx = work.tx
    for address in player.addresses:
        tx.players.drop_address(player.id, address)
        tx.departures.add(address, work.now)
    tx.players.set_password(player.id, None)
    tx.players.clear_settings(player.id)
    tx.vacations.erase(player.id)
    tx.tokens.erase(player.id)
    # Those of addresses last until their last mail has left.
    for kept in (tx.marks, tx.moments):
        kept.erase([str(player.id), player.userid])
    for chosen in (tx.blocks, tx.subscriptions):
        for other in chosen.of(player.id):
            chosen.drop(player.id, other)
    for seek in tx.seeks.of(player.id):
        tx.seeks.drop(seek.id)


def _numbers(matches: list[Match], status: MatchStatus) -> tuple[int, ...]:
    return tuple(sorted(match.board for match in matches if match.status is status))
