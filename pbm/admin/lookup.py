"""Look-up of the players and boards that an operator names or searches for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbm.admin.refusals import in_words
from pbm.core.board import Board
from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.mail.correspondence import Search
from pbm.play.board_repository import BoardRepository
from pbm.store.protocol import Transaction


def player_named(tx: Transaction, userid: str) -> Player:
    """:raises UsageError: if there is no such player"""
    found = tx.players.by_userid(userid)
    if found is None:
        raise in_words(Refused("unknown_player", userid=userid))
    return found


def board_numbered(tx: Transaction, repository: BoardRepository, number: int) -> Board:
    """:raises UsageError: if there is no such board"""
    board = repository.board(tx, number)
    if board is None:
        raise in_words(Refused("unknown_board", board=number))
    return board


def bouncing_players(tx: Transaction, search: Search) -> Sequence[str]:
    """Userids of players with a bouncing address who have mails that match the search."""
    return [
        player.userid
        for player in tx.players.list()
        if any(_is_meant(address, search.recipient) for address in player.bouncing)
        and _has_mails(tx, replace(search, recipient=None, player=player.id))
    ]


def _is_meant(address: str, wanted: str | None) -> bool:
    """Whether an address matches. wanted: an address, or ``@`` and a domain; None for any"""
    return wanted is None or wanted.lower() in (address, address[address.rindex("@") :])


def _has_mails(tx: Transaction, search: Search) -> bool:
    return search == Search(player=search.player) or tx.outbox.found(search) > 0
