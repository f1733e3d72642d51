"""Leaving for good."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

from pbm.core.model import Match, MatchStatus, Player
from pbm.inbox.commands.invitations import decline
from pbm.inbox.commands.moves import resign
from pbm.inbox.vocabulary.access import Access
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.forms import Bound
from pbm.inbox.vocabulary.request import Request
from pbm.notices.drafts import Draft
from pbm.notices.kinds import MailKind
from pbm.notices.languages import language_of
from pbm.store.protocol import Transaction

# What is done with the boards of a player who leaves; the others are over already.
_ENDINGS: Mapping[MatchStatus, Callable[[Request], Answer]] = {
    MatchStatus.RUNNING: resign,
    MatchStatus.INVITED: decline,
}


@command("signoff", "u p", access=Access.OWNER, whole=True)
def signoff(request: Request) -> Answer:
    """Leave for good: your running games are resigned, your addresses and password removed.

    Open invitations are declined or taken back. Games that are over stay under your userid, which
    nobody else can have. Your letters and the mails to you are erased once the last one has left.
    Your own lines are sent to your opponents.
    """
    player = request.player
    open_boards = _open_boards(request.tx, player)
    ended = [_ended(request, match) for match in open_boards]
    _forget(request.tx, player, request.now)
    facts = {
        "userid": player.userid,
        "resigned": _numbers(open_boards, MatchStatus.RUNNING),
        "declined": _numbers(open_boards, MatchStatus.INVITED),
    }
    language = language_of(player)
    farewells = [
        Draft(address, MailKind.SIGNED_OFF, facts, language=language)
        for address in request.other_addresses
    ]
    # The farewell names his boards; a mail about each would come after the last one.
    boards = [notice for each in ended for notice in each.notices]
    return Answer(Draft(player, MailKind.SIGNED_OFF, facts), (*farewells, *boards))


def _open_boards(tx: Transaction, player: Player) -> list[Match]:
    return [match for match in tx.matches.of_player(player.id) if match.status in _ENDINGS]


def _ended(request: Request, match: Match) -> Answer:
    named = replace(request, game=None, args=Bound(board=match.board))
    return _ENDINGS[match.status](named)


def _forget(tx: Transaction, player: Player, now: datetime) -> None:
    """Whatever lets the player act, and whatever he has chosen.

    Letters and mails are erased later, when the last mail to him has left.
    """
    for address in player.addresses:
        tx.players.drop_address(player.id, address)
        tx.departures.add(address, now)
    tx.players.set_password(player.id, None)
    tx.players.set_settings(player.id, {})
    tx.tokens.erase(player.id)
    tx.vacations.erase(player.id)
    # Those of addresses last until their last mail has left.
    for kept in (tx.marks, tx.moments):
        kept.erase([str(player.id), player.userid])
    for chosen in (tx.blocks, tx.subscriptions):
        for other in chosen.of(player.id):
            chosen.drop(player.id, other)
    for seek in tx.seeks.of(player.id):
        tx.seeks.drop(seek.id)


def _numbers(matches: list[Match], status: MatchStatus) -> list[int]:
    return sorted(match.board for match in matches if match.status is status)
