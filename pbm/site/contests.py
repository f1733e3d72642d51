"""Contests as pages show them, kept in memory.

Changed ones are read again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from pbm.core.contests.changes import is_alive
from pbm.core.contests.model import Contest, ContestKind, Entry
from pbm.store.protocol import Transaction


@dataclass(frozen=True)
class ShownContest:
    """A contest with its players.

    season: the season of a league. entries: by player, in their starting order.
    begun, over: when it began and when it ended; None before that.
    """

    contest: Contest
    season: Contest | None
    entries: Mapping[int, Entry]
    begun: datetime | None
    over: datetime | None

    @property
    def id(self) -> int:
        return self.contest.id

    @property
    def kind(self) -> ContestKind:
        return self.contest.kind

    @property
    def has_table(self) -> bool:
        return self.kind.has_table and not self.contest.open

    @property
    def goes_on(self) -> bool:
        return is_alive(self.contest)


class Contests:
    """All contests by their ids. ``read`` brings them up to date."""

    def __init__(self) -> None:
        self._seqs: Mapping[int, int] = {}
        self._known: dict[int, ShownContest] = {}
        self._of: defaultdict[int, set[int]] = defaultdict(set)
        self._leagues: defaultdict[int, list[int]] = defaultdict(list)
        self._numbers: dict[tuple[ContestKind, str, int], int] = {}

    def read(self, tx: Transaction) -> set[int]:
        """Read the contests that have changed since the last time, and return their ids."""
        seqs = tx.contests.seqs()
        changed = [each for each, seq in seqs.items() if self._seqs.get(each) != seq]
        for each in changed:
            self._read(tx, each)
        self._seqs = seqs
        return {*changed}

    def all(self) -> Sequence[ShownContest]:
        """All contests, by id."""
        return [shown for _, shown in sorted(self._known.items())]

    def get(self, contest: int) -> ShownContest:
        return self._known[contest]

    def of(self, player: int) -> Sequence[ShownContest]:
        """The contests that a player is in, the latest first."""
        found = (self._known[each] for each in sorted(self._of[player], reverse=True))
        return [each for each in found if player in each.entries]

    def leagues(self, season: int) -> Sequence[ShownContest]:
        """The leagues of a season that have begun, the highest first."""
        return [self._known[each] for each in self._leagues[season]]

    def before(self, shown: ShownContest) -> int:
        """The id of the cup or season before this one, with the same rules; 0 if there is none."""
        contest = shown.contest
        if contest.kind not in (ContestKind.CUP, ContestKind.SEASON):
            return 0
        return self._numbers.get((contest.kind, contest.spec, contest.number - 1), 0)

    def winners(self, shown: ShownContest) -> Sequence[int]:
        """The players in the first place of the final table; of a season, in its highest league.

        Nobody wins a league in which they are alone.
        """
        if shown.kind is ContestKind.SEASON:
            highest = self.leagues(shown.id)[:1]
            return [player for league in highest for player in self.winners(league)]
        if len(shown.entries) == 1:
            return []
        return [each.player for each in shown.entries.values() if each.final == 1]

    def _read(self, tx: Transaction, number: int) -> None:
        contest = tx.contests.get(number)
        assert contest is not None, "contests are never deleted"
        is_league = contest.kind is ContestKind.LEAGUE
        dates = {} if contest.open else tx.contests.dates(number)
        is_new = number not in self._known
        self._known[number] = ShownContest(
            contest,
            tx.contests.get(contest.parent) if is_league else None,
            {entry.player: entry for entry in tx.contests.entries(number)},
            dates.get("drawn", dates.get("begun")),
            None if is_alive(contest) else dates.get("finished", dates.get("closed")),
        )
        for player in self._known[number].entries:
            self._of[player].add(number)
        self._numbers[contest.kind, contest.spec, contest.number] = number
        if is_league and is_new:
            self._leagues[contest.parent].append(number)
