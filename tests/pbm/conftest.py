"""A town with two players, for the tests of every package that mail passes through."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest
from argon2 import PasswordHasher

from pbm.app.analyses import advanced
from pbm.base import secrets
from pbm.core.games import Analysis, AnyGame, analysing, find, spec
from pbm.core.languages import languages
from pbm.core.ratings import PLIES_BEFORE_IT_COUNTS
from pbm.play.programs import enlist
from pbm.store.sqlite import connection
from tests.pbm import engines
from tests.pbm.town import ALICE, BOB, NORTH, PASSWORD, SOUTH, Mail, Town, remembered_drafts
from tests.shared import share

T = TypeVar("T")

LOOKS_AT_EVERYTHING = ("every_mail", "every_page", "KINDS_OF_PAGES")
"""What a module of tests imports that looks at every kind of mail or page."""

PRAGMAS = "pbm.store.sqlite.connection.PRAGMAS"
# Half of the tests' time would be spent on syncs. Only the tests of the store really sync.
UNSYNCED = tuple(pragma.replace("FULL", "OFF") for pragma in connection.PRAGMAS)
PLIES = "pbm.play.ratings.uncounted.PLIES_BEFORE_IT_COUNTS"
HASHER = "pbm.base.secrets._HASHER"
# A slow password hash takes longer than everything else that is done for a letter.
SLOW_HASHER, QUICK_HASHER = (
    secrets._HASHER,
    PasswordHasher(time_cost=1, memory_cost=8, parallelism=1),
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put tests together that look at every mail of a language, or at the club with every page.
    Each process of a parallel run gets a part of all tests in order, and needs seconds to send
    these mails or to write these pages.
    """
    items.sort(key=lambda item: (_language(item), not _looks_at_everything(item)))


def _looks_at_everything(item: pytest.Item) -> bool:
    return isinstance(item, pytest.Function) and any(
        hasattr(item.module, name) for name in LOOKS_AT_EVERYTHING
    )


def _language(item: pytest.Item) -> str:
    """The language that a slow test is about, "" for other tests."""
    if item.get_closest_marker("slow") is None or not isinstance(item, pytest.Function):
        return ""
    params = item.callspec.params.values() if hasattr(item, "callspec") else ()
    return next((each for each in params if each in languages()), "")


@pytest.fixture(scope="session", autouse=True)
def _quick_hashes() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(HASHER, QUICK_HASHER)
        yield


@pytest.fixture
def slow_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash passwords as slowly as a real server does."""
    monkeypatch.setattr(HASHER, SLOW_HASHER)


@pytest.fixture(autouse=True)
def _short_games_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most games of the tests end soon. ``long_games_count`` is for tests of what counts."""
    monkeypatch.setattr(PLIES, 0)


@pytest.fixture
def long_games_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PLIES, PLIES_BEFORE_IT_COUNTS)


@pytest.fixture(scope="session", autouse=True)
def _shared() -> Iterator[None]:
    """Share what takes long to make with the other processes of the run."""
    with pytest.MonkeyPatch.context() as patch:
        share(patch)
        yield


@pytest.fixture(scope="session", autouse=True)
def _drafts() -> Iterator[None]:
    with remembered_drafts():
        yield


@pytest.fixture(scope="session", autouse=True)
def _analyses() -> Iterator[None]:
    """Analyse each game once: analysing takes most of the time of a test that waits for it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pbm.app.analyses.analysing", remembered_analysing)
        yield


@cache
def _analysis(ruleset: str, state: Any, moves: tuple[str, ...]) -> tuple[list[int], Analysis]:
    """What ``analysing`` yields, and what it returns."""
    steps = analysing(find(ruleset), state, moves)
    lefts: list[int] = []
    while not isinstance(step := advanced(steps), Analysis):
        lefts.append(step)
    return lefts, step


def remembered_analysing(
    game: AnyGame, state: Any, moves: Iterable[str]
) -> Generator[int, None, Analysis]:
    """Yield and return what ``analysing`` does."""
    lefts, found = _analysis(spec(game), state, tuple(moves))
    yield from lefts
    return found


@pytest.fixture
def _unsynced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PRAGMAS, UNSYNCED)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests marked ``both_engines`` on each engine, whatever the option --store says.

    With ``both_engines(slow=True)`` the fast tests run on SQLite alone.
    """
    marker = metafunc.definition.get_closest_marker("both_engines")
    if marker:
        sqlite, *others = engines.ENGINES
        slow = [pytest.mark.slow] if marker.kwargs.get("slow") else []
        found = [sqlite, *(pytest.param(each, marks=slow) for each in others)]
        metafunc.parametrize("_store", found, indirect=True)


