"""The games that everybody may see, in the orders in which pages list them."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from pbm.core.model import Match
from pbm.site.places import GAMES_TOGETHER

_Change = tuple[datetime, int]


class ShownGames:
    """The games, sorted once: after a move, ``moved`` changes only the place of its game."""

    def __init__(self, matches: Iterable[Match] = ()) -> None:
        self._matches = {each.board: each for each in sorted(matches, key=lambda each: each.board)}
        self._running = sorted(_change(each) for each in self if each.running)
        self._ended = sorted(_change(each) for each in self if each.finished and each.plies)
        self._of: defaultdict[int, list[int]] = defaultdict(list)
        self._archives: defaultdict[int, list[int]] = defaultdict(list)
        for match in self:
            self._archives[match.board // GAMES_TOGETHER].append(match.board)
            for player in match.players:
                self._of[player].append(match.board)

    def __iter__(self) -> Iterator[Match]:
        """All games, by number."""
        return iter(self._matches.values())

    def moved(self, match: Match) -> None:
        """Replace a running game, if it is shown, by its state after a move that did not end it."""
        before = self._matches.get(match.board)
        if before is not None:
            del self._running[bisect_left(self._running, _change(before))]
            insort(self._running, _change(match))
            self._matches[match.board] = match

    def running(self, most: int) -> list[Match]:
        """The running games, the latest change first."""
        return self._latest(self._running, most)

    def ended(self, most: int) -> list[Match]:
        """The games that were played and have ended, the latest first."""
        return self._latest(self._ended, most)

    def of(self, player: int) -> list[Match]:
        """The games of a player, by number."""
        return [self._matches[board] for board in self._of.get(player, ())]

    @property
    def archives(self) -> Sequence[int]:
        """The numbers of the pages of the archive."""
        return [*self._archives]

    def archive(self, number: int) -> list[Match]:
        """The games on a page of the archive, by number."""
        return [self._matches[board] for board in self._archives[number]]

    def _latest(self, changes: Sequence[_Change], most: int) -> list[Match]:
        return [self._matches[board] for _, board in reversed(changes[-most:])]


def _change(match: Match) -> _Change:
    return match.updated, match.board
