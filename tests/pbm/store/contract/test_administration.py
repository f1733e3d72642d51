"""Contract: operations on a whole store."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from pbm.base.errors import StoreMissingError
from pbm.store.administration import Administration
from pbm.store.protocol import Store
from tests.pbm.store.conftest import Engine
from tests.pbm.store.samples import RAW, add_player, keep


@pytest.fixture
def administered(engine: Engine, tmp_path: Path) -> Administration:
    return engine(tmp_path)


@pytest.fixture
def copied(administered: Administration, tmp_path: Path) -> Path:
    folder = tmp_path / "copies"
    folder.mkdir()
    return folder / administered.copy_name


def add(store: Store, *userids: str) -> None:
    with store.transaction() as tx:
        for userid in userids:
            add_player(tx, userid)


def players(administered: Administration) -> list[str]:
    with closing(administered.open()) as store, store.reading() as tx:
        return [player.userid for player in tx.players.list()]


def test_a_store_exists_once_it_was_opened(administered: Administration) -> None:
    assert not administered.is_begun()
    administered.open().close()
    assert administered.is_begun()


def test_a_store_that_is_missing_is_created_only_if_asked_for(
    administered: Administration,
) -> None:
    for opened in (partial(administered.open, create=False), administered.open_to_look):
        with pytest.raises(StoreMissingError):
            opened()
    assert not administered.is_begun()
    administered.open().close()
    administered.open(create=False).close()


def test_a_new_store_has_no_faults_and_needs_no_upgrade(administered: Administration) -> None:
    with closing(administered.open()):
        assert administered.faults() == administered.faults(thorough=True) == []
        assert not administered.is_older()
        assert not administered.is_read_only()
    assert list(administered.upgrade()) == []


def test_rows_are_there_when_the_store_is_opened_again(
    administered: Administration,
) -> None:
    with closing(administered.open()) as store:
        add(store, "alice")
    for opened in (administered.open, administered.open_to_look):
        with closing(opened()) as store, store.reading() as tx:
            assert tx.players.by_userid("alice") is not None


def test_a_store_takes_more_room_the_more_it_holds(administered: Administration) -> None:
    with closing(administered.open()) as store:
        before = administered.size()
        with store.transaction() as tx:
            keep(tx, RAW * 10_000)
        assert administered.size() > before > 0


def test_a_copy_has_all_committed_rows_and_no_faults(
    administered: Administration, copied: Path
) -> None:
    with closing(administered.open()) as store:
        add(store, "alice")
        with store.transaction() as tx:
            add_player(tx, "bob")
            administered.copy_to(copied)
        add(store, "carol")
    assert administered.copy_faults(copied) == []
    aside = copied.parent / "aside"
    aside.mkdir()
    administered.put_in_place(copied, aside)
    assert players(administered) == ["alice"]


def test_the_old_store_is_kept_aside_when_a_copy_replaces_it(
    engine: Engine, administered: Administration, copied: Path, tmp_path: Path
) -> None:
    with closing(administered.open()) as store:
        administered.copy_to(copied)
        add(store, "alice")
    aside = tmp_path / "aside"
    aside.mkdir()
    administered.put_in_place(copied, aside)
    assert players(administered) == []
    other = engine(tmp_path / "other")
    other.open().close()
    spare = tmp_path / "spare"
    spare.mkdir()
    other.put_in_place(aside / administered.copy_name, spare)
    assert players(other) == ["alice"]


def test_a_truncated_copy_is_recognised(administered: Administration, copied: Path) -> None:
    with closing(administered.open()) as store:
        add(store, "alice")
    administered.copy_to(copied)
    content = copied.read_bytes()
    copied.write_bytes(content[: len(content) // 2])
    assert administered.copy_faults(copied)


def test_tidying_a_store_loses_nothing(administered: Administration) -> None:
    with closing(administered.open()) as store:
        add(store, "alice")
        administered.tidy()
    assert players(administered) == ["alice"]
