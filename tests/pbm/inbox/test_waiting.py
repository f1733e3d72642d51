"""Letters of strangers that wait until the budgets have room for an answer."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest

from pbm.inbox.limits import LAPSE, LONGEST, is_let_in, let_wait, release_waiting
from pbm.mail.correspondence import LetterStatus, Origin
from pbm.mail.notes import Note
from pbm.store.protocol import Transaction
from tests.pbm.store.memory.engine import MemoryStore
from tests.pbm.store.samples import SECOND, envelope, kept

NOW = datetime(2026, 11, 20, 10, tzinfo=UTC)
PER_HOUR = 200


@pytest.fixture
def tx() -> Iterator[Transaction]:
    with MemoryStore().transaction() as tx:
        yield tx


def origin(domain: str, name: str = "stranger") -> Origin:
    return Origin(f"{name}@{domain}", "", vouched=False)


def withheld(tx: Transaction, where: Origin, raw: bytes = b"") -> tuple[int, Note]:
    """Store a letter from ``where`` and let it wait; return its number and its note."""
    number = tx.letters.keep(envelope(raw or f"Subject: {where.address}\n\nhi\n".encode()), NOW)
    note = let_wait(tx, kept(tx, number), where, PER_HOUR)
    tx.letters.settle(number, LetterStatus.IGNORED, note, was=LetterStatus.WAITING)
    return number, note


@pytest.mark.parametrize(("longer", "note"), [(0, Note.WITHHELD), (1, Note.TOO_LONG)])
def test_a_letter_that_is_too_long_does_not_wait(tx: Transaction, longer: int, note: Note) -> None:
    assert withheld(tx, origin("example.net"), b"x" * (LONGEST + longer))[1] == note


@pytest.mark.parametrize(("early", "let_in"), [(timedelta(0), False), (SECOND, True)])
def test_a_letter_is_let_in_until_it_has_waited_a_day(
    tx: Transaction, early: timedelta, let_in: bool
) -> None:
    letter, _ = withheld(tx, origin("example.net"))
    later = NOW + LAPSE - early
    release_waiting(tx, PER_HOUR, later)
    assert is_let_in(tx, letter, later) is let_in
    assert tx.withheld.list() == []


def test_letters_of_a_domain_without_room_hold_up_no_others(tx: Transaction) -> None:
    names = (f"stranger{number}" for number in range(PER_HOUR))
    for name in names:
        letter, _ = withheld(tx, origin("example.net", name))
        release_waiting(tx, PER_HOUR, NOW)
        if not is_let_in(tx, letter, NOW):
            break
    second, _ = withheld(tx, origin("example.net", next(names)))
    other, _ = withheld(tx, origin("example.org"))
    release_waiting(tx, PER_HOUR, NOW)
    assert not is_let_in(tx, second, NOW)
    assert is_let_in(tx, other, NOW)
