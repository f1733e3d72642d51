"""A store copied to PostgreSQL and back is the same, and is compared."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from shutil import copyfile

import pytest

from pbm.admin import store_copy
from pbm.admin.audit import audit
from pbm.admin.store_copy import contents, copy_store
from pbm.app.data_directory import KEY_FILE
from pbm.app.lock import share
from pbm.base.errors import PermanentFailure, StoreBusyError, UsageError
from pbm.store import administration, open_store
from pbm.store.administration import FILE
from pbm.store.postgresql import PostgresStore
from tests.pbm.conftest import SavedTown
from tests.pbm.store.postgresql.server import emptied
from tests.pbm.store.samples import keep, open_board
from tests.pbm.town import Town


@pytest.fixture
def club(saved_town_with_game: SavedTown, tmp_path: Path) -> Path:
    """The data directory of a club with a game, and with NUL wherever people can send it."""
    town = saved_town_with_game.copy(tmp_path / "club")
    town.post("a\0b@example.org", b"Subject: a\0b\r\n\r\nhello\0\r\n")
    town.close()
    return town.folder


@pytest.fixture
def url() -> str:
    return emptied("store_copy")


def test_a_store_copied_there_and_back_is_the_same(club: Path, url: str, tmp_path: Path) -> None:
    there = copy_store(club, url)
    assert there == contents(club / FILE)
    assert there["events"].rows > 0
    back = tmp_path / "back"
    assert copy_store(url, back) == there == contents(back / FILE)
    copyfile(club / KEY_FILE, back / KEY_FILE)
    town = Town(back)
    assert town.player("alice").id == 1
    town.close()


def test_a_copied_store_counts_on(club: Path, url: str) -> None:
    copy_store(club, url)
    with closing(open_store(club)) as file, file.reading() as tx:
        last = tx.letters.numbers(0, 1000)[-1]
    with closing(open_store(url)) as store, store.transaction() as tx:
        assert keep(tx) == last + 1


def test_gaps_of_postgresql_are_no_deleted_rows_in_a_file(url: str, tmp_path: Path) -> None:
    with closing(open_store(url)) as store:
        for _ in range(2):
            with pytest.raises(UsageError), store.transaction() as tx:
                keep(tx)
                open_board(tx)
                raise UsageError
            with store.transaction() as tx:
                keep(tx)
    copy_store(url, tmp_path)
    with closing(open_store(tmp_path)) as store:
        assert [*audit(store, lambda: None)] == []
        with store.transaction() as tx:
            assert keep(tx) == 5
    with closing(sqlite3.connect(tmp_path / FILE)) as db, db:
        db.execute("DELETE FROM letters WHERE id = 4")
    with closing(open_store(tmp_path)) as store:
        assert [finding.cause and finding.cause.letter for finding in audit(store, print)] == [4]


def test_a_store_with_deleted_rows_is_not_copied_unnoticed(club: Path, url: str) -> None:
    with closing(open_store(club)) as store, store.transaction() as tx:
        keep(tx)
    with closing(sqlite3.connect(club / FILE)) as db, db:
        db.execute("DELETE FROM letters WHERE id = (SELECT max(id) FROM letters)")
    with pytest.raises(PermanentFailure, match="audit"):
        copy_store(club, url)


def test_nothing_is_copied_over_a_store_or_from_nowhere(club: Path, url: str) -> None:
    with pytest.raises(UsageError, match="no store"):
        copy_store(url, club)
    assert administration(club).is_begun()
    open_store(url).close()
    with pytest.raises(UsageError, match="already"):
        copy_store(club, url)


def test_a_store_in_use_is_not_copied(club: Path, url: str, tmp_path: Path) -> None:
    with share(club), pytest.raises(StoreBusyError):
        copy_store(club, url)
    with closing(PostgresStore(url)) as store:
        open_store(url).close()
        with closing(store.candidate("north")), pytest.raises(StoreBusyError):
            copy_store(url, tmp_path / "other")


def test_a_copy_that_differs_is_refused(
    club: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = iter(range(10))
    monkeypatch.setattr(store_copy, "contents", lambda _: {"letters": next(sizes)})
    with pytest.raises(PermanentFailure, match="letters"):
        copy_store(club, url)
