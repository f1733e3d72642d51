"""A town whose club has an address of its own, with two players."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.pbm.town import ALICE, BOB, PASSWORD, Town


@contextmanager
def town_at(address: str, folder: Path) -> Iterator[Town]:
    with closing(Town(folder, "example.org", address=address)) as town:
        town.sign_up(ALICE, PASSWORD)
        town.sign_up(BOB, PASSWORD)
        yield town
