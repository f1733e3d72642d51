"""The places where lines of a page may be broken."""

from __future__ import annotations

from pbm.notices.page.widths import breakable
from tests.combinations import for_each

KEPT = '<span style="white-space:nowrap">{}</span>'


@for_each("word", ["2026-11-23", "-random", "(-random)", "13-14-24x35=33", "owl-1"])
def test_a_short_word_with_hyphens_is_not_broken(word: str) -> None:
    assert breakable(f"on {word} and") == f"on {KEPT.format(word)} and"


def test_in_a_cell_a_long_word_may_be_broken_at_its_hyphens() -> None:
    date, name = "2026-11-23", "a23456789-b23456789c"
    assert breakable(f"{date} {name}", whole=12) == f"{KEPT.format(date)} {name}"
    assert breakable("<-a-long-option", whole=12) == "&lt;-a-long-option"


@for_each("text", ["a move", "-", "on - off", "--", "x <y>"])
def test_other_words_stay(text: str) -> None:
    assert "span" not in breakable(text)


def test_a_long_word_may_be_broken_and_a_token_may_not() -> None:
    assert breakable("a-" * 30).count("<wbr>") == 2
    assert breakable("x" * 26) == "x" * 26
