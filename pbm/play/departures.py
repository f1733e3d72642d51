"""Leaving for good, or being forgotten on request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pbm.core.board import Board
from pbm.core.model import Match, MatchStatus, Player
from pbm.core.refused import Refused
from pbm.play.invitations import decline
from pbm.play.moves import resign
from pbm.play.news import News
from pbm.play.work import Work
from pbm.store.protocol import Transaction

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


def leave(work: Work, by: Player, said: tuple[str, ...] = ()) -> None:
    """Resign a player's games, decline their invitations or take them back, and forget them.

    :param said: for their opponents
    """
    _leave(work, by, said)


def forget(work: Work, player: Player, why: str) -> None:
    """Do the same for a player who has asked the operator for it.

    :raises Refused: if they have left already
    """
    if player.left:
        raise Refused("left_already", userid=player.userid)
    _leave(work, player, why=why)


def _leave(work: Work, by: Player, said: tuple[str, ...] = (), why: str = "") -> None:
    boards = open_boards(work.tx, by)
    resigned, declined = (
        _numbers(boards, status) for status in (MatchStatus.RUNNING, MatchStatus.INVITED)
    )
    # The farewell names the boards: it comes before what is told of each.
    work.publish(Departed(by, resigned, declined, why))
    for match in boards:
        _ENDINGS[match.status](work, by, match.board, said)
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
