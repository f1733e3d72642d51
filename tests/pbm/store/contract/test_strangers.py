"""Contract: withheld letters of strangers, and quotas."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from pbm.mail.correspondence import Origin, Withheld
from pbm.mail.letter import Envelope
from pbm.store.protocol import Transaction

NOW = datetime(2026, 11, 20, 10, tzinfo=UTC)
TODAY = NOW.date()
HERE = Origin("carol@mail.example.org", "192.0.2.0/24", vouched=False)


def keep(tx: Transaction, origin: Origin = HERE, minutes: int = 0) -> Withheld:
    at = NOW + timedelta(minutes=minutes)
    letter = tx.letters.keep(Envelope(origin.address, ("pbm@pbm.example",), b"raw"), at)
    return Withheld(letter, origin, at)


def test_an_address_has_one_waiting_letter_and_one_that_is_vouched_for(tx: Transaction) -> None:
    first = keep(tx)
    vouched = keep(tx, Origin(HERE.address, HERE.network, vouched=True))
    assert tx.withheld.add(first)
    assert not tx.withheld.add(keep(tx))
    assert tx.withheld.add(vouched)
    assert tx.withheld.list() == [first, vouched]
    tx.withheld.drop(first.letter)
    assert tx.withheld.list() == [vouched]


def test_waiting_letters_are_listed_oldest_first(tx: Transaction) -> None:
    later = keep(tx, minutes=1)
    earlier = keep(tx, Origin("dave@example.org", "", vouched=False))
    for each in (later, earlier):
        tx.withheld.add(each)
    assert tx.withheld.list() == [earlier, later]


def test_waiting_letters_of_an_address_are_erased_up_to_a_time(tx: Transaction) -> None:
    early = keep(tx)
    late = keep(tx, Origin(HERE.address, HERE.network, vouched=True), minutes=1)
    other = keep(tx, Origin("dave@example.org", "", vouched=False))
    for each in (early, late, other):
        tx.withheld.add(each)
    tx.withheld.erase(HERE.address, NOW)
    assert tx.withheld.list() == [other, late]


def test_waiting_letters_are_counted_by_origin(tx: Transaction) -> None:
    assert tx.withheld.like(HERE) == (0, 0, 0)
    for each in (
        HERE,
        Origin("dave@example.org", "192.0.3.0/24", vouched=False),
        Origin("erin@erin.example", HERE.network, vouched=False),
        Origin("fred@example.org", HERE.network, vouched=True),
    ):
        tx.withheld.add(keep(tx, each))
    assert tx.withheld.like(HERE) == (3, 2, 2)


def test_a_quota_is_per_day(tx: Transaction) -> None:
    assert tx.quotas.take("strangers", TODAY, 60, 100)
    assert not tx.quotas.take("strangers", TODAY, 41, 100)
    assert tx.quotas.take("strangers", TODAY, 40, 100)
    assert tx.quotas.take("operator", TODAY, 100, 100)
    assert not tx.quotas.take("another", TODAY, 101, 100)
    assert tx.quotas.take("another", TODAY, 100, 100)
    assert tx.quotas.take("strangers", date(2026, 11, 21), 100, 100)


def test_past_days_are_deleted(tx: Transaction) -> None:
    tx.quotas.take("strangers", TODAY, 100, 100)
    tx.quotas.forget(TODAY)
    assert not tx.quotas.take("strangers", TODAY, 1, 100)
    tx.quotas.forget(date(2026, 11, 21))
    assert tx.quotas.take("strangers", TODAY, 1, 100)
