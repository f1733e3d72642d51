"""Fixtures: a server process for every test, players with mail programs, and their game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbm.admin.audit import audit
from pbm.store import open_store
from tests.end_to_end.forked import ForkedServer
from tests.end_to_end.player import Player
from tests.end_to_end.process import ServerProcess
from tests.end_to_end.table import Table
from tests.pbm.conftest import PRAGMAS, UNSYNCED

SAMPLE_OPENING = ("231123", "321123")
FAST = ("test_first_steps.py", "test_whole_games.py")
EXECUTED = ("test_power_cuts.py", "test_privacy.py", "test_programs.py", "test_starts.py")
"""The modules that test how processes start and end; all others are about mails."""


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark tests that start a server as slow, except those in ``FAST``."""
    if "server" in getattr(item, "fixturenames", ()) and item.path.name not in FAST:
        item.add_marker(pytest.mark.slow)


@pytest.fixture
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[ServerProcess]:
    """A running server. Afterwards it must exit with 0, and its log and audit must be clean."""
    kind = ServerProcess if request.path.name in EXECUTED else ForkedServer
    process = kind(tmp_path / "data")
    process.start()
    yield process
    process.stop()
    log = process.log.read_text()
    assert "Traceback" not in log
    assert re.findall(r"[^…\s]@\S+", log) == []
    assert findings(process.data) == []


@pytest.fixture(scope="module")
def unsynced() -> Iterator[None]:
    """Let servers in this process not wait for the disk, for tests that are about mails."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PRAGMAS, UNSYNCED)
        yield


def findings(data: Path) -> list[str]:
    """Run the audit in this process, and return its findings."""
    store = open_store(data)
    try:
        return [str(finding) for finding in audit(store, step=lambda: None)]
    finally:
        store.close()


@pytest.fixture
def player(server: ServerProcess) -> Callable[[str], Player]:
    """Signs somebody up."""

    def signed_up(userid: str) -> Player:
        somebody = Player(server, userid)
        somebody.sign_up()
        return somebody

    return signed_up


@pytest.fixture
def alice(player: Callable[[str], Player]) -> Player:
    return player("alice")


@pytest.fixture
def bob(player: Callable[[str], Player]) -> Player:
    return player("bob")


@pytest.fixture
def table(alice: Player, bob: Player) -> Table:
    """A game of Gyges, board 1, after the placing of the sample game: alice, South, is to move."""
    table = Table(alice, bob)
    table.begin("gyges challenge bob")
    table.play(SAMPLE_OPENING)
    return table


@pytest.fixture
def settle(server: ServerProcess) -> Callable[[], None]:
    """Waits until every letter sent so far has been acted on, and every mail that it causes is out.

    Letters and mails keep their order: when a witness gets an answer, all earlier mails have come.
    """
    witness = Player(server, "witness")

    def wait() -> None:
        if not witness.mails:
            witness.sign_up()
        assert witness.ask("whoami").kind == "account"

    return wait
