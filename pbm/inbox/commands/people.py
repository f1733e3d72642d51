"""Who plays here, and whom a player wants to hear from."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

from pbm.core.games import game_names
from pbm.core.model import Player
from pbm.inbox.vocabulary.access import Access
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.request import Request
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.kinds import MailKind
from pbm.play import blocks
from pbm.play.seats import last_moves
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
    userid = request.args.word("other").casefold()
    return _blocked(request, blocks.block(request.work, request.player, userid), blocked=True)


@command("unblock", "u p OTHER", access=Access.PLAYER)
def unblock(request: Request) -> Answer:
    """Let a player whom you have blocked invite you and write to you again."""
    userid = request.args.word("other").casefold()
    return _blocked(request, blocks.unblock(request.work, request.player, userid), blocked=False)


def user_rows(tx: Transaction) -> list[dict[str, Any]]:
    """Every player who has not signed off, those who moved last first."""
    moves, running = last_moves(tx), _running(tx)
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


def _blocked(request: Request, other: Player, *, blocked: bool) -> Answer:
    player = request.player
    everybody = blocks.blocked_userids(request.tx, player)
    facts = {"other": other.userid, "blocked": blocked, "all": everybody}
    return Answer(Draft(player, MailKind.BLOCKED, facts, grant=account_grant(player)))
