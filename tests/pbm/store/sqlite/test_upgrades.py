"""Upgrades of databases of earlier versions: complete, or without any effect."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from sqlite_utils import Database

from pbm.admin.audit import audit
from pbm.base.errors import StoreOlderError, TemporaryFailure, UpgradeError
from pbm.base.secrets import token_hash
from pbm.core.clocks import DAY
from pbm.core.marks import TICK, MarkKind
from pbm.mail.correspondence import MailStatus
from pbm.store import administration, open_store, open_to_look
from pbm.store.administration import FILE
from pbm.store.protocol import Store
from pbm.store.sqlite import upgrades
from pbm.store.sqlite.migrations import MIGRATIONS
from pbm.store.sqlite.schema_version import steps
from tests.pbm.store.sqlite.test_processes import run_together
from tests.pbm.store.sqlite.versions import DEVELOPED, KEPT, restore
from tests.pbm.store.sqlite.workers import bring_up_to_date

ADDRESS, AT = "alice@example.org", "2026-11-20T10:00:00.000000+00:00"
CHANGES = Path(__file__).parents[4] / "CHANGELOG.md"


def brought_forward(data: Path) -> Store:
    administration(data).upgrade()
    return open_store(data)


def schema(path: Path) -> dict[str, list[str]]:
    """All tables and all indexes, each with its columns, in a canonical order."""
    with closing(sqlite3.connect(path)) as connection:
        names = connection.execute("SELECT name, type, sql FROM sqlite_master").fetchall()
        columns = "SELECT name || ' ' || type || ' ' || \"notnull\" FROM pragma_table_info(?)"
        return {
            name: sorted(column for (column,) in connection.execute(columns, [name]))
            if kind == "table"
            else [str(sql)]
            for name, kind, sql in names
        }


def contents(data: Path) -> dict[str, int]:
    """The sizes of all files except SQLite's side files."""
    return {
        path.name: path.stat().st_size
        for path in data.iterdir()
        if not path.name.endswith(("-wal", "-shm"))
    }


