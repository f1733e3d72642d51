"""An engine in memory, for tests: fast, and a second implementation of the contract.

A transaction works on a copy of all tables, and the copy replaces the state at the commit. Readers
see one state, and a rollback drops the copy.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from copy import copy
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock

from pbm.base.errors import StoreBusyError, StoreMissingError
from pbm.store.bookkeeping_protocol import Removals
from tests.patience import PATIENCE
from tests.pbm.store.memory.boards import MemoryMatches, MemoryQueues, MemoryRatings, MemorySeeks
from tests.pbm.store.memory.bookkeeping import (
    MemoryActs,
    MemoryCounters,
    MemoryMarks,
    MemoryMoments,
    MemoryRequests,
    MemoryTokens,
)
from tests.pbm.store.memory.contests import MemoryContests
from tests.pbm.store.memory.departures import MemoryDepartures
from tests.pbm.store.memory.inbox import (
    MemoryFetchedMessages,
    MemoryLetters,
    MemoryQuotas,
    MemoryWithheldLetters,
)
from tests.pbm.store.memory.nodes import MemoryLeases, MemoryNodes
from tests.pbm.store.memory.outbox import MemoryOutbox
from tests.pbm.store.memory.people import MemoryChoices, MemoryPlayers, MemoryVacations
from tests.pbm.store.memory.references import check
from tests.pbm.store.memory.state import State
from tests.pbm.store.memory.study import MemoryAnalyses, MemoryPuzzles
from tests.pbm.store.memory.subscribers import MemoryFeed, MemoryUnheard


class MemoryTransaction:
    removals: Removals | None = None

    def __init__(self, state: State) -> None:
        self._state = state
        self.letters = MemoryLetters(state)
        self.fetched = MemoryFetchedMessages(state)
        self.players = MemoryPlayers(state)
        self.matches = MemoryMatches(state)
        self.outbox = MemoryOutbox(state)
        self.tokens = MemoryTokens(state)
        self.acts = MemoryActs(state)
        self.requests = MemoryRequests(state)
        self.marks = MemoryMarks(state)
        self.moments = MemoryMoments(state)
        self.counters = MemoryCounters(state)
        self.withheld = MemoryWithheldLetters(state)
        self.quotas = MemoryQuotas(state)
        self.departures = MemoryDepartures(state)
        self.vacations = MemoryVacations(state)
        self.blocks = MemoryChoices(state, "blocks")
        self.subscriptions = MemoryChoices(state, "subscriptions")
        self.watched_contests = MemoryChoices(state, "watched_contests")
        self.contests = MemoryContests(state)
        self.ratings = MemoryRatings(state)
        self.queues = MemoryQueues(state)
        self.seeks = MemorySeeks(state)
        self.unheard = MemoryUnheard(state)
        self.feed = MemoryFeed(state)
        self.analyses = MemoryAnalyses(state)
        self.puzzles = MemoryPuzzles(state)
        self.nodes = MemoryNodes(state)
        self.leases = MemoryLeases(state)

    @contextmanager
    def savepoint(self) -> Iterator[None]:
        before = copy(self._state)
        try:
            yield
        except BaseException:
            self._state.go_back_to(before)
            raise


@dataclass
class Kept:
    """The state that all open stores of one place share."""

    state: State = field(default_factory=State)
    turn: Lock = field(default_factory=Lock)
    begun: bool = False


class MemoryStore:
    def __init__(self, kept: Kept | None = None) -> None:
        self._kept = kept or Kept()

    @contextmanager
    def transaction(
        self, *, acting: bool = True, lasting: bool = True
    ) -> Iterator[MemoryTransaction]:
        if not self._kept.turn.acquire(timeout=PATIENCE):
            raise StoreBusyError("somebody else writes")
        try:
            state = copy(self._kept.state)
            yield MemoryTransaction(state)
            check(state)
            self._kept.state = state
        finally:
            self._kept.turn.release()

    def beside(self) -> AbstractContextManager[MemoryTransaction]:
        return self.transaction()

    @contextmanager
    def reading(self) -> Iterator[MemoryTransaction]:
        yield MemoryTransaction(copy(self._kept.state))

    def use_key(self, key: bytes) -> None:
        """Do nothing: letters are not encrypted."""

    def close(self) -> None:
        """Do nothing: the state stays, so that the store can be opened again."""


class MemoryAdministration:
    copy_name: str = "pbm.pickle"

    def __init__(self, kept: Kept) -> None:
        self._kept = kept

    def open(self, *, create: bool = True) -> MemoryStore:
        if not create:
            self._check_begun()
        self._kept.begun = True
        return MemoryStore(self._kept)

    def open_to_look(self) -> MemoryStore:
        self._check_begun()
        return self.open()

    def _check_begun(self) -> None:
        if not self._kept.begun:
            raise StoreMissingError("there is no store")

    def is_begun(self) -> bool:
        return self._kept.begun

    def is_read_only(self) -> bool:
        return False

    def is_older(self) -> bool:
        return False

    def upgrade(self) -> Sequence[str]:
        return []

    def faults(self, *, thorough: bool = False) -> list[str]:
        return []

    def size(self) -> int:
        return len(pickle.dumps(self._kept.state))

    def copy_to(self, path: Path) -> None:
        path.write_bytes(pickle.dumps(self._kept.state))

    def copy_faults(self, copied: Path) -> list[str]:
        try:
            read(copied)
        except (pickle.UnpicklingError, EOFError) as error:
            return [str(error)]
        return []

    def check_unused(self) -> None:
        """Do nothing: no node serves on this store."""

    def put_in_place(self, copied: Path, aside: Path) -> None:
        self.copy_to(aside / self.copy_name)
        self._kept.state, self._kept.begun = read(copied), True

    def tidy(self) -> None:
        """Do nothing: old values are not retained."""


class Memory:
    """The stores by folder. Nothing is written to the folders."""

    def __init__(self) -> None:
        self._kept: dict[Path, Kept] = {}

    def administration(self, folder: Path) -> MemoryAdministration:
        return MemoryAdministration(self._kept.setdefault(folder, Kept()))


def read(copied: Path) -> State:
    found: State = pickle.loads(copied.read_bytes())
    return found
