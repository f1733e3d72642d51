"""What the operator does to players and games: by the same rooms as a letter, and kept as an act.

Whatever an act changes is caused by it, as what a letter changes is caused by the letter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbm.admin.action import Action
from pbm.admin.refusals import in_words
from pbm.core.board import Board
from pbm.core.model import Player, PlayerStatus
from pbm.core.refused import Refused
from pbm.inbox.commands import command_words
from pbm.mail.correspondence import Search
from pbm.notices.account_news import welcome
from pbm.play import addresses, passwords, reachability, signups, standing
from pbm.play.board_repository import BoardRepository
from pbm.store.protocol import Transaction

# Players


def player_named(tx: Transaction, userid: str) -> Player:
    """:raises UsageError: if nobody is called so."""
    found = tx.players.by_userid(userid)
    if found is None:
        raise in_words(Refused("unknown_player", userid=userid))
    return found


def add_player(action: Action, userid: str, addresses: Sequence[str]) -> Player:
    """Make somebody a player, and mail him how to begin.

    :raises Refused: if the userid or an address is taken, or is none
    """
    return signups.add(action.work, userid, addresses, command_words())


def welcome_again(action: Action, player: Player) -> None:
    """Mail a player anew how to begin.

    :raises PermanentFailure: if he has no address
    """
    _check_has_address(player)
    action.send(welcome(player))


def set_password(action: Action, player: Player, password: str) -> None:
    """:raises Refused: if it cannot be a password"""
    passwords.change(action.work, None, player, password)


def move_address(action: Action, player: Player, address: str) -> Player:
    """Let this be the player's only address, and tell him so there.

    His old ones are dropped: the operator does this for those who have lost them.

    :raises Refused: if it is no address, or another player's
    """
    return addresses.move(action.work, player, address)


def set_status(action: Action, player: Player, status: PlayerStatus) -> None:
    """Let him play, or only look on, and mail him that.

    :raises PermanentFailure: if it is his status already
    """
    standing.set_status(action.work, player, status, action.why)


def reach(action: Action, player: Player) -> None:
    """Try the addresses of a player again from which mails came back.

    :raises PermanentFailure: if none did
    """
    reachability.try_again(action.work, player)


def reach_named(action: Action, userid: str) -> str:
    """The same by userid, which is returned.

    :raises UsageError: if nobody is called so
    """
    player = player_named(action.tx, userid)
    reach(action, player)
    return player.userid


def bouncing_players(tx: Transaction, search: Search) -> Sequence[str]:
    """The userids of those from whom mails come back, with mails to them as the search says."""
    return [
        player.userid
        for player in tx.players.list()
        if any(_is_meant(address, search.recipient) for address in player.bouncing)
        and _has_mails(tx, replace(search, recipient=None, player=player.id))
    ]


def _is_meant(address: str, wanted: str | None) -> bool:
    """wanted: an address, or ``@`` and a domain; None for any"""
    return wanted is None or wanted.lower() in (address, address[address.rindex("@") :])


def _has_mails(tx: Transaction, search: Search) -> bool:
    return search == Search(player=search.player) or tx.outbox.found(search) > 0


# Games


def board_numbered(tx: Transaction, repository: BoardRepository, number: int) -> Board:
    """:raises UsageError: if there is no such board"""
    board = repository.board(tx, number)
    if board is None:
        raise in_words(Refused("unknown_board", board=number))
    return board


def _check_has_address(player: Player) -> None:
    if not player.addresses:
        raise in_words(Refused("no_address", userid=player.userid))
