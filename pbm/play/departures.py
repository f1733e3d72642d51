"""Players who leave, and players whom the operator erases on request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from pbm.core.board import Board
from pbm.core.bookkeeping import Act
from pbm.core.choices import Choice
from pbm.core.marks import MarkKind
from pbm.core.model import Match, MatchStatus, Player, PlayerStatus
from pbm.core.refused import Refused
from pbm.play.contests.leaving import leave_all
from pbm.play.invitations import decline
from pbm.play.moves import resign
from pbm.play.news import News
from pbm.play.programs import programs_of
from pbm.play.suspensions import check_active
from pbm.play.work import Work
from pbm.store.protocol import Transaction

NOTICE = timedelta(days=7)
"""How long players may object before they are erased on request."""

FORGETS = "forgets"
"""The name of the fact, in an operator's act, that holds the userid of the player to erase."""

# What happens to the open boards of a player who leaves.
_ENDINGS: Mapping[MatchStatus, Callable[[Work, Player, int, tuple[str, ...]], Board]] = {
    MatchStatus.RUNNING: resign,
    MatchStatus.INVITED: decline,
}


@dataclass(frozen=True)
class Departed(News):
    """A player leaves.

    by: the player before they left, with addresses and settings.
    resigned, declined: the numbers of their open boards. cancelled: those of games without a second
    move, which nobody loses.
    why: the reason of the operator who erases them; "" if they leave themselves.
    """

    by: Player
    resigned: tuple[int, ...]
    declined: tuple[int, ...]
    why: str = ""
    cancelled: tuple[int, ...] = ()


@dataclass(frozen=True)
class ForgettingAsked(News):
    """The operator will erase a player. due: when. why: the operator's reason."""

    player: Player
    due: datetime
    why: str


@dataclass(frozen=True)
class ForgettingCancelled(News):
    """The operator will not erase the player after all. why: the operator's reason."""

    player: Player
    why: str


def leave(work: Work, by: Player, said: tuple[str, ...] = ()) -> None:
    """Resign a player's games, decline or withdraw their invitations, and erase them.

    Their programs leave with them.

    :param said: the player's lines to their opponents
    """
    check_active(by)
    _leave(work, by, said)


def ask_to_forget(work: Work, player: Player, why: str) -> datetime:
    """Schedule the erasure of a player, and return when it is due: they have time to object.

    :raises Refused: if the player has left, or their erasure is scheduled already
    """
    _check_not_left(player)
    asked = due_moment(work.tx, player)
    if asked is not None:
        raise Refused("forgetting_asked", userid=player.userid, due=asked)
    due = work.now + NOTICE
    put_off(work, player, due)
    work.publish(ForgettingAsked(None, player, due, why))
    return due


def cancel_forgetting(work: Work, player: Player, why: str) -> None:
    """Cancel the erasure of a player.

    :raises Refused: if the player has left, or no erasure is scheduled
    """
    _check_not_left(player)
    if due_moment(work.tx, player) is None:
        raise Refused("no_forgetting", userid=player.userid)
    work.tx.moments.drop(MarkKind.FORGETTING_DUE.of(player.id))
    work.publish(ForgettingCancelled(None, player, why))


def due_moment(tx: Transaction, player: Player) -> datetime | None:
    """The moment when the erasure of a player is due; None if none is scheduled."""
    return tx.moments.get(MarkKind.FORGETTING_DUE.of(player.id))


def due(tx: Transaction, now: datetime) -> list[Player]:
    """The players whose erasure is due."""
    moments = tx.moments.of(MarkKind.FORGETTING_DUE)
    return [tx.players.get(int(mark.whose)) for mark, at in moments.items() if at <= now]


def put_off(work: Work, player: Player, until: datetime) -> None:
    """Postpone the erasure of a player."""
    work.tx.moments.set(MarkKind.FORGETTING_DUE.of(player.id), until)


def latest_request(tx: Transaction, player: Player) -> Act | None:
    """The latest act of the operator that asked to erase a player."""
    acts = tx.acts.naming(player.userid)
    return next((act for act in reversed(acts) if act.facts.get(FORGETS) == player.userid), None)


def forget(work: Work, player: Player, why: str) -> None:
    """Erase a player as if they had left themselves.

    :raises Refused: if the player has left already
    """
    _check_not_left(player)
    _leave(work, player, why=why)


def forget_again(work: Work, player: Player) -> None:
    """Erase a player who is back because a backup from before they left was restored.

    Only their opponents are told.
    """
    _end(work, player)


def _check_not_left(player: Player) -> None:
    """:raises Refused: if the player has left, or is a program"""
    if player.is_driven:
        raise Refused("is_program", userid=player.userid)
    if player.left:
        raise Refused("left_already", userid=player.userid)


def _leave(work: Work, by: Player, said: tuple[str, ...] = (), why: str = "") -> None:
    boards = open_boards(work.tx, by)
    running, declined = (
        _numbers(boards, status) for status in (MatchStatus.RUNNING, MatchStatus.INVITED)
    )
    # In a contest, a game that is given up at once is lost.
    early = {
        each.board for each in boards if each.is_early and work.tx.contests.game(each.board) is None
    }
    resigned = tuple(each for each in running if each not in early)
    cancelled = tuple(each for each in running if each in early)
    # The mail about the departure lists the boards, so it goes before those about each board.
    work.publish(Departed(by, resigned, declined, why, cancelled))
    _end(work, by, said)


def _end(work: Work, by: Player, said: tuple[str, ...] = ()) -> None:
    # A suspended player can leave, too, but only an active one may resign.
    leaver = replace(by, status=PlayerStatus.ACTIVE)
    leave_all(work, leaver)
    for match in open_boards(work.tx, by):
        _ENDINGS[match.status](work, leaver, match.board, said)
    programs = programs_of(work.tx, by)
    _forget(work, by)
    for program in programs:
        _leave(work, program)


def open_boards(tx: Transaction, player: Player) -> list[Match]:
    """The running games of a player, and invitations to and from them."""
    return [match for match in tx.matches.of_player(player.id) if match.status in _ENDINGS]


def _forget(work: Work, player: Player) -> None:
    """Delete everything that lets a player act, and everything they have chosen.

    Letters and mails are erased later, after the last mail to the player has been sent.
    """
    tx = work.tx
    for address in player.addresses:
        tx.players.drop_address(player.id, address)
        tx.departures.add(address, work.now)
    tx.players.set_password(player.id, None)
    tx.players.clear_settings(player.id)
    # Games that were hidden stay hidden.
    if Choice.PUBLIC in player.settings:
        tx.players.set_setting(player.id, Choice.PUBLIC, player.settings[Choice.PUBLIC])
    tx.vacations.erase(player.id)
    tx.tokens.erase(player.id)
    # Counters of their addresses stay until the last mail to them has been sent.
    for kept in (tx.marks, tx.moments):
        kept.erase([str(player.id), player.userid])
    for chosen in (tx.blocks, tx.subscriptions, tx.watched_contests):
        for other in chosen.of(player.id):
            chosen.drop(player.id, other)
    tx.analyses.leave(player.id)
    tx.puzzles.erase(player.id)
    for seek in tx.seeks.of(player.id):
        tx.seeks.drop(seek.id)


def _numbers(matches: list[Match], status: MatchStatus) -> tuple[int, ...]:
    return tuple(sorted(match.board for match in matches if match.status is status))
