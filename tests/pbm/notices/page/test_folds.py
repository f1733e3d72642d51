"""Folded sentences are one paragraph, whatever word begins a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest

from pbm.core.games import WORDS, all_games
from pbm.core.languages import ENGLISH, languages
from pbm.notices.languages import translations
from pbm.notices.page.folds import with_folds
from pbm.notices.page.html import page
from pbm.notices.page.layout import Block, Items, Lines, blocks_of
from pbm.notices.pages import Form, Page
from pbm.notices.rendering import WIDTH, folded, refusal_codes, table
from pbm.notices.wording import words_in

_SLOT = re.compile(r"\{\{.*?\}\}|\{\w+\}")
VALUES = ("K5", "12.", "D5", "-")
"""What facts of refusals may be; each of them looks like the mark of an item."""

INDENTS = (0, 2, 4, 5)


def sentences(language: str) -> Iterator[str]:
    """Yield the texts of all games, and all other refusals."""
    known = translations(language)
    told = {text for game in all_games() for text in words_in(language, game).values()}
    told |= {known.pgettext("rules", text) for text in WORDS.values()}
    for code in refusal_codes():
        told |= {known.gettext(table("refusals")[code][part]) for part in ("why", "instead")}
    for number, text in enumerate(sorted(told)):
        value = VALUES[number % len(VALUES)]
        yield _SLOT.sub(f"7 {value} 3", text).replace("\n", " ")


def whole(blocks: Sequence[Block]) -> list[str]:
    """The words of the only block, which must be a paragraph or indented lines."""
    (block,) = blocks
    assert isinstance(block, Lines), block
    (text,) = block.lines
    return text.split()


@pytest.mark.parametrize(
    ("language", "one_in"),
    [(ENGLISH, 4), *(pytest.param(each, 1, marks=pytest.mark.slow) for each in languages())],
)
def test_a_folded_sentence_is_one_paragraph_whatever_its_lines_begin_with(
    language: str, one_in: int
) -> None:
    folds = 0
    for number, sentence in enumerate([*sentences(language)][::one_in]):
        for before in range(number % 3, WIDTH - 8, 3):
            words = ["w" * before, *sentence.split()] if before else sentence.split()
            text = folded(" ".join(words), INDENTS[before % len(INDENTS)])
            folds += text.count("\n")
            if "\n" in text:
                assert whole(blocks_of(text)) == words
    assert folds > 5_000 / one_in, "the sentences are long enough to be folded"


def test_what_is_no_fold_is_still_an_item() -> None:
    (items,) = blocks_of("D5  A stack moves.\nD6  A single moves.")
    assert isinstance(items, Items)
    assert [item.mark for item in items.items] == ["D5", "D6"]


def test_a_page_keeps_its_folds_until_it_is_made() -> None:
    text = "A stack moves exactly 2 cells in a straight line, and\nK5 does not lie there\n"
    kept = Page.from_json(Page(Form.HTML, "en", folded=[1]).to_json())
    shown = page("x", "\n".join(with_folds(text.split("\n"), kept.folded)))
    assert "straight line, and\nK5 does not lie there\n</p>" in shown
