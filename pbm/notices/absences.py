"""Telling opponents of a player's vacations: at once, but no more than once an hour.

What changes within the hour is told when it is over, as it stands then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from pbm.core.clocks import HOUR
from pbm.core.marks import Kind, Mark
from pbm.core.model import Player, Vacation
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.readers import reader_of
from pbm.notices.views import boards_by_opponent
from pbm.play.vacations import planned
from pbm.store.protocol import Transaction


def put_off(tx: Transaction, player: Player, now: datetime) -> datetime | None:
    """Let the opponents be told later, where they were told within the hour.

    Returns when that is; None where they can be told now.
    """
    told = tx.moments.get(_told(player))
    if told is None or not now - HOUR < told <= now:
        return None
    then = told + HOUR
    tx.moments.set(_due(player), then)
    return then


def tell(
    tx: Transaction, player: Player, now: datetime, comment: Sequence[str] = ()
) -> tuple[Draft, ...]:
    """One mail to each opponent, however many boards there are: when the player will be away, or
    that they are back.
    """
    tx.moments.drop(_due(player))
    running = [match for match in tx.matches.of_player(player.id) if match.running]
    vacations = planned(tx, player.id, now)
    if running:
        tx.moments.set(_told(player), now)
    return tuple(
        _news(tx.players.get(other), player, boards, vacations, comment)
        for other, boards in boards_by_opponent(player.id, running).items()
    )


def tell_due(tx: Transaction, now: datetime) -> Iterator[Draft]:
    """The mails that have waited until now."""
    for mark, at in tx.moments.of(Kind.ABSENCE_DUE).items():
        if at <= now:
            yield from tell(tx, tx.players.get(int(mark.whose)), now)


def _news(
    to: Player,
    player: Player,
    boards: Sequence[str],
    vacations: Sequence[Vacation],
    comment: Sequence[str],
) -> Draft:
    reader = reader_of(to)
    facts = {
        "by": player.userid,
        "boards": boards,
        "periods": [
            {"from": reader.day(each.start), "until": reader.moment(each.end)} for each in vacations
        ],
        "comment": list(comment),
    }
    return Draft(to, "absence", facts, grant=account_grant(to), by=player.id)


def _told(player: Player) -> Mark:
    return Kind.ABSENCE_TOLD.of(player.id)


def _due(player: Player) -> Mark:
    return Kind.ABSENCE_DUE.of(player.id)
