from __future__ import annotations

from pbm.base.characters import bare, one_line, split_lines, tidy


def test_one_line_removes_everything_that_could_start_another_header_line() -> None:
    assert one_line("a\r\nBcc: b\0\u2028c\x0bd\x85e\ud800") == "a Bcc: b c d e\ufffd"


def test_tidy_removes_invisible_characters_and_controls() -> None:
    assert tidy("\ufeff13\u200bx\u00ad14\u202e=\u00a044\x07") == "13x14= 44"


def test_tidy_keeps_the_joiners_within_emoji() -> None:
    family = "\U0001f469\u200d\U0001f467"
    assert tidy(family) == family


def test_bare_finds_a_quote_mark_behind_invisible_characters() -> None:
    assert bare(" \u200d＞ text： ") == "> text:"


def test_lines_end_at_cr_and_lf_only() -> None:
    assert split_lines("a\r\nb\rc\nd\u2028e\x0cf") == ["a", "b", "c", "d\u2028e\x0cf"]
