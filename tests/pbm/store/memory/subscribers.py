"""What subscribers have not heard of yet, and the feed of finished games."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import datetime

from pbm.core.model import FinishedGame, Unheard
from tests.pbm.store.memory.state import Part


class MemoryUnheard(Part):
    def add(self, subscriber: str, board: int, seq: int, due: datetime) -> None:
        self._state.unheard.setdefault(Unheard(subscriber, board, seq), due)

    def due(self, subscriber: str, now: datetime, limit: int) -> Sequence[Unheard]:
        queued = sorted((due, each) for each, due in self._state.unheard.items())
        return [each for due, each in queued if due <= now and each.subscriber == subscriber][
            :limit
        ]

    def put_off(self, unheard: Unheard, until: datetime) -> None:
        if unheard in self._state.unheard:
            self._state.unheard[unheard] = until

    def drop(self, unheard: Unheard) -> None:
        self._state.unheard.pop(unheard, None)


Place = tuple[datetime, int, int]


def place(game: FinishedGame) -> Place:
    return game.finished, game.board, game.seq


class MemoryFinishedGames(Part):
    def put(self, game: FinishedGame) -> None:
        _, read = self._state.finished.get((game.board, game.seq), (None, False))
        self._state.finished[game.board, game.seq] = game, read

    def retain(self, board: int, seqs: Collection[int]) -> None:
        for key in [*self._state.finished]:
            if key[0] == board and key[1] not in seqs:
                del self._state.finished[key]

    def unread(self, limit: int) -> Sequence[FinishedGame]:
        return [game for game, read in self._in_order() if not read][:limit]

    def after(self, game: FinishedGame | None, limit: int) -> Sequence[FinishedGame]:
        later = (each for each, _ in self._in_order() if game is None or place(each) > place(game))
        return [*later][:limit]

    def mark_read(self, games: Sequence[FinishedGame]) -> None:
        for game in games:
            self._state.finished[game.board, game.seq] = game, True

    def _in_order(self) -> Iterator[tuple[FinishedGame, bool]]:
        yield from sorted(self._state.finished.values(), key=lambda kept: place(kept[0]))
