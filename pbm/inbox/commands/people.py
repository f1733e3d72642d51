"""Who plays here, and whom a player wants to hear from."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

from pbm.core.games import game_names
from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.inbox.vocabulary.access import Access
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.request import Request
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.kinds import MailKind
from pbm.store.protocol import Transaction


@command("users")
def users(request: Request) -> Answer:
    """List the players: on how many boards they play, when they moved last, their ratings.

    Those who moved last come first. Who has signed off is not listed.
    """
    facts = {"games": list(game_names()), "rows": user_rows(request.tx)}
    return Answer(Draft(request.player, MailKind.USERS, facts, grant=account_grant(request.player)))


@command("block", "u p OTHER", access=Access.PLAYER)
def block(request: Request) -> Answer:
    """Hear no more from a player: no invitations, messages, chat, comments or news of vacations.

    You cannot invite that player or write to them either, until you unblock them. Games that you
    play together go on.
    """
    other = _other(request)
    if request.tx.blocks.holds(request.player.id, other.id):
        raise Refused("blocked_already", userid=other.userid)
    request.tx.blocks.add(request.player.id, other.id, request.now)
    return _blocked(request, other, blocked=True)


@command("unblock", "u p OTHER", access=Access.PLAYER)
def unblock(request: Request) -> Answer:
    """Let a player whom you have blocked invite you and write to you again."""
    other = _other(request)
    if not request.tx.blocks.holds(request.player.id, other.id):
        known = ", ".join(_blocked_userids(request))
        raise Refused(
            "not_blocked" if known else "nobody_blocked", userid=other.userid, known=known
        )
    request.tx.blocks.drop(request.player.id, other.id)
    return _blocked(request, other, blocked=False)


def user_rows(tx: Transaction) -> list[dict[str, Any]]:
    """Every player who has not signed off, those who moved last first."""
    moves, running = tx.matches.last_moves(), _running(tx)
    here = [player for player in tx.players.list() if player.addresses]
    here.sort(key=lambda player: _latest(moves.get(player.id)))
    return [
        {
            **_row(player, running[player.id], moves.get(player.id)),
            "ratings": [tx.ratings.now(game, player.id).listed for game in game_names()],
        }
        for player in here
    ]


def _latest(moved: datetime | None) -> float:
    return -moved.timestamp() if moved else 0


def _running(tx: Transaction) -> Counter[int]:
    """How many games each player is in."""
    return Counter(
        player for match in tx.matches.list() if match.running for player in match.players
    )


def _row(player: Player, boards: int, moved: datetime | None) -> dict[str, Any]:
    return {
        "userid": player.userid,
        "boards": boards,
        "moved": moved.strftime("%Y-%m-%d") if moved else "",
        "since": player.created.strftime("%Y-%m-%d"),
        "suspended": player.suspended,
    }


def _other(request: Request) -> Player:
    other = request.work.player(request.args.word("other").casefold())
    if other.id == request.player.id:
        raise Refused("own_userid")
    return other


def _blocked(request: Request, other: Player, *, blocked: bool) -> Answer:
    facts = {"other": other.userid, "blocked": blocked, "all": _blocked_userids(request)}
    return Answer(
        Draft(request.player, MailKind.BLOCKED, facts, grant=account_grant(request.player))
    )


def _blocked_userids(request: Request) -> list[str]:
    tx = request.tx
    return [tx.players.get(other).userid for other in tx.blocks.of(request.player.id)]
