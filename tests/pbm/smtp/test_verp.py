"""Bounce addresses."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pbm.smtp.recipients import OurAddresses
from pbm.smtp.verp import bounce_address, is_sealed, named_mail
from tests.combinations import for_each

KEY = b"key"
ALICE, BOB = "alice@example.net", "bob@example.net"
ADDRESS = bounce_address(KEY, 17, ALICE, "example.org")


@given(st.integers(min_value=1, max_value=2**62))
def test_an_address_names_its_mail_and_has_a_valid_seal(outbox_id: int) -> None:
    address = bounce_address(KEY, outbox_id, ALICE, "example.org")
    assert named_mail(address) == outbox_id
    assert is_sealed(KEY, address, outbox_id, ALICE)
    assert len(address.partition("@")[0]) <= 64


def test_the_listener_accepts_bounce_addresses() -> None:
    address = bounce_address(KEY, 2**62, ALICE, "example.org")
    assert OurAddresses("example.org").refusal(address) is None


def test_letter_case_does_not_matter() -> None:
    assert named_mail(ADDRESS.upper()) == 17
    assert is_sealed(KEY, ADDRESS.upper(), 17, ALICE.upper())


def test_a_seal_with_another_key_is_invalid() -> None:
    assert not is_sealed(b"other", ADDRESS, 17, ALICE)


def test_a_seal_of_another_mail_is_invalid() -> None:
    assert not is_sealed(KEY, ADDRESS.replace("+17.", "+18."), 18, ALICE)


def test_a_seal_for_another_recipient_is_invalid() -> None:
    assert not is_sealed(KEY, ADDRESS, 17, BOB)


def test_a_seal_that_is_not_ascii_is_invalid() -> None:
    assert not is_sealed(KEY, ADDRESS.replace("bounce", "b\u00f6unce"), 17, ALICE)


@for_each(
    "address",
    [
        "",
        "@",
        "alice@example.org",
        "bounce@example.org",
        "bounce+17@example.org",
        "bounce+17.@example.org",
        "bounce+0.aaaaaaaaaaaaaaaa@example.org",
        f"bounce+{2**63}.aaaaaaaaaaaaaaaa@example.org",
        "bounce+17.aaaaaaaaaaaaaaaaa@example.org",
    ],
)
def test_other_addresses_are_no_bounce_addresses(address: str) -> None:
    assert named_mail(address) is None
