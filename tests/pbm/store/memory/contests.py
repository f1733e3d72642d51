"""Contests with their events, entries and games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from pbm.base.errors import ConflictError, PermanentFailure
from pbm.core.contests.changes import is_alive
from pbm.core.contests.events import ContestEvent
from pbm.core.contests.model import Contest, ContestGame, ContestKind, Entry, How, Told
from pbm.store.contest_protocol import Kept
from tests.pbm.store.memory.state import Repository, after, plain

_COUNTED = (How.PLAYED, How.TIME, How.WALKOVER)


class MemoryContests(Repository):
    def open(self, contest: Contest) -> int:
        return self._state.contests.add(lambda number: replace(contest, id=number)).id

    def get(self, contest: int) -> Contest | None:
        return self._state.contests.get(contest)

    def events(self, contest: int, kind: str | None = None) -> Sequence[ContestEvent]:
        found = self._state.contest_events.get(contest, ())
        return [each for each in found if kind in (None, each.kind)]

    def append(self, contest: Contest, event: ContestEvent, alarm: datetime | None) -> None:
        self._still(contest.id, event.seq - 1, event.previous)
        if sum(each is not None for each in event.cause) != 1:
            raise PermanentFailure("an event has one cause")
        kept = event._replace(data=plain(dict(event.data)))
        self._state.contest_events[contest.id] = (*self.events(contest.id), kept)
        self._state.contests.rows[contest.id] = contest
        self.set_alarm(contest, alarm)

    def set_alarm(self, contest: Contest, at: datetime | None) -> None:
        self._still(contest.id, contest.seq, contest.head)
        self._state.contest_alarms.pop(contest.id, None)
        if at is not None:
            self._state.contest_alarms[contest.id] = at

    def due(self, now: datetime, limit: int) -> Sequence[Contest]:
        alarms = self._state.contest_alarms.items()
        found = sorted((at, contest) for contest, at in alarms if at <= now)
        return [self._state.contests.rows[contest] for _, contest in found[:limit]]

    def list(self, kind: ContestKind | None = None, game: str | None = None) -> Sequence[Contest]:
        return [
            each
            for each in self._state.contests
            if kind in (None, each.kind) and game in (None, each.game)
        ]

    def alive(self, kind: ContestKind, game: str) -> Sequence[Contest]:
        return [each for each in self.list(kind, game) if is_alive(each)]

    def last(self, kind: ContestKind, spec: str) -> Contest | None:
        found = [each for each in self.list(kind) if each.spec == spec]
        return found[-1] if found else None

    def leagues(self, season: int) -> Sequence[Contest]:
        found = [each for each in self.list(ContestKind.LEAGUE) if each.parent == season]
        return sorted(found, key=lambda league: league.number)

    def league_of(self, season: int, player: int) -> Contest | None:
        found = (each for each in self.leagues(season) if self.entry(each.id, player))
        return next(found, None)

    def running_leagues(self, season: int, limit: int) -> Sequence[Contest]:
        return [each for each in self.leagues(season) if each.running][:limit]

    def numbers(self, after_: int, limit: int) -> Sequence[int]:
        return after(self._state.contests, after_, limit)

    def seqs(self) -> Mapping[int, int]:
        return {each.id: each.seq for each in self._state.contests}

    def dates(self, contest: int) -> Mapping[str, datetime]:
        kinds = ("drawn", "begun", "finished", "closed")
        return {each.kind: each.at for each in self.events(contest) if each.kind in kinds}

    def entry(self, contest: int, player: int) -> Entry | None:
        return self._state.contest_entries.get((contest, player))

    def entries(self, contest: int) -> Sequence[Entry]:
        return sorted(
            self._entries(lambda each: each.contest == contest),
            key=lambda each: (each.place, each.since, each.player),
        )

    def count_entries(self, contest: int) -> int:
        return len(self.entries(contest))

    def placed(self, contest: int, first: int, last: int) -> Sequence[Entry]:
        return [each for each in self.entries(contest) if first <= each.place <= last]

    def untold(self, contest: int, limit: int) -> Sequence[Entry]:
        found = self.after(contest, 0, len(self._state.contest_entries))
        return [each for each in found if each.told is Told.NOTHING][:limit]

    def after(self, contest: int, player: int, limit: int) -> Sequence[Entry]:
        found = self._entries(lambda each: each.contest == contest and each.player > player)
        return sorted(found, key=lambda each: each.player)[:limit]

    def entries_of(self, player: int) -> Sequence[Entry]:
        found = self._entries(lambda each: each.player == player)
        return sorted(found, key=lambda each: each.contest)

    def put_entry(self, entry: Entry) -> None:
        self._state.contest_entries[entry.contest, entry.player] = entry

    def drop_entry(self, contest: int, player: int) -> None:
        self._state.contest_entries.pop((contest, player), None)

    def game(self, board: int) -> ContestGame | None:
        return self._state.contest_games.get(board)

    def games(self, contest: int) -> Sequence[ContestGame]:
        found = [each for each in self._state.contest_games.values() if each.contest == contest]
        return sorted(found, key=lambda each: each.board)

    def games_of(self, contest: int, player: int) -> Sequence[ContestGame]:
        return [each for each in self.games(contest) if player in each.players]

    def put_game(self, game: ContestGame) -> None:
        self._state.contest_games[game.board] = game

    def kept(self, player: int) -> Kept:
        return self.appointments().get(player, Kept(0, 0))

    def appointments(self) -> Mapping[int, Kept]:
        found: dict[int, Kept] = {}
        for game in self._state.contest_games.values():
            for player in game.players if game.how in _COUNTED else ():
                played, over = found.get(player, Kept(0, 0))
                found[player] = Kept(played + (game.absent != player), over + 1)
        return found

    def _entries(self, wanted: Callable[[Entry], bool]) -> Sequence[Entry]:
        return [each for each in self._state.contest_entries.values() if wanted(each)]

    def _still(self, contest: int, seq: int, head: str) -> None:
        stored = self.get(contest)
        if stored is None or (stored.seq, stored.head) != (seq, head):
            raise ConflictError(f"contest {contest} has changed meanwhile; try again")
