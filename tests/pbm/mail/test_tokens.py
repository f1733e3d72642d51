"""Tokens in texts: whole, broken, or only a piece of one."""

from __future__ import annotations

from pbm.mail.tokens import BLANK, blank_tokens, mask_tokens_in, mask_tokens_in_lines
from tests.combinations import for_each

TOKEN = "abcdefghijklmnopqrstuvwx23"
DOMAIN = "games.example.org"


def test_a_token_in_two_lines_leaves_both_lines() -> None:
    lines = [f"Reply to pbm+{TOKEN[:9]}", f"> {TOKEN[9:]}@{DOMAIN}", "bye"]
    assert mask_tokens_in_lines(lines, DOMAIN) == (
        f"Reply to pbm+{BLANK}",
        f"> @{DOMAIN}",
        "bye",
    )


def test_no_lines_stay_no_lines() -> None:
    assert mask_tokens_in_lines([], DOMAIN) == ()
    assert mask_tokens_in_lines([""], DOMAIN) == ("",)


@for_each(
    "piece",
    [
        f"pbm+{TOKEN[:8]}",
        f"PBM%2B{TOKEN[:-1]} and",
        f"{TOKEN}@{DOMAIN}",
        f"> {TOKEN[6:]}%40{DOMAIN}",
    ],
)
def test_a_piece_of_a_token_is_masked(piece: str) -> None:
    masked = mask_tokens_in(piece, DOMAIN)
    assert TOKEN[6:8] not in masked
    assert BLANK in masked


@for_each(
    "text",
    [
        f"pbm@{DOMAIN}",
        f"margaret@{DOMAIN}",
        "pbm+help is what I wrote",
        f"anne.margaret.of.the.long.name@{DOMAIN}",
        f"pbm+{TOKEN}@other.example.org"[:7],
        f"https://{DOMAIN}/",
    ],
)
def test_other_words_are_not_masked(text: str) -> None:
    assert mask_tokens_in(text, DOMAIN) == text


def test_what_is_blanked_stays_as_it_is() -> None:
    text = f"pbm+{TOKEN[:9]}\n> {TOKEN[9:]}@{DOMAIN}"
    once = blank_tokens(text, DOMAIN)
    assert TOKEN[9:] not in once
    assert blank_tokens(once, DOMAIN) == once
