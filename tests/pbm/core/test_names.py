from __future__ import annotations

from pbm.core.names import is_address, is_for_trials, is_userid, reads_as_move
from tests.combinations import for_each


@for_each("text", ["al", "alice", "Alice", "a.b_c-d9", "a" * 20])
def test_a_userid_has_2_to_20_letters_digits_and_signs(text: str) -> None:
    assert is_userid(text)


@for_each(
    "text",
    ["", "a", "a" * 21, "9lives", ".bob", "zoë", "a b", "a@b", "a\n", "alice\n", "ａｌｉｃｅ"],
)
def test_nothing_else_is_a_userid(text: str) -> None:
    assert not is_userid(text)


@for_each(
    "text", ["alice@example.org", "A.B+c_d@Example.org", "o'hara@example.org", "bob@localhost"]
)
def test_a_plain_address_is_an_address(text: str) -> None:
    assert is_address(text)


@for_each(
    "text",
    [
        "",
        "alice",
        "@example.org",
        "alice@",
        "alice@@example.org",
        "alice@example.org,bob@example.org",
        "<alice@example.org>",
        "alice@example.org\n",
        "alice @example.org",
        '"a b"@example.org',
        "alice@[192.0.2.1]",
        "alice@-example.org",
        "zoë@example.org",
        "alice@exämple.org",
        f"{'a' * 65}@example.org",
        f"alice@{'a' * 250}.org",
        "=?utf-8?q?x=0d=0aBcc?=@example.org",
    ],
)
def test_nothing_else_is_an_address(text: str) -> None:
    assert not is_address(text)


@for_each("text", ["a1", "e5-e3", "13-14", "231123"])
def test_a_move_of_any_game_reads_as_a_move(text: str) -> None:
    assert reads_as_move(text)


@for_each("text", ["alice", "bob", "ab", "north"])
def test_a_name_does_not_read_as_a_move(text: str) -> None:
    assert not reads_as_move(text)


@for_each(
    ("domain", "is_kept"),
    [
        ("pbm.localhost", True),
        ("localhost", True),
        ("games.example.org", True),
        ("Example.com", True),
        ("pbm.test", True),
        ("example.de", False),
        ("examples.org", False),
        ("localhost.org", False),
    ],
)
def test_some_domains_are_kept_for_trials(domain: str, is_kept: bool) -> None:
    assert is_for_trials(domain) == is_kept
