"""Counts of players, boards, games, letters, mails and acts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from pbm.core.model import MatchStatus, PlayerStatus
from pbm.mail.correspondence import LetterStatus, MailStatus
from pbm.store.protocol import Transaction

Counts = Mapping[str, int]
S = TypeVar("S", bound=StrEnum)


def gather(tx: Transaction) -> Mapping[str, Counts]:
    """Count everything by kind and status; 0 for a status that nothing has."""
    boards: Counter[MatchStatus] = Counter()
    games: Counter[str] = Counter()
    for (spec, status), number in tx.matches.counts().items():
        boards[status] += number
        games[spec] += number
    everybody = tx.players.list()
    players = Counter(player.status for player in everybody if player.addresses)
    left = sum(player.left for player in everybody)
    unreachable = sum(player.unreachable for player in everybody)
    return {
        "players": {**_all(PlayerStatus, players), "left": left, "unreachable": unreachable},
        "boards": _all(MatchStatus, boards),
        "games": dict(sorted(games.items())),
        "letters": _all(LetterStatus, tx.letters.counts()),
        "mails": _all(MailStatus, tx.outbox.counts()),
        "acts": {"recorded": tx.acts.count()},
    }


def _all(statuses: type[S], counts: Mapping[S, int]) -> Counts:
    return {status.value: counts.get(status, 0) for status in statuses}
