from __future__ import annotations

import re

import pytest

from pbm.base.characters import bare, bare_lines, is_plain, one_line, split_lines, tidy, tidy_lines


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


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [" 13-14 ", "", "> 13-14"],
        ["13-14", "\u200b＞ text： "],
        ["13-14", "\t44\x07", "13\u00ad-14"],
    ],
)
def test_lines_are_cleaned_together_as_one_by_one(lines: list[str]) -> None:
    assert bare_lines(lines) == [bare(line) for line in lines]
    assert tidy_lines(lines) == [tidy(line) for line in lines]


def test_only_printable_ascii_characters_tabs_and_line_ends_are_plain() -> None:
    plain = [code for code in range(256) if is_plain(bytes([code]))]
    assert plain == [code for code in range(256) if re.match(rb"[\t\r\n -~]", bytes([code]))]
    assert is_plain(b"13-14\r\n\t= 44")
    assert not is_plain(b"13-14\x00")
