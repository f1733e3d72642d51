"""A town whose games are on pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from pbm.core.languages import languages
from tests.pbm.site.published import FEW_LANGUAGES, OPENING, Published, SavedClub, pages_in
from tests.pbm.site.whole_club import whole_club
from tests.pbm.town import remembered_drafts


@pytest.fixture(scope="package", autouse=True)
def _few_languages() -> Iterator[None]:
    """Write pages in two languages: writing all takes twice as long, and only tests of ``club``
    look at each.
    """
    with pages_in(FEW_LANGUAGES):
        yield


@pytest.fixture(scope="session")
def saved_club(tmp_path_factory: pytest.TempPathFactory) -> SavedClub:
    with pages_in(FEW_LANGUAGES):
        made = Published(tmp_path_factory.mktemp("club"))
        with closing(made.town):
            made.sign_up_both()
            made.write()
    return SavedClub(made.town.folder.parent)


@pytest.fixture(scope="session")
def saved_club_with_game(
    saved_club: SavedClub, tmp_path_factory: pytest.TempPathFactory
) -> SavedClub:
    with pages_in(FEW_LANGUAGES):
        made = saved_club.copy(tmp_path_factory.mktemp("played"))
        with closing(made.town):
            made.town.play(made.town.board(), *OPENING)
            made.write()
    return SavedClub(made.town.folder.parent)


@pytest.fixture
def published(saved_club: SavedClub, tmp_path: Path, _unsynced: None) -> Iterator[Published]:
    """A club with pages, alice and bob."""
    made = saved_club.copy(tmp_path)
    with closing(made.town):
        yield made


@pytest.fixture
def published_by_processes(tmp_path: Path, _unsynced: None) -> Iterator[Published]:
    """Like ``published``, in every language, as other processes write pages."""
    with pages_in(languages()):
        made = Published(tmp_path)
        with closing(made.town):
            made.sign_up_both()
            yield made


@pytest.fixture
def played(saved_club_with_game: SavedClub, tmp_path: Path, _unsynced: None) -> Iterator[Published]:
    """Like ``published``, but four plies of gyges 1 were played; alice is to move."""
    made = saved_club_with_game.copy(tmp_path)
    with closing(made.town):
        yield made


@pytest.fixture(scope="session")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Published]:
    """A club with pages of every kind in every language; tests only read them."""
    with remembered_drafts(), pages_in(languages()):
        made = whole_club(tmp_path_factory.mktemp("whole"))
    with closing(made.town):
        yield made
