"""Slow work is done once, and without the write lock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import pytest

from pbm.app.worker import WorkLoop
from pbm.core.clocks import HOUR
from pbm.core.marks import MarkKind
from pbm.inbox.desk import SMALL_LETTER
from pbm.inbox.letter.exchange import SMALL_TEXT
from pbm.inbox.limits import STRANGER_PER_DAY
from pbm.inbox.line.speaker import WRONG_PER_HOUR
from pbm.mail.correspondence import LetterStatus
from pbm.mail.letter import Envelope
from pbm.store.protocol import Transaction
from pbm.store.workbench import MOST_PASSWORDS, Workbench, WorkWanted
from tests.pbm.town import ALICE, CAROL, PASSWORD, SERVER, STRANGER, Town, kinds, letter

LARGE = "\n-- \n" + "below the signature\n" * (SMALL_LETTER // 10)
LONG = "Nice to meet you.\n" * (SMALL_TEXT // 10)

Act = Callable[[Town, int], None]


def at_once(town: Town, number: int) -> None:
    town.app.handle_now(number)


def by_the_worker(town: Town, _number: int) -> None:
    worker = WorkLoop(town.app, lambda: None)
    worker.finish()
    worker.run()


ways = pytest.mark.parametrize("act", [at_once, by_the_worker])


class RecordedCalls:
    """Records calls of functions, and whether the write lock was held meanwhile."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch
        self.held = False
        self.done: list[tuple[str, bool]] = []

    def watch(self, place: str) -> None:
        """Record each call of a function."""
        module, _, name = place.rpartition(".")
        function = getattr(__import__(module, fromlist=[name]), name)

        def recorded(*args: Any, **kwargs: Any) -> Any:
            self.done.append((name, self.held))
            return function(*args, **kwargs)

        self._patch.setattr(place, recorded)

    def watch_transactions(self, town: Town) -> None:
        transaction = town.app.store.transaction

        @contextmanager
        def watched() -> Iterator[Transaction]:
            with transaction() as tx:
                self.held = True
                try:
                    yield tx
                finally:
                    self.held = False

        self._patch.setattr(town.app.store, "transaction", watched)


@pytest.fixture
def calls(town_with_players: Town, monkeypatch: pytest.MonkeyPatch) -> RecordedCalls:
    made = RecordedCalls(monkeypatch)
    made.watch_transactions(town_with_players)
    for place in (
        "pbm.inbox.desk.read",
        "pbm.inbox.desk.redact",
        "pbm.inbox.letter.parsing.read_commands",
        "pbm.inbox.line.speaker.password_fits",
        "pbm.store.workbench.hash_password",
    ):
        made.watch(place)
    return made


def bring(town: Town, author: str, text: str, subject: str = "") -> int:
    return town.keep(author, letter(author, text, subject, SERVER).as_bytes())


@ways
def test_a_large_letter_is_parsed_and_redacted_without_the_write_lock(
    town_with_players: Town, calls: RecordedCalls, act: Act
) -> None:
    act(town_with_players, bring(town_with_players, ALICE, f"{LONG}\nwhoami{LARGE}"))
    assert sorted(calls.done) == [("read", False), ("read_commands", False), ("redact", False)]
    assert town_with_players.status is LetterStatus.DONE


@ways
@pytest.mark.parametrize(
    ("author", "text", "name"),
    [
        (CAROL, f"signup carol {PASSWORD}", "hash_password"),
        (CAROL, f"gyges challenge alice {PASSWORD} bob", "password_fits"),
        (CAROL, "gyges challenge alice wrong-password bob", "password_fits"),
        (ALICE, f"change password alice {PASSWORD} another-lantern", "hash_password"),
    ],
)
def test_passwords_are_hashed_once_and_without_the_write_lock(
    town_with_players: Town, calls: RecordedCalls, act: Act, author: str, text: str, name: str
) -> None:
    act(town_with_players, bring(town_with_players, author, text))
    assert calls.done.count((name, False)) == 1
    assert (name, True) not in calls.done


@ways
def test_letters_keep_their_order_if_one_needs_slow_work(town_with_players: Town, act: Act) -> None:
    texts = ("set board list", f"set board normal{LARGE}", "set board list")
    for number in [bring(town_with_players, ALICE, f"{text}\n") for text in texts]:
        act(town_with_players, number)
    with town_with_players.app.store.reading() as tx:
        asked = [mail.cause.letter for mail in tx.outbox.list()][::-1]
    assert asked == sorted(asked, key=lambda each: each or 0)


def test_no_password_is_hashed_for_a_sender_who_gets_no_answer(
    town_with_players: Town, calls: RecordedCalls
) -> None:
    for _ in range(STRANGER_PER_DAY):
        town_with_players.write(CAROL, f"signup carol {PASSWORD}\n")
    assert ("hash_password", False) in calls.done
    calls.done.clear()
    assert town_with_players.write(CAROL, f"signup carola {PASSWORD}\n") == []
    assert "hash_password" not in dict(calls.done)


def test_wanted_work_does_not_show_a_password() -> None:
    with pytest.raises(WorkWanted) as wanted:
        Workbench().hashed(PASSWORD)
    assert PASSWORD not in str(wanted.value)


def test_a_wrong_password_counts_once(town_with_players: Town) -> None:
    for _ in range(WRONG_PER_HOUR):
        town_with_players.write(STRANGER, "gyges challenge alice wrong-password bob\n")
    with town_with_players.app.store.reading() as tx:
        counted = tx.marks.count(MarkKind.WRONG.of("alice"), town_with_players.time - HOUR)
    assert counted == WRONG_PER_HOUR


def test_an_error_in_slow_work_puts_the_letter_aside(
    town_with_players: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> bytes:
        raise RuntimeError("a fault")

    monkeypatch.setattr("pbm.inbox.desk.redact", fails)
    mails = town_with_players.write(ALICE, f"whoami{LARGE}")
    assert town_with_players.status is LetterStatus.FAILED
    assert kinds(mails) == ["failed"]


def test_a_letter_that_cannot_be_parsed_is_put_aside(
    town_with_players: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_envelope: Envelope, **_: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr("pbm.inbox.desk.read", fails)
    assert town_with_players.write(ALICE, "whoami\n") == []
    assert town_with_players.status is LetterStatus.FAILED


def test_slow_work_is_done_once_in_its_own_transaction(town: Town) -> None:
    bench, seen = Workbench(), list[Transaction]()

    def inner(tx: Transaction) -> int:
        seen.append(tx)
        return 1

    def outer(tx: Transaction) -> int:
        seen.append(tx)
        return bench.result("inner", inner) + 1

    with pytest.raises(WorkWanted) as wanted:
        bench.result("outer", outer)
    with town.app.store.reading() as tx:
        bench.do(wanted.value, tx)
    assert bench.result("outer", outer) == 2
    assert seen == [tx, tx]


def test_the_passwords_hashed_for_one_letter_are_limited(
    town_with_players: Town, calls: RecordedCalls
) -> None:
    words = [PASSWORD, *(f"new-lantern-{number}" for number in range(15))]
    lines = [f"change password alice {old} {new}" for old, new in pairwise(words)]
    town_with_players.write(ALICE, "\n".join(lines), subject="multiple")
    assert len([name for name, _ in calls.done if "password" in name]) == MOST_PASSWORDS
    done = MOST_PASSWORDS // 2
    assert town_with_players.note == ", ".join(["done"] * done + ["too_many_passwords"])
