"""A second, simple calculation of final tables, from the events of boards.

The calculation shares nothing with ``pbm.core.contests``: it reads the events of boards, not the
games that a contest has stored, and counts with loops.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from pbm.core.contests.happenings import Finished, Out
from pbm.core.contests.model import Contest
from pbm.core.happenings import Aborted, Forfeited, Resigned
from pbm.core.openings import Created
from pbm.core.results import Result
from pbm.store.protocol import Transaction

Score = tuple[int, int, float]
"""Two players, and the points of the first."""

_POINTS = {Result.FIRST_WON: 1.0, Result.SECOND_WON: 0.0, Result.DRAWN: 0.5}


def places(tx: Transaction, contest: Contest) -> Mapping[int, int]:
    """The place of each player in the final table of a contest that is over."""
    events = tx.contests.events(contest.id)
    finished = next(event for event in reversed(events) if isinstance(event.what, Finished))
    struck = {e.what.player for e in events if isinstance(e.what, Out) and e.what.struck}
    players = [entry.player for entry in tx.contests.entries(contest.id)]
    scores = [
        score
        for score in _scores(tx, contest, finished.at)
        if score[0] not in struck and score[1] not in struck
    ]
    ranked = _ranked([each for each in players if each not in struck], scores)
    return {**dict.fromkeys(struck, 0), **ranked}


def _scores(tx: Transaction, contest: Contest, at: datetime) -> list[Score]:
    """The scores of a contest's games, from the state of their boards at ``at``."""
    found = []
    for match in tx.matches.list(contest.game):
        events = [event for event in tx.matches.events(match.board) if event.at <= at]
        opening = events[0].what if events else None
        if isinstance(opening, Created) and opening.terms.contest == contest.id:
            points = _points([event.what for event in events], match.result)
            if points is not None:
                found.append((match.players.first, match.players.second, points))
    return found


def _points(happened: Sequence[object], result: Result) -> float | None:
    """The points of the first seat; half for a game that is not over; None if it does not count."""
    for what in reversed(happened):
        if isinstance(what, Forfeited | Resigned):
            return 0.0 if what.seat.value == 0 else 1.0
        if isinstance(what, Aborted):
            return None if what.seat is None else 0.0 if what.seat.value == 0 else 1.0
    is_over = any(type(what).__name__ in ("Agreed", "Adjudicated") for what in happened)
    return _POINTS[result] if is_over else 0.5


def _ranked(players: Sequence[int], scores: Sequence[Score]) -> dict[int, int]:
    total = {player: _total(player, scores) for player in players}
    berger = {}
    for player in players:
        berger[player] = 0.0
        for one, other, points in scores:
            if one == player:
                berger[player] += points * total[other]
            if other == player:
                berger[player] += (1 - points) * total[one]
    wins = {player: _wins(player, scores) for player in players}
    order = [{*players}]
    order = _split(order, lambda player, _: total[player])
    order = _split(order, lambda player, _: berger[player])
    before: list[set[int]] = []
    while before != order:  # direct encounter, again among those who are still tied
        before, order = order, _split(order, lambda player, tied: _among(player, tied, scores))
    order = _split(order, lambda player, _: wins[player])
    found, place = {}, 1
    for group in order:
        found.update(dict.fromkeys(group, place))
        place += len(group)
    return found


def _split(groups: Sequence[set[int]], value: Callable[[int, set[int]], float]) -> list[set[int]]:
    """Split each group of tied players by a value, the highest first."""
    found: list[set[int]] = []
    for group in groups:
        values = {player: value(player, group) for player in group}
        for each in sorted({*values.values()}, reverse=True):
            found += [{player for player in group if values[player] == each}]
    return found


def _total(player: int, scores: Sequence[Score]) -> float:
    first = sum(points for one, _, points in scores if one == player)
    return first + sum(1 - points for _, other, points in scores if other == player)


def _among(player: int, tied: set[int], scores: Sequence[Score]) -> float:
    return _total(player, [each for each in scores if each[0] in tied and each[1] in tied])


def _wins(player: int, scores: Sequence[Score]) -> int:
    first = sum(one == player and points == 1 for one, _, points in scores)
    return first + sum(other == player and points == 0 for _, other, points in scores)
