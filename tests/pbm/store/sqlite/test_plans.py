"""Query plans: no statement for a letter scans a table, however full the store is."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing, suppress

import pytest

from pbm.base.errors import ConflictError
from pbm.play.programs import enlist, to_move
from pbm.smtp.outbox import due_mails
from pbm.store.identity_map import MappedStore
from pbm.store.sqlite import SqliteStore
from tests.pbm.town import SOUTH, Town

TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'"
INDEXES_OF_SOME_ROWS = (
    "SELECT name FROM sqlite_master WHERE type = 'index' AND sql LIKE '% WHERE %'"
)


@pytest.fixture
def asked(town_with_players: Town) -> Iterator[set[str]]:
    """All statements that the town's store executes."""
    store, found = town_with_players.app.store, set[str]()
    assert isinstance(store, MappedStore)
    engine = store.engine
    assert isinstance(engine, SqliteStore)
    engine._db.set_trace_callback(found.add)
    yield found
    engine._db.set_trace_callback(None)


def scans(town: Town, statements: set[str]) -> list[str]:
    """The statements that scan a table."""
    with closing(sqlite3.connect(town.folder / "pbm.sqlite")) as connection:
        plans = {
            each: connection.execute(f"EXPLAIN QUERY PLAN {each}").fetchall()
            for each in statements
            if each.startswith(("SELECT", "UPDATE", "DELETE", "INSERT"))
        }
        some_rows = connection.execute(INDEXES_OF_SOME_ROWS).fetchall()
        tables = connection.execute(TABLES).fetchall()
    allowed = {name for (name,) in some_rows}
    whole = {name for (name,) in tables}
    return [
        each
        for each, steps in plans.items()
        if any(is_of_a_whole_table(step[3], whole, allowed) for step in steps)
    ]


def plan_of(town: Town, statement: str) -> list[str]:
    """The steps in which a statement is executed."""
    with closing(sqlite3.connect(town.folder / "pbm.sqlite")) as connection:
        return [step for *_, step in connection.execute(f"EXPLAIN QUERY PLAN {statement}")]


def is_of_a_whole_table(
    step: str, tables: Collection[str], indexes_of_some_rows: Collection[str]
) -> bool:
    """Whether a step of a query plan scans a table. Names not in ``tables`` are subqueries."""
    scan = re.match(r"SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?", step)
    if scan is None or scan[1] not in tables:
        return False
    return scan[2] not in indexes_of_some_rows


def test_no_statement_for_a_letter_scans_a_table(town_with_players: Town, asked: set[str]) -> None:
    town_with_players.play(town_with_players.board(), SOUTH)
    with town_with_players.app.store.transaction() as tx:
        tx.letters.waiting()
        tx.letters.oldest_waiting()
        due_mails(tx, town_with_players.time, 50)
        with suppress(ConflictError):
            tx.outbox.finish(0, b"")
    assert len(asked) > 30
    assert scans(town_with_players, asked) == []


def test_unfinished_mails_are_found_without_other_queued_ones(
    town_with_players: Town, asked: set[str]
) -> None:
    with town_with_players.app.store.transaction() as tx:
        tx.outbox.unfinished(16)
        tx.outbox.count_unfinished()
    looks = [each for each in asked if "page != ''" in each]
    assert len(looks) == 2
    for look in looks:
        (step,) = plan_of(town_with_players, look)
        assert step.endswith("INDEX outbox_unfinished")


def test_due_mails_are_found_by_their_recipients(town_with_players: Town, asked: set[str]) -> None:
    """SQLite would rather read and sort each queued mail, also if thousands wait."""
    with town_with_players.app.store.transaction() as tx:
        due_mails(tx, town_with_players.time, 50)
    (look,) = (each for each in asked if "GROUP BY recipient" in each)
    plan = plan_of(town_with_players, look)
    assert [step for step in plan if "GROUP BY" in step] == []
    found = (step.replace("COVERING ", "") for step in plan if re.match(r"\w+ outbox", step))
    assert {*found} == {
        "SCAN outbox USING INDEX outbox_order",
        "SEARCH outbox USING INTEGER PRIMARY KEY (rowid=?)",
    }


def test_the_open_games_of_a_program_are_found_without_its_finished_ones(
    town_with_players: Town, asked: set[str]
) -> None:
    with town_with_players.app.store.transaction() as tx:
        enlist(tx, "owl", town_with_players.time)
        to_move(tx)
    (example, *_) = (each for each in asked if "FROM matches WHERE status IN" in each)
    plan = plan_of(town_with_players, example)
    used = {step.split()[-2] for step in plan if step.startswith("SEARCH matches")}
    assert used == {"matches_open_first", "matches_open_second"}
