"""A town whose games are on pages."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.pbm.site.published import OPENING, Published, SavedClub
from tests.pbm.site.whole_club import whole_club
from tests.pbm.town import remembered_drafts


@pytest.fixture(scope="session")
def saved_club(tmp_path_factory: pytest.TempPathFactory) -> SavedClub:
    made = Published(tmp_path_factory.mktemp("club"))
    with closing(made.town):
        made.sign_up_both()
        made.write()
    return SavedClub(made.town.folder.parent)


@pytest.fixture(scope="session")
def saved_club_with_game(
    saved_club: SavedClub, tmp_path_factory: pytest.TempPathFactory
) -> SavedClub:
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
def played(saved_club_with_game: SavedClub, tmp_path: Path, _unsynced: None) -> Iterator[Published]:
    """Like ``published``, but four plies of gyges 1 were played; alice is to move."""
    made = saved_club_with_game.copy(tmp_path)
    with closing(made.town):
        yield made


@pytest.fixture(scope="session")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Published]:
    """A club with pages of every kind; tests only read them."""
    with remembered_drafts():
        made = whole_club(tmp_path_factory.mktemp("whole"))
        with closing(made.town):
            yield made
