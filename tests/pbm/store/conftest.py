"""Fixtures of the contract: each test runs on every engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from pbm.store import administration
from pbm.store.administration import Administration
from pbm.store.protocol import Store, Transaction
from tests.pbm.store.memory.engine import Memory
from tests.pbm.store.postgresql.server import server

Engine = Callable[[Path], Administration]
"""Returns the administration of the store that belongs to a folder."""

Opener = Callable[[Path], Store]


def on_postgresql(folder: Path) -> Administration:
    """The administration of a store in a schema of its own, named by the folder."""
    schema = f"s{sha256(bytes(folder)).hexdigest()[:16]}"
    return administration(server().create(schema))


ENGINES: dict[str, Engine] = {
    "sqlite": administration,
    "memory": Memory().administration,
    "postgresql": on_postgresql,
}


# The contract takes ten seconds of CPU on PostgreSQL.
SLOW = {"postgresql": pytest.mark.slow}


def params(*names: str) -> list[ParameterSet]:
    return [pytest.param(ENGINES[name], id=name, marks=SLOW.get(name, ())) for name in names]


@pytest.fixture(scope="session", params=params(*ENGINES))
def engine(request: pytest.FixtureRequest) -> Engine:
    found: Engine = request.param
    return found


@pytest.fixture(scope="session")
def opener(engine: Engine) -> Opener:
    return lambda folder: engine(folder).open()


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
    """Rolls back the transaction of a test, so that the next test finds an empty store."""


@pytest.fixture
def tx(shared: Store) -> Iterator[Transaction]:
    """A transaction on an empty store, open for the whole test."""
    with suppress(Undone), shared.transaction() as made:
        yield made
        raise Undone
