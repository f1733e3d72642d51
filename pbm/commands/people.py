"""Who plays here, and whom a player wants to hear from."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

from pbm.dialogue.answers import Answer
from pbm.dialogue.command import command
from pbm.dialogue.request import Request
from pbm.drafts import Draft, Grant
from pbm.model import MatchStatus, Player, Purpose
from pbm.store.protocol import Transaction


@command("users")
def users(request: Request) -> Answer:
    """List the players: how many boards they play on, and when they moved last.

    Those who moved last come first. Who has signed off is not listed.
    """
    facts = {"rows": user_rows(request.tx)}
    return Answer(Draft(request.player, "users", facts, grant=_account(request)))


def user_rows(tx: Transaction) -> list[dict[str, Any]]:
    """Every player who has not signed off, those who moved last first."""
    moves, running = tx.matches.last_moves(), _running(tx)
    here = [player for player in tx.players.list() if player.addresses]
    here.sort(key=lambda player: _latest(moves.get(player.id)))
    return [_row(player, running[player.id], moves.get(player.id)) for player in here]


def _latest(moved: datetime | None) -> float:
    return -moved.timestamp() if moved else 0


def _running(tx: Transaction) -> Counter[int]:
    """How many games each player is in."""
    return Counter(
        player
        for match in tx.matches.list()
        if match.status is MatchStatus.RUNNING
        for player in match.players
    )


def _row(player: Player, boards: int, moved: datetime | None) -> dict[str, Any]:
    return {
        "userid": player.userid,
        "boards": boards,
        "moved": moved.strftime("%Y-%m-%d") if moved else "never",
        "since": player.created.strftime("%Y-%m-%d"),
        "suspended": player.suspended,
    }


def _account(request: Request) -> Grant:
    return Grant(Purpose.ACCOUNT, request.player.id)