@pytest.fixture(autouse=True)
def _store(request: pytest.FixtureRequest) -> None:
    """Let the towns of a test keep their stores in the engine of the option --store.

    Stores that several tests share are files, from which each test's own town is filled. All stores
    are files in a tree without tests/conftest.py, which declares the option.
    """
    if getattr(request, "param", request.config.getoption("store", "sqlite")) == "postgresql":
        # Asked for here, because most tests change nothing, and a fixture takes longer than many.
        monkeypatch = request.getfixturevalue("monkeypatch")
        monkeypatch.setattr("tests.pbm.town.store_of", engines.in_schemas())


@pytest.fixture
def town(tmp_path: Path, _unsynced: None) -> Iterator[Town]:
    """A town without players."""
    made = Town(tmp_path)
    yield made
    made.close()


@dataclass(frozen=True)
class SavedTown:
    """A town that was brought to some point once. Every test that begins there copies it.

    mails: the latest mails, to alice and to bob.
    """

    folder: Path
    mails: tuple[Mail, Mail]

    def copy(self, folder: Path, **settings: str) -> Town:
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        return Town(folder, **settings)


@pytest.fixture(scope="session")
def saved_town_with_players(tmp_path_factory: pytest.TempPathFactory) -> SavedTown:
    town = Town(tmp_path_factory.mktemp("players"))
    welcomes = town.sign_up(ALICE, PASSWORD), town.sign_up(BOB)
    town.paint()
    town.close()
    return SavedTown(town.folder, welcomes)


@pytest.fixture(scope="session")
def saved_town_with_game(
    saved_town_with_players: SavedTown, tmp_path_factory: pytest.TempPathFactory
) -> SavedTown:
    town = saved_town_with_players.copy(tmp_path_factory.mktemp("game"))
    mails = town.board()
    town.paint()
    town.close()
    return SavedTown(town.folder, mails)


class Prepared:
    """Towns that were prepared for several tests: each is prepared once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._saved: dict[Hashable, tuple[Path, datetime, Any]] = {}

    def __call__(self, town: Town, prepare: Callable[[Town], T]) -> T:
        """Let this happen in the town, and return what it returns. If it has happened in another
        town, which began alike, copy that one, in a fraction of the time.
        """
        if not town.is_in_files:
            return prepare(town)
        key = (prepare, town.time, *town.counts())
        if key not in self._saved:
            found = prepare(town)
            saved = self._folder / str(len(self._saved))
            town.save(saved)
            self._saved[key] = saved, town.time, found
            return found
        saved, time, found = self._saved[key]
        town.resume(saved, time)
        return found


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    return Prepared(tmp_path_factory.mktemp("prepared"))


@pytest.fixture
def town_with_players(
    saved_town_with_players: SavedTown, tmp_path: Path, _unsynced: None
) -> Iterator[Town]:
    """A town with alice, who has a password, and bob, who has none."""
    with closing(saved_town_with_players.copy(tmp_path)) as town:
        yield town


@pytest.fixture
def town_with_game(
    saved_town_with_game: SavedTown, tmp_path: Path, _unsynced: None
) -> Iterator[Town]:
    """Like ``town_with_players``, with a board, gyges 1, of alice and bob; alice is to place."""
    with closing(saved_town_with_game.copy(tmp_path)) as town:
        yield town


@pytest.fixture
def welcomes(saved_town_with_players: SavedTown) -> tuple[Mail, Mail]:
    """The mails that welcomed alice and bob."""
    return saved_town_with_players.mails


@pytest.fixture
def welcome(welcomes: tuple[Mail, Mail]) -> Mail:
    """The mail that welcomed alice."""
    return welcomes[0]


@pytest.fixture
def club(town_with_players: Town) -> Town:
    """The town of alice and bob with the programs, owl and owl-1 to owl-5."""
    with town_with_players.app.store.transaction() as tx:
        enlist(tx, "owl", town_with_players.time)
    return town_with_players


@pytest.fixture
def board_mails(saved_town_with_game: SavedTown) -> tuple[Mail, Mail]:
    """The first mails of gyges 1: alice's, who is to place, and bob's."""
    return saved_town_with_game.mails


@pytest.fixture(scope="session")
def placing(saved_town_with_game: SavedTown) -> Callable[[Town], tuple[Mail, Mail]]:
    """Places the pieces of gyges 1."""
    return lambda town: town.play(saved_town_with_game.mails, SOUTH, NORTH)


@pytest.fixture
def placed_mails(
    town_with_game: Town, placing: Callable[[Town], tuple[Mail, Mail]], prepared: Prepared
) -> tuple[Mail, Mail]:
    """The mails of gyges 1 after the placing: alice's, who is to move, and bob's."""
    return prepared(town_with_game, placing)


@pytest.fixture
def hashes(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Records the passwords that were checked; the right one fits."""
    looked_at: list[str] = []

    def fits(password: str, hashed: str | None) -> bool:
        looked_at.append(password)
        return password == PASSWORD and hashed is not None

    monkeypatch.setattr("pbm.inbox.line.speaker.password_fits", fits)
    return looked_at
