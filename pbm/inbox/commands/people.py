"""List the players, and block or unblock one."""

from __future__ import annotations

from typing import Any

from pbm.core.games import game_names
from pbm.inbox.line.access import Access
from pbm.inbox.line.answers import Answer
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Request
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.kinds import MailKind
from pbm.notices.seek_news import example_challenges
from pbm.notices.views import program_row
from pbm.play import blocks
from pbm.play.listings import ListedPlayer, listed_players
from pbm.store.protocol import Transaction

_DAY = "%Y-%m-%d"


@command("users")
def users(request: Request) -> Answer:
    """List the players: on how many boards they play, when they moved last, their ratings.

    Those who moved last come first. Players who have signed off are not listed.
    """
    rows = [_row(request.tx, each) for each in listed_players(request.tx)]
    others = [row["userid"] for row in rows if row["userid"] != request.player.userid]
    facts = {
        "games": list(game_names()),
        "rows": rows,
        "challenges": example_challenges(others[0]) if others else [],
    }
    return Answer(Draft(request.player, MailKind.USERS, facts, grant=account_grant(request.player)))


@command("block", "u p OTHER", access=Access.PLAYER)
def block(request: Request) -> Answer:
    """Hear no more from a player: no invitations, messages, chat, comments or news of vacations.

    You cannot invite that player or write to them either, until you unblock them. Games that you
    play together go on.
    """
    userid = request.args.word("other").casefold()
    blocks.block(request.work, request.player, userid)
    return request.told()


@command("unblock", "u p OTHER", access=Access.PLAYER)
def unblock(request: Request) -> Answer:
    """Let a player whom you have blocked invite you and write to you again."""
    userid = request.args.word("other").casefold()
    blocks.unblock(request.work, request.player, userid)
    return request.told()


def _row(tx: Transaction, listed: ListedPlayer) -> dict[str, Any]:
    player, moved = listed.player, listed.moved
    return {
        "userid": player.userid,
        "boards": listed.boards,
        "moved": moved.strftime(_DAY) if moved else "",
        "since": player.created.strftime(_DAY),
        "suspended": player.suspended,
        "program": program_row(tx, player) if player.is_program else None,
        "kept": listed.kept._asdict(),
        "ratings": [rating.listed for rating in listed.ratings.values()],
    }
