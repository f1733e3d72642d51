"""Bounce addresses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.smtp.recipients import OurAddresses
from pbm.smtp.verp import bounce_address, read_bounce

KEY = b"key"


@given(st.integers(min_value=1, max_value=2**62))
def test_what_was_written_is_read(outbox_id: int) -> None:
    address = bounce_address(KEY, outbox_id, "example.org")
    assert read_bounce(KEY, address) == outbox_id
    assert len(address.partition("@")[0]) <= 64


def test_the_listener_takes_them() -> None:
    address = bounce_address(KEY, 2**62, "example.org")
    assert OurAddresses("example.org").refusal(address) is None


def test_letter_case_does_not_matter() -> None:
    assert read_bounce(KEY, bounce_address(KEY, 17, "example.org").upper()) == 17


def test_the_spelling_stays_as_it_was_sent_before() -> None:
    assert bounce_address(KEY, 17, "example.org") == "bounce+17.66peqy6274orogni@example.org"


def test_another_key_is_not_believed() -> None:
    assert read_bounce(b"other", bounce_address(KEY, 17, "example.org")) is None


def test_another_mail_is_not_believed() -> None:
    assert read_bounce(KEY, bounce_address(KEY, 17, "x").replace("+17.", "+18.")) is None


@pytest.mark.parametrize(
    "address",
    [
        "",
        "@",
        "alice@example.org",
        "bounce@example.org",
        "bounce+17@example.org",
        "bounce+17.@example.org",
        "bounce+0.aaaaaaaaaaaaaaaa@example.org",
        "bounce+17.aaaaaaaaaaaaaaaaa@example.org",
    ],
)
def test_other_addresses_are_none(address: str) -> None:
    assert read_bounce(KEY, address) is None
