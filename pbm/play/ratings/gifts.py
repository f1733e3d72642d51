"""Players who give many games up soon, always to the same other player.

One account may feed the other. The operator is told, since only a person can judge it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from pbm.core.marks import Trouble
from pbm.core.model import Match
from pbm.core.ratings import WITHIN
from pbm.core.results import Reason
from pbm.play.ratings.uncounted import after_placing, uncounted
from pbm.store.protocol import Transaction

_GIVEN_UP = (Reason.RESIGNED, Reason.FORFEIT)
_SOON = 12
"""A game given up with fewer plies than this behind the placing of its pieces may be a gift."""
_MANY = 5
"""So many gifts within ``WITHIN`` are told, unless one in four goes the other way."""


class Gifts(NamedTuple):
    """giver, taker: ids of players. games: how many games were given up."""

    giver: int
    taker: int
    games: int


def watch(tx: Transaction, match: Match, now: datetime) -> None:
    """Count a problem for the operator if the game that has just ended is one gift of many.

    Every fifth gift counts, so that an evening's games are one alert and not ten.
    """
    if not match.rated or not _is_gift(match):
        return
    winner = match.result.winner
    assert winner is not None, "a game that is given up is won by the other side"
    giver, taker = match.player_at(winner.other), match.player_at(winner)
    found = _found(tx, tx.matches.of_player(giver), now - WITHIN)
    if any((each.giver, each.taker) == (giver, taker) and not each.games % _MANY for each in found):
        tx.marks.add(Trouble.FEEDING.mark, now)


def gifts(tx: Transaction, now: datetime) -> Sequence[Gifts]:
    """All players who have given many games up to the same other player lately."""
    return _found(tx, tx.matches.list(), now - WITHIN)


def _found(tx: Transaction, matches: Iterable[Match], since: datetime) -> Sequence[Gifts]:
    given: Counter[tuple[int, int]] = Counter()
    for match in matches:
        winner = match.result.winner
        if (
            winner is not None
            and match.updated > since
            and _is_gift(match)
            and _was_rated(tx, match)
        ):
            given[match.player_at(winner.other), match.player_at(winner)] += 1
    return [
        Gifts(giver, taker, games)
        for (giver, taker), games in given.items()
        if games >= _MANY and games >= 4 * given[taker, giver] and _are_people(tx, giver, taker)
    ]


def _are_people(tx: Transaction, *players: int) -> bool:
    return not any(tx.players.get(each).is_driven for each in players)


def _is_gift(match: Match) -> bool:
    return match.reason in _GIVEN_UP and match.plies < after_placing(match, _SOON)


def _was_rated(tx: Transaction, match: Match) -> bool:
    return match.rated or uncounted(tx, match) is not None
