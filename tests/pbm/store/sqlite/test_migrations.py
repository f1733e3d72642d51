"""The effect of migrations on existing rows."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlite_utils import Database
from sqlite_utils.db import Table

from pbm.store.sqlite.schema_version import migrations


@pytest.fixture
def db() -> Iterator[Database]:
    made = Database(memory=True)
    yield made
    made.conn.close()


def _table(db: Database, name: str) -> Table:
    found = db.table(name)
    assert isinstance(found, Table)
    return found


def add_board(db: Database, board: int, kind: str) -> None:
    columns = "game ruleset status start setup position result reason head created updated"
    texts = dict.fromkeys(columns.split(), "")
    numbers = dict.fromkeys(("first", "second", "seed", "plies", "seq"), 0)
    _table(db, "matches").insert({"board": board, **texts, **numbers})
    event = dict.fromkeys(("data", "at", "previous", "hash"), "")
    _table(db, "events").insert({"board": board, "seq": 1, "kind": kind, "letter": 1, **event})


def test_0005_boards_are_rated_unless_they_were_imported(db: Database) -> None:
    migrations().apply(db, stop_before="m0005_ratings")
    add_board(db, 1, "created")
    add_board(db, 2, "imported")
    add_board(db, 3, "invited")
    migrations().apply(db)
    rated = {each["board"]: each["rated"] for each in db["matches"].rows}
    assert rated == {1: 1, 2: 0, 3: 1}


def add_mail(db: Database, error: str, **values: object) -> None:
    texts = dict.fromkeys(("recipient", "kind", "message_id", "nonce"), "")
    times = {"queued": "2026-11-20", "due": "2026-11-20"}
    mail = {"raw": b"", "reply": 0, "error": error, **texts, **times, **values}
    _table(db, "outbox").insert(mail)


def test_0015_only_mails_with_the_error_of_resting_ones_rest(db: Database) -> None:
    migrations().apply(db, stop_before="m0015_rests")
    rest = "mails to this address come back; it is tried again then"
    add_mail(db, "")
    add_mail(db, rest)
    add_mail(db, "550 no such user")
    add_mail(db, "450 busy", attempts=1, due="2026-11-21")
    add_mail(db, rest, status="dropped")
    migrations().apply(db)
    statuses = [each["status"] for each in db["outbox"].rows]
    assert statuses == ["queued", "resting", "queued", "queued", "dropped"]


def test_0026_postponed_mails_wait(db: Database) -> None:
    migrations().apply(db, stop_before="m0026_waits")
    add_mail(db, "")
    add_mail(db, "450 busy", due="2026-11-21")
    add_mail(db, "", status="held", due="2026-11-21")
    add_mail(db, "", status="resting", queued="2026-11-21", due="2026-11-21")
    add_mail(db, "", status="sent", due="2026-11-21")
    migrations().apply(db)
    assert [each["waits"] for each in db["outbox"].rows] == [0, 1, 1, 0, 0]


def test_0027_snapshots_are_made_anew(db: Database) -> None:
    migrations().apply(db, stop_before="m0027_bounces_and_losses")
    db.execute("INSERT INTO snapshots (board, head, kept) VALUES (1, '', '{}')")
    migrations().apply(db)
    assert db["snapshots"].count == 0


def test_0028_each_mask_of_a_digest_gets_its_number(db: Database) -> None:
    migrations().apply(db, stop_before="m0028_pages")
    old = b"x" * 26
    for nonce in ("one", "one two three"):
        add_mail(db, "", raw=b" to ".join([old] * 5), nonce=nonce)
    migrations().apply(db)
    plain, digest = [each["raw"] for each in db["outbox"].rows]
    assert plain == b" to ".join([old] * 5)
    numbers = [each[-4:] for each in digest.split(b" to ")]
    assert numbers == [b"xxxx", b"0001", b"0002", b"0001", b"0002"]
    assert all(each.startswith(b"x" * 22) for each in digest.split(b" to "))


def test_0036_done_letters_of_older_versions_are_found_by_their_key(db: Database) -> None:
    migrations().apply(db, stop_before="m0036_fewer_pages")
    for key, status, done in (
        ("one", "done", None),
        ("one", "duplicate", None),
        ("two", "waiting", None),
        ("two", "done", "two"),
        ("", "done", None),
        ("three", "done", None),
        ("three", "done", None),
    ):
        db.execute(
            "INSERT INTO letters (received, peer, sender, recipients, raw, key, status, done)"
            " VALUES ('', '', '', '', '', ?, ?, ?)",
            [key, status, done],
        )
    migrations().apply(db)
    found = [each["done"] for each in db["letters"].rows]
    assert found == ["one", None, None, "two", None, "three", None]


def test_0037_letters_of_older_versions_have_no_words(db: Database) -> None:
    migrations().apply(db, stop_before="m0037_words")
    db.execute(
        "INSERT INTO letters (received, peer, sender, recipients, raw)"
        " VALUES ('2026-11-20', '', '', '[]', '')"
    )
    migrations().apply(db)
    assert [each["words"] for each in db["letters"].rows] == [""]
