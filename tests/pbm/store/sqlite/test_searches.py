"""The operator's searches in a whole town, and the indexes that they use."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbm.mail.correspondence import LetterStatus, MailStatus, Search
from pbm.store.administration import FILE
from pbm.store.sql import searches
from pbm.store.sqlite.connection import connect
from tests.pbm.town import ALICE, BOB, NORTH, PASSWORD, SOUTH, STRANGER, Town, letter, of

LATER = timedelta(hours=3)


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> Town:
    """A town with ten letters: 1 to 4 sign two people up, 5 and 6 begin board 1, 7 and 8 are moves.
    Three hours later, 9 comes from a stranger and 10 from alice through a list server.
    """
    town = Town(tmp_path_factory.mktemp("town"))
    town.sign_up(ALICE, PASSWORD)
    town.sign_up(BOB)
    mails = town.board()
    told = town.answer(of(mails, ALICE), f"{SOUTH}\n")
    to = of(told, BOB).reply_to
    town.write(BOB, f"{NORTH}\n", subject="Re: gyges", to=to, Message_ID="<move@example.org>")
    town.later(hours=3)
    town.write(STRANGER, "hello")
    raw = letter(ALICE, "whoami", Message_ID="<odd.one@example.org>").as_bytes()
    town.post("bounces@lists.example.com", raw)
    return town


def letters(town: Town, search: Search) -> Sequence[int]:
    with town.app.store.reading() as tx:
        found = [each.id for each in tx.letters.find(search, 100)]
        assert tx.letters.found(search) == len(found)
    return found


def mails(town: Town, search: Search) -> Sequence[int]:
    with town.app.store.reading() as tx:
        found = [each.id for each in tx.outbox.find(search, 100)]
        assert tx.outbox.found(search) == len(found)
        assert list(tx.outbox.numbers(search)) == found[::-1]
    return found


@pytest.mark.parametrize(
    ("search", "found"),
    [
        (Search(), [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]),
        (Search(status="ignored"), [9]),
        (Search(sender=BOB.upper()), [8, 6, 4, 3]),
        (Search(sender=ALICE), [10, 7, 5, 2, 1]),
        (Search(sender="@example.org"), [10, 8, 7, 6, 5, 4, 3, 2, 1]),
        (Search(sender="@lists.example.com"), [10]),
        (Search(sender="xample.org"), []),
        (Search(recipient="pbm@pbm.example"), [10, 9, 5, 3, 1]),
        (Search(recipient="@example.org"), []),
        (Search(board=1), [8, 7, 6, 5]),
        (Search(message_id="<move@example.org>"), [8]),
        (Search(message_id="move@example.org"), [8]),
        (Search(message_id="<MOVE@example.org>"), []),
        (Search(message_id="<odd.one@example.org>"), [10]),
        (Search(message_id=""), []),
        (Search(board=1, sender=ALICE, status="done"), [7, 5]),
    ],
    ids=repr,
)
def test_letters_are_found(search: Search, found: Sequence[int], town: Town) -> None:
    assert letters(town, search) == found


def test_letters_are_found_by_player(town: Town) -> None:
    assert letters(town, Search(player=town.player("bob").id)) == [8, 6, 4, 3]
    assert letters(town, Search(player=town.player("alice").id)) == [10, 7, 5, 2, 1]


def test_letters_and_mails_are_found_by_time(town: Town) -> None:
    since = Search(since=town.time - timedelta(hours=1))
    assert letters(town, since) == [10, 9]
    assert mails(town, since) == mails(town, Search(sender="@lists.example.com"))
    assert letters(town, Search(since=town.time + timedelta(seconds=1))) == []


def test_mails_are_found(town: Town) -> None:
    everything = mails(town, Search())
    with town.app.store.reading() as tx:
        rows = [tx.outbox.get(number) for number in everything]
    kept = [row for row in rows if row is not None]
    for search, wanted in (
        (Search(status="queued"), [row.id for row in kept if row.status is MailStatus.QUEUED]),
        (Search(kind="board"), [row.id for row in kept if row.kind == "board"]),
        (Search(recipient=BOB), [row.id for row in kept if row.recipient == BOB]),
        (Search(recipient="@example.org"), everything),
        (Search(board=1), [row.id for row in kept if row.board == 1]),
        (
            Search(sender=ALICE, kind="board"),
            [row.id for row in kept if row.kind == "board" and row.cause.letter == 7],
        ),
        (Search(message_id=kept[0].message_id), [kept[0].id]),
    ):
        assert wanted
        assert mails(town, search) == wanted


def test_no_more_than_the_limit_are_found(town: Town) -> None:
    with town.app.store.reading() as tx:
        assert [each.id for each in tx.letters.find(Search(sender=ALICE), 2)] == [10, 7]


def test_an_erased_letter_is_not_found_by_its_author_or_message_id(tmp_path: Path) -> None:
    town = Town(tmp_path)
    town.post("list@example.com", letter(STRANGER, "hi", Message_ID="<x@y>").as_bytes())
    assert letters(town, Search(sender=STRANGER)) == letters(town, Search(message_id="x@y")) == [1]
    with town.app.store.transaction() as tx:
        tx.letters.blank(town.time + LATER, [LetterStatus.IGNORED])
    assert letters(town, Search(sender=STRANGER)) == letters(town, Search(message_id="x@y")) == []
    assert letters(town, Search(sender="list@example.com")) == [1]
    town.close()


BY_INDEX = [
    ("letters", Search(status="failed")),
    ("letters", Search(sender=ALICE)),
    ("letters", Search(player=1)),
    ("letters", Search(board=1)),
    ("letters", Search(message_id="x@y")),
    ("letters", Search(status="done", sender=ALICE)),
    ("outbox", Search(status="dead")),
    ("outbox", Search(sender=ALICE)),
    ("outbox", Search(recipient=ALICE)),
    ("outbox", Search(player=1)),
    ("outbox", Search(board=1)),
    ("outbox", Search(message_id="x@y")),
    ("outbox", Search(status="dead", kind="board")),
    ("outbox", Search(status="sent", recipient=ALICE)),
]


@pytest.mark.parametrize(("table", "search"), BY_INDEX, ids=repr)
def test_searches_use_an_index(
    table: str, search: Search, town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    plans: list[str] = []

    def explained(_db: object, sql: str, parameters: dict[str, Any]) -> list[dict[str, object]]:
        plan = connection.execute(f"EXPLAIN QUERY PLAN {sql}", parameters)
        plans.extend(str(step[3]) for step in plan)
        return []

    connection = connect(town.folder / FILE)
    monkeypatch.setattr(searches, "rows", explained)
    with town.app.store.reading() as tx:
        (tx.letters if table == "letters" else tx.outbox).find(search, 100)
    connection.close()
    assert plans
    assert [step for step in plans if step.startswith("SCAN") and "json_each" not in step] == []
