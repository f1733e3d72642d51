"""A town with two players, for the tests of every room that mail passes through."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from pbm.store.sqlite import connection
from tests.pbm.town import ALICE, BOB, NORTH, PASSWORD, SOUTH, Mail, Town

PRAGMAS = "pbm.store.sqlite.connection.PRAGMAS"
# Half of the time goes into waiting for the disk. The tests of the store leave this as it is.
UNSYNCED = tuple(pragma.replace("FULL", "OFF") for pragma in connection.PRAGMAS)


@pytest.fixture
def _unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PRAGMAS, UNSYNCED)


@pytest.fixture
def town(tmp_path: Path, _unsynced: None) -> Iterator[Town]:
    """Nobody plays here yet."""
    made = Town(tmp_path)
    yield made
    made.close()


@dataclass(frozen=True)
class Begun:
    """A town that was brought so far once, and is copied for every test that begins there."""

    folder: Path
    mails: tuple[Mail, Mail]

    def copy(self, folder: Path, **settings: str) -> Town:
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        return Town(folder, **settings)


@pytest.fixture(scope="session")
def with_players(tmp_path_factory: pytest.TempPathFactory) -> Begun:
    town = Town(tmp_path_factory.mktemp("players"))
    welcomes = town.sign_up(ALICE, PASSWORD), town.sign_up(BOB)
    town.close()
    return Begun(town.folder, welcomes)


@pytest.fixture(scope="session")
def with_game(with_players: Begun, tmp_path_factory: pytest.TempPathFactory) -> Begun:
    town = with_players.copy(tmp_path_factory.mktemp("game"))
    mails = town.board()
    town.close()
    return Begun(town.folder, mails)


@pytest.fixture
def players(request: pytest.FixtureRequest, tmp_path: Path, _unsynced: None) -> Iterator[Town]:
    """A town with alice, who has a password, and bob, who has none; in a game if that is asked."""
    begun = "with_game" if "game" in request.fixturenames else "with_players"
    made: Town = request.getfixturevalue(begun).copy(tmp_path)
    yield made
    made.close()


@pytest.fixture
def game(players: Town, with_game: Begun) -> tuple[Mail, Mail]:
    """The board mails of gyges 1: alice's, who is to move, and bob's."""
    return with_game.mails


@pytest.fixture
def welcomes(players: Town, with_players: Begun) -> tuple[Mail, Mail]:
    """The mails that welcomed alice and bob."""
    return with_players.mails


@pytest.fixture
def begun(players: Town, game: tuple[Mail, Mail]) -> tuple[Mail, Mail]:
    """The board mails of gyges 1 after the placing: alice's, who is to move, and bob's."""
    return players.play(game, SOUTH, NORTH)


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Passwords that were looked at; the right one fits."""
    looked_at: list[str] = []

    def fits(password: str, hashed: str | None) -> bool:
        looked_at.append(password)
        return password == PASSWORD and hashed is not None

    monkeypatch.setattr("pbm.inbox.vocabulary.speaker.password_fits", fits)
    return looked_at
