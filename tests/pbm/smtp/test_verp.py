"""Bounce addresses."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.smtp.recipients import OurAddresses
from pbm.smtp.verp import bounce_address, is_sealed, named_mail

KEY = b"key"
ALICE, BOB = "alice@example.net", "bob@example.net"
ADDRESS = bounce_address(KEY, 17, ALICE, "example.org")


@given(st.integers(min_value=1, max_value=2**62))
def test_what_was_written_is_read(outbox_id: int) -> None:
    address = bounce_address(KEY, outbox_id, ALICE, "example.org")
    assert named_mail(address) == outbox_id
    assert is_sealed(KEY, address, outbox_id, ALICE)
    assert len(address.partition("@")[0]) <= 64


def test_the_listener_takes_them() -> None:
    address = bounce_address(KEY, 2**62, ALICE, "example.org")
    assert OurAddresses("example.org").refusal(address) is None


def test_letter_case_does_not_matter() -> None:
    assert named_mail(ADDRESS.upper()) == 17
    assert is_sealed(KEY, ADDRESS.upper(), 17, ALICE.upper())


def test_another_key_is_not_believed() -> None:
    assert not is_sealed(b"other", ADDRESS, 17, ALICE)


def test_another_mail_is_not_believed() -> None:
    assert not is_sealed(KEY, ADDRESS.replace("+17.", "+18."), 18, ALICE)


def test_another_recipient_is_not_believed() -> None:
    assert not is_sealed(KEY, ADDRESS, 17, BOB)


def test_an_address_that_is_not_ascii_is_not_believed() -> None:
    assert not is_sealed(KEY, ADDRESS.replace("bounce", "b\u00f6unce"), 17, ALICE)


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
    assert named_mail(address) is None
