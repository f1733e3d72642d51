"""Every engine, one after the other: what a store promises, each of them keeps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from pbm.store import open_store
from pbm.store.protocol import Store, Transaction

Opener = Callable[[Path], Store]

ENGINES: dict[str, Opener] = {"sqlite": open_store}


@pytest.fixture(scope="session", params=list(ENGINES.values()), ids=list(ENGINES))
def opener(request: pytest.FixtureRequest) -> Opener:
    found: Opener = request.param
    return found


@pytest.fixture
def store(opener: Opener, tmp_path: Path) -> Iterator[Store]:
    made = opener(tmp_path)
    yield made
    made.close()


@pytest.fixture(scope="session")
def shared(opener: Opener, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    made = opener(tmp_path_factory.mktemp("store"))
    yield made
    made.close()


class Undone(Exception):
    """The test is over; the next one finds the store as this one did."""


@pytest.fixture
def tx(shared: Store) -> Iterator[Transaction]:
    """A transaction that is open for the whole test, in an empty store."""
    with suppress(Undone), shared.transaction() as made:
        yield made
        raise Undone