def dump(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as connection:
        return list(connection.iterdump())


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database of the oldest version that we have."""
    return restore(KEPT[0], tmp_path)


def put_in_place_of_last_step(
    monkeypatch: pytest.MonkeyPatch, step: Callable[[Database], None]
) -> None:
    monkeypatch.setitem(MIGRATIONS, steps()[-1], step)


def break_last_step(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    def fail(db: Database) -> None:
        db.execute("DELETE FROM outbox")
        raise error

    put_in_place_of_last_step(monkeypatch, fail)


@pytest.mark.parametrize("kept", KEPT, ids=[path.stem for path in KEPT])
def test_an_old_database_is_upgraded_with_all_its_rows(kept: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(restore(kept, tmp_path))) as connection:
        game = connection.execute("SELECT plies, seq FROM matches").fetchall()
        counts = [
            connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("letters", "outbox")
        ]
    store = brought_forward(tmp_path)
    with store.reading() as tx:
        match = tx.matches.get(1)
        assert match is not None
        assert [(match.plies, match.seq)] == game
        assert [len(tx.letters.list(limit=100)), len(tx.outbox.list(limit=100))] == counts
        assert min(counts) > match.plies > 0
    assert list(audit(store, step=lambda: None)) == []
    store.close()


@pytest.mark.parametrize("kept", KEPT, ids=[path.stem for path in KEPT])
def test_events_of_an_upgraded_database_keep_their_hashes_and_data(
    kept: Path, tmp_path: Path
) -> None:
    restore(kept, tmp_path)
    store = brought_forward(tmp_path)
    with store.reading() as tx:
        events = tx.matches.events(1)
    store.close()
    assert [event.seal() for event in events] == [event.hash for event in events]
    assert [event.what.data() for event in events] == [event.data for event in events]


@pytest.mark.parametrize("kept", KEPT, ids=[path.stem for path in KEPT])
def test_an_upgraded_database_has_the_schema_of_a_new_one(kept: Path, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    restored = restore(kept, tmp_path)
    administration(tmp_path).upgrade()
    open_store(tmp_path / "new").close()
    assert schema(restored) == schema(tmp_path / "new" / FILE)


@pytest.mark.parametrize("kept", DEVELOPED, ids=[path.stem for path in DEVELOPED])
def test_marks_and_moments_with_keys_are_upgraded_to_kinds(kept: Path, tmp_path: Path) -> None:
    marks = [
        MarkKind.STRANGERS.of(),
        MarkKind.TROUBLE.of("dead"),
        MarkKind.REPLY.of(ADDRESS, board=17),
        MarkKind.WRONG_AT_HOME.of("alice"),
    ]
    moments = [TICK, MarkKind.HEARD.of(17), MarkKind.ALERT.of("disk")]
    at = datetime.fromisoformat(AT)
    with closing(sqlite3.connect(restore(kept, tmp_path))) as connection, connection:
        for table, keys in (("marks", marks), ("moments", moments)):
            rows = [(str(key), AT) for key in keys]
            connection.execute(f"DELETE FROM {table}")
            connection.executemany(f"INSERT INTO {table} VALUES (?, ?)", rows)
    store = brought_forward(tmp_path)
    with store.reading() as tx:
        assert [tx.marks.times(mark, at - DAY) for mark in marks] == [[at]] * len(marks)
        assert [tx.moments.get(mark) for mark in moments] == [at] * len(moments)
    store.close()


@pytest.mark.parametrize("kept", DEVELOPED, ids=[path.stem for path in DEVELOPED])
def test_dead_mails_to_strangers_are_dropped_in_an_upgrade(kept: Path, tmp_path: Path) -> None:
    """Three mails are dead: one to a player, one to the operator and one to a stranger."""
    kinds = {"board": ("board", 1), "alert": ("alert", None), "signup": ("signup", None)}
    with closing(sqlite3.connect(restore(kept, tmp_path))) as connection, connection:
        connection.execute("UPDATE outbox SET status = 'sent'")
        connection.executemany(
            "UPDATE outbox SET status = 'dead', kind = ?, player = ?, recipient = 'x@y.example'"
            " WHERE id = ?",
            [(*values, number) for number, values in enumerate(kinds.values(), 1)],
        )
    store = brought_forward(tmp_path)
    with store.reading() as tx:
        dead = {mail.kind for mail in tx.outbox.list(MailStatus.DEAD)}
        dropped = {mail.kind for mail in tx.outbox.list(MailStatus.DROPPED)}
    store.close()
    assert (dead, dropped) == ({"board", "alert"}, {"signup"})


def test_there_is_a_database_of_every_released_version() -> None:
    released = re.findall(r"^## ([0-9]\S*)", CHANGES.read_text(encoding="utf-8"), re.MULTILINE)
    assert [each for each in released if each not in {path.stem for path in KEPT}] == []


@pytest.mark.slow
def test_three_processes_that_upgrade_at_the_same_time_do_it_once(
    old: Path, tmp_path: Path
) -> None:
    assert run_together(tmp_path, bring_up_to_date, 3) == [0, 0, 0]
    with closing(sqlite3.connect(old)) as connection:
        names = [name for (name,) in connection.execute("SELECT name FROM _sqlite_migrations")]
    assert sorted(names) == sorted(steps())
    assert contents(tmp_path).keys() == {FILE}


def test_a_failing_migration_leaves_the_database_unchanged(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = dump(old)
    break_last_step(monkeypatch, sqlite3.OperationalError("no such column: colour"))
    with pytest.raises(UpgradeError, match="no such column: colour; nothing was changed") as told:
        administration(tmp_path).upgrade()
    assert "go on with the pbm that wrote it" in str(told.value)
    assert dump(old) == before
    assert contents(tmp_path).keys() == {FILE}


def test_a_migration_that_leaves_dangling_references_is_refused(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def orphan(db: Database) -> None:
        db.execute("PRAGMA defer_foreign_keys = ON")
        db.execute("DELETE FROM players WHERE userid = 'alice'")

    before = dump(old)
    put_in_place_of_last_step(monkeypatch, orphan)
    with pytest.raises(UpgradeError, match="nothing was changed"):
        administration(tmp_path).upgrade()
    assert dump(old) == before


def test_migrations_are_rehearsed_on_a_copy(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[Path] = []

    def seen(copied: Path) -> list[str]:
        tried.append(copied)
        assert copied != old
        return ["page 7 is damaged"]

    monkeypatch.setattr(upgrades, "_tried", seen)
    with pytest.raises(UpgradeError, match="page 7 is damaged"):
        administration(tmp_path).upgrade()
    assert len(tried) == 1


def test_a_full_disk_during_an_upgrade_is_a_temporary_failure(
    old: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL
    before = dump(old)
    break_last_step(monkeypatch, full)
    with pytest.raises(TemporaryFailure, match="disk is full"):
        administration(tmp_path).upgrade()
    assert dump(old) == before


def test_a_waiting_letter_keeps_its_token_in_an_upgrade(old: Path, tmp_path: Path) -> None:
    token = "abcdefghijklmnopqrstuvwxyz"
    values = [AT, ADDRESS, f'["PBM+{token.upper()}@pbm.example"]']
    with closing(sqlite3.connect(old)) as connection, connection:
        connection.execute(
            "INSERT INTO letters (received, peer, sender, recipients, raw)"
            " VALUES (?, '', ?, ?, x'')",
            values,
        )
    store = brought_forward(tmp_path)
    with store.reading() as tx:
        (letter,) = map(tx.letters.get, tx.letters.waiting())
    store.close()
    assert letter is not None
    assert (letter.token, letter.believed) == (token_hash(token), "")


@pytest.mark.parametrize("opener", [open_store, open_to_look])
def test_opening_an_older_database_for_reading_changes_nothing(
    opener: Callable[[Path], Store], old: Path, tmp_path: Path
) -> None:
    before = dump(old)
    with pytest.raises(StoreOlderError, match="pbm upgrade"):
        opener(tmp_path)
    assert dump(old) == before


def test_upgrading_an_up_to_date_database_does_nothing(old: Path, tmp_path: Path) -> None:
    assert administration(tmp_path).is_older()
    assert administration(tmp_path).upgrade()[-1] == steps()[-1]
    assert not administration(tmp_path).is_older()
    assert administration(tmp_path).upgrade() == []
