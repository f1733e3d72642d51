"""Boards that are read from the text of a plugin."""

from __future__ import annotations

import pytest

from pbm.plugins import board


def test_only_a_point_is_an_empty_cell() -> None:
    found = board.read_grid("1 . + - _ 12\n  a b c d e")
    assert [cell.sign for cell in found.rows[0]] == ["", "+", "-", "_", "12"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a b c", "0 rows and 3 columns"),
        ("2 . .\n1 .\n  a b", "line 2 has 2 parts"),
        ("1 . four\n  a b", "'four' has more than 3 characters"),
        ("1 . .\n1 . .\n  a b", "the same label"),
        ("2 . .\n1 . .\n  a a", "the same label"),
    ],
)
def test_a_text_that_is_no_grid_says_why_and_stays_text(text: str, why: str) -> None:
    with pytest.raises(board.BoardError, match=why):
        board.read_grid(text)
    assert board.grid(text) is None
