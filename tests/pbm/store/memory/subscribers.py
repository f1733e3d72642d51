"""The queues of subscribers, and the feed of finished games."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from pbm.core.bookkeeping import FeedLine, Unheard
from tests.pbm.store.memory.state import Repository


class MemoryUnheard(Repository):
    def add(self, subscriber: str, board: int, seq: int, due: datetime) -> None:
        self._state.unheard.setdefault(Unheard(subscriber, board, seq), due)

    def due(self, subscriber: str, now: datetime, limit: int) -> Sequence[Unheard]:
        heads: dict[int, Unheard] = {}
        for each in sorted(self._of(subscriber)):
            heads.setdefault(each.board, each)
        due = sorted((self._state.unheard[each], each) for each in heads.values())
        return [each for at, each in due if at <= now][:limit]

    def queued(self, subscriber: str, board: int) -> Collection[int]:
        return {each.seq for each in self._of(subscriber) if each.board == board}

    def oldest(self) -> Mapping[str, datetime]:
        ages = [(each.subscriber, self._happened(each)) for each in self._state.unheard]
        return {name: at for name, at in sorted(ages, reverse=True) if at is not None}

    def _of(self, subscriber: str) -> list[Unheard]:
        return [each for each in self._state.unheard if each.subscriber == subscriber]

    def _happened(self, unheard: Unheard) -> datetime | None:
        events = self._state.events.get(unheard.board, ())
        return next((event.at for event in events if event.seq == unheard.seq), None)

    def put_off(self, unheard: Unheard, until: datetime) -> None:
        if unheard in self._state.unheard:
            self._state.unheard[unheard] = until

    def drop(self, unheard: Unheard) -> None:
        self._state.unheard.pop(unheard, None)


class MemoryFeed(Repository):
    def put(self, line: FeedLine) -> None:
        there = next((each for each in self._of(line.board) if each.seq == line.seq), None)
        if there is None:
            self._state.feed.add(lambda place: replace(line, place=place))
        else:
            self._state.feed.rows[there.place] = replace(line, place=there.place)

    def retain(self, board: int, seqs: Collection[int]) -> None:
        for line in self._of(board):
            if line.seq not in seqs:
                del self._state.feed.rows[line.place]

    def seqs(self, board: int) -> Collection[int]:
        return {line.seq for line in self._of(board)}

    def after(self, place: int, limit: int) -> Sequence[FeedLine]:
        return [line for line in self._state.feed if line.place > place][:limit]

    def last(self) -> int:
        return max(self._state.feed.rows, default=0)

    def _of(self, board: int) -> list[FeedLine]:
        return [line for line in self._state.feed if line.board == board]
