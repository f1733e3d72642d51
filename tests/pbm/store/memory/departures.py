"""Addresses whose owners have left."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from tests.pbm.store.memory.state import Repository


class MemoryDepartures(Repository):
    def add(self, address: str, at: datetime) -> None:
        self._state.departures[address] = at

    def list(self) -> Mapping[str, datetime]:
        return dict(sorted(self._state.departures.items()))

    def drop(self, address: str) -> None:
        self._state.departures.pop(address, None)
