"""Budgets of the bytes that are kept of letters: for each player, for the club, for strangers.

They bound what one writer can make us store, whatever becomes of a letter. A letter beyond its
budget is acted on and answered as usual; its row, sender and hash stay, its bytes do not.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import date

from pbm.core.model import Player
from pbm.mail.correspondence import KeptLetter
from pbm.mail.identity import Identity
from pbm.store.protocol import Transaction

MIB = 1024 * 1024

LARGE = 16 * 1024
"""Only larger letters count for the club: many nodes would wait for that one row otherwise."""

OF_STRANGERS, OF_OPERATOR, OF_CLUB = "strangers", "operator", "players"
"""Names of the quotas: unproven letters, those to postmaster@ and abuse@, and all of players."""


def has_room_for_players(
    tx: Transaction, identity: Identity, kept: KeptLetter, player: Player | None, today: date
) -> bool:
    """Count a letter of a player, and return whether its bytes may be kept this month.

    player: its writer; None if nobody knows which player it is.
    """
    size, month = len(kept.raw), last_of_month(today)
    own = identity.player_megabytes * MIB
    if player is not None and not tx.quotas.take(_of(player), month, size, own):
        return False
    all_ = identity.players_megabytes * MIB
    return size <= LARGE or tx.quotas.take(OF_CLUB, month, size, all_)


def has_room_for_others(
    tx: Transaction, identity: Identity, kept: KeptLetter, quota: str, today: date
) -> bool:
    """Count a letter that nothing proves, and return whether its bytes may be kept today."""
    return tx.quotas.take(quota, today, len(kept.raw), identity.strangers_megabytes * MIB)


def has_room_for_failed(tx: Transaction, identity: Identity, kept: KeptLetter, today: date) -> bool:
    """Count a letter that nobody could read. Its token alone proves a player."""
    token = tx.tokens.find(kept.token) if kept.token else None
    player = tx.players.find(token.player) if token and token.player is not None else None
    if player is None:
        return has_room_for_others(tx, identity, kept, OF_STRANGERS, today)
    return has_room_for_players(tx, identity, kept, player, today)


def is_first_without_room(tx: Transaction, player: Player, today: date) -> bool:
    """Whether nobody has told the player this month that their letters are no longer kept."""
    return tx.quotas.take(f"told {player.id}", last_of_month(today), 1, 1)


def last_of_month(day: date) -> date:
    """The day under which a month's bytes are counted: the count is forgotten after it."""
    return day.replace(day=monthrange(day.year, day.month)[1])


def _of(player: Player) -> str:
    return f"player {player.id}"
