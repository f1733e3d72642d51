from __future__ import annotations

from pbm.base.secrets import make_token, new_nonce
from pbm.mail.addresses import MASK, reply_address, server_address, token_in
from tests.combinations import for_each

TOKEN = "abcdefghijklmnopqrstuvwx23"


def test_the_server_has_a_plain_address() -> None:
    assert server_address("pbm.example") == "pbm@pbm.example"
    assert token_in(["pbm@pbm.example"], "pbm.example") is None


def test_a_reply_address_gives_its_token_back() -> None:
    token = make_token(b"key", new_nonce())
    assert token_in([reply_address(token, "pbm.example")], "pbm.example") == token


def test_mail_systems_may_change_the_case_of_an_address() -> None:
    address = reply_address(TOKEN, "pbm.example").upper()
    assert token_in([f" {address} "], "Pbm.Example") == TOKEN


def test_the_first_of_several_tokens_is_used() -> None:
    other = TOKEN[::-1].replace("3", "y").replace("2", "z")
    addresses = ["pbm@pbm.example", reply_address(TOKEN, "pbm.example")]
    assert token_in([*addresses, reply_address(other, "pbm.example")], "pbm.example") == TOKEN


@for_each(
    "address",
    [
        f"pbm+{TOKEN}@other.example",
        f"pbm+{TOKEN}@pbm.example.evil.example",
        f"pbm+{TOKEN[:-1]}@pbm.example",
        f"pbm+{TOKEN}a@pbm.example",
        f"pbm+{TOKEN[:-1]}1@pbm.example",
        f"bounce+{TOKEN}@pbm.example",
        f"pbm-{TOKEN}@pbm.example",
        TOKEN,
        "",
    ],
)
def test_other_addresses_have_no_token(address: str) -> None:
    assert token_in([address], "pbm.example") is None


def test_a_mask_is_as_long_as_a_token_but_not_a_valid_one() -> None:
    assert len(MASK) == len(make_token(b"key", "nonce"))
