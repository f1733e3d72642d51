"""Boards and their events, plans, ratings and seeks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from pbm.base.errors import ConflictError, PermanentFailure
from pbm.core.by_seat import BySeat
from pbm.core.events import Event
from pbm.core.games import Seat
from pbm.core.model import Cause, EventKind, Match, MatchStatus, Seek
from pbm.core.ratings import Place, RatedGame, Rating, RatingChange
from pbm.store.matches_protocol import LastMove, RunningGame
from pbm.store.play_protocol import Plans
from tests.pbm.store.memory.state import Repository, after, plain


class MemoryMatches(Repository):
    lacks = ()

    def open(self, match: Match) -> int:
        return self._state.boards.add(lambda number: replace(match, board=number)).board

    def get(self, board: int) -> Match | None:
        return self._state.boards.get(board)

    def events(self, board: int) -> list[Event]:
        return [*self._state.events.get(board, ())]

    def append(self, match: Match, event: Event, alarm: datetime | None) -> None:
        self._still(match.board, event.seq - 1, event.previous)
        if sum(each is not None for each in event.cause) != 1:
            raise PermanentFailure("an event has one cause")
        kept = event._replace(data=plain(dict(event.data)))
        self._state.events[match.board] = (*self.events(match.board), kept)
        self._state.boards.rows[match.board] = match
        self.set_alarm(match, alarm)

    def mark_offered(self, board: int, seqs: range) -> None:
        self._state.offered[board] = frozenset(self.offered(board)).union(seqs)

    def offered(self, board: int) -> Collection[int]:
        return self._state.offered.get(board, frozenset())

    def snapshot(self, match: Match, *, stale: bool = False) -> Mapping[str, Any] | None:
        head, kept = self._state.snapshots.get(match.board, ("", None))
        return kept if stale or head == match.head else None

    def keep_snapshot(self, match: Match, kept: Mapping[str, Any]) -> None:
        self._state.snapshots[match.board] = (match.head, plain(dict(kept)))

    def drop_snapshot(self, board: int) -> None:
        self._state.snapshots.pop(board, None)

    def of_player(self, player: int) -> list[Match]:
        found = [match for match in self._state.boards if player in match.players]
        return sorted(found, key=lambda match: match.updated, reverse=True)

    def open_of(self, player: int) -> Sequence[Match]:
        still = (MatchStatus.INVITED, MatchStatus.RUNNING)
        return [match for match in reversed(self.of_player(player)) if match.status in still]

    def list(self, game: str | None = None) -> list[Match]:
        return [match for match in self._state.boards if game in (None, match.game)]

    def due(self, now: datetime, limit: int) -> Sequence[Match]:
        found = sorted((at, board) for board, at in self._state.alarms.items() if at <= now)
        return [self._state.boards.rows[board] for _, board in found[:limit]]

    def set_alarm(self, match: Match, at: datetime | None) -> None:
        self._still(match.board, match.seq, match.head)
        self._state.alarms.pop(match.board, None)
        if at is not None:
            self._state.alarms[match.board] = at

    def timed(self) -> Sequence[Match]:
        return [match for match in self._state.boards if match.running and match.clock.limits]

    def of_plugins(self) -> Sequence[Match]:
        return [match for match in self._state.boards if match.running and match.rules]

    def running(self, spec: str) -> Sequence[RunningGame]:
        return [
            RunningGame(match.board, match.position, match.plies)
            for match in self._state.boards
            if match.running and match.spec == spec
        ]

    def numbers(self, after_: int, limit: int) -> Sequence[int]:
        return after(self._state.boards, after_, limit)

    def causes(self, board: int) -> Sequence[Cause]:
        return [event.cause for event in self.events(board)]

    def last_moves(self) -> Sequence[LastMove]:
        found: dict[tuple[BySeat[int], Seat], datetime] = {}
        for match in self._state.boards:
            for event in self.events(match.board):
                if event.kind is EventKind.MOVED:
                    place = match.players, Seat(event.data["seat"])
                    found[place] = max(event.at, found.get(place, event.at))
        return [LastMove(players, seat, at) for (players, seat), at in found.items()]

    def played_lately(self, newest: int) -> Sequence[str]:
        boards = sorted(self._state.boards, key=lambda match: -match.board)[:newest]
        counted = Counter(match.game for match in boards)
        return sorted(counted, key=lambda game: (-counted[game], game))

    def counts(self) -> Mapping[tuple[str, MatchStatus], int]:
        return Counter((match.spec, match.status) for match in self._state.boards)

    def _still(self, board: int, seq: int, head: str) -> None:
        stored = self.get(board)
        if stored is None or (stored.seq, stored.head) != (seq, head):
            raise ConflictError(f"board {board} has changed meanwhile; try again")


class MemoryQueues(Repository):
    def of(self, board: int) -> Plans:
        queued = self._state.queues.items()
        return {player: plan for (number, player), plan in queued if number == board}

    def put(self, board: int, player: int, plan: Mapping[str, Any]) -> None:
        self._state.queues[board, player] = plain(dict(plan))

    def drop(self, board: int, player: int) -> None:
        self._state.queues.pop((board, player), None)

    def clear(self, board: int) -> None:
        for place in [place for place in self._state.queues if place[0] == board]:
            del self._state.queues[place]


class MemorySeeks(Repository):
    def add(
        self, player: int, game: str, left: int, options: Mapping[str, str], at: datetime
    ) -> Seek:
        kept = plain(dict(options))
        return self._state.seeks.add(lambda number: Seek(number, player, game, left, kept, at))

    def get(self, seek: int) -> Seek | None:
        return self._state.seeks.get(seek)

    def of(self, player: int) -> list[Seek]:
        return [seek for seek in self._state.seeks if seek.player == player]

    def list(self, game: str) -> list[Seek]:
        return [seek for seek in self._state.seeks if seek.game == game]

    def take(self, seek: int) -> None:
        found = self.get(seek)
        if found is None:
            raise ConflictError(f"seek {seek} is gone")
        if found.left > 1:
            self._state.seeks.change(seek, left=found.left - 1)
        else:
            self.drop(seek)

    def drop(self, seek: int) -> None:
        self._state.seeks.rows.pop(seek, None)


def place(change: RatingChange) -> Place:
    return change.ended, change.board


class MemoryRatings(Repository):
    def add(self, changes: Sequence[RatingChange]) -> None:
        self._state.ratings.extend(changes)

    def now(self, game: str, player: int) -> Rating:
        return next((each.after for each in self.of_player(game, player)), Rating())

    def before(self, game: str, player: int, place_: Place) -> Rating:
        played = (each.after for each in self.of_player(game, player) if place(each) < place_)
        return next(played, Rating())

    def of_board(self, board: int) -> Sequence[RatingChange]:
        return [each for each in self._state.ratings if each.board == board]

    def of_player(self, game: str, player: int) -> Sequence[RatingChange]:
        return self._of(game, lambda each: each.player == player)[::-1]

    def of_pair(self, game: str, one: int, other: int, since: datetime) -> int:
        pair = self._of(game, lambda each: (each.player, each.opponent) == (one, other))
        return len([each for each in pair if each.ended > since])

    def standing(self, game: str) -> Sequence[RatingChange]:
        latest = {each.player: each for each in self._of(game, lambda _: True)}
        return sorted(
            latest.values(), key=lambda each: (-each.after.points, -each.after.games, each.player)
        )

    def take_after(self, game: str, place_: Place) -> Sequence[RatedGame]:
        taken = self._of(game, lambda each: place(each) > place_)
        self._state.ratings[:] = [each for each in self._state.ratings if each not in taken]
        first = {each.board: each for each in taken[::-1]}
        return [
            RatedGame(
                each.board, each.game, BySeat(each.player, each.opponent), each.score, each.ended
            )
            for each in [*first.values()][::-1]
        ]

    def list(self) -> Sequence[RatingChange]:
        return sorted(self._state.ratings, key=lambda each: (each.game, place(each)))

    def clear(self) -> None:
        self._state.ratings.clear()

    def _of(self, game: str, wanted: Callable[[RatingChange], bool]) -> Sequence[RatingChange]:
        """The changes of a game in order, first seat first."""
        found = [each for each in self._state.ratings if each.game == game and wanted(each)]
        return sorted(found, key=place)
