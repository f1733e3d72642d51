"""Words are read in their usual spelling, despite umlauts, typos and repeated letters."""

from __future__ import annotations

from pbm.inbox.understanding.lexicon import lexicon
from pbm.inbox.understanding.spelling import spelling_of, with_words
from pbm.inbox.understanding.tokens import Token
from tests.combinations import for_each


def usual(language: str, *words: str) -> list[str]:
    tokens = list(map(Token, words))
    return [each.text for each in lexicon(language).usual(tokens)]


@for_each(
    ("language", "written", "read"),
    [
        ("en", "pls", ["please"]),
        ("en", "dont", ["do", "not"]),
        ("en", "yesss", ["yes"]),
        ("en", "resgin", ["resign"]),
        ("de", "moechte", ["mochte"]),
        ("de", "geb", ["gebe"]),
        ("fr", "cest", ["c", "est"]),
        ("nl", "ff", ["even"]),
        ("it", "nn", ["non"]),
    ],
)
def test_a_word_is_read_in_its_usual_spelling(language: str, written: str, read: list[str]) -> None:
    assert usual(language, written) == read


def test_a_typo_is_marked_and_a_long_drawn_word_is_not() -> None:
    typo, drawn = lexicon("en").usual([Token("resgin"), Token("pleeease")])
    assert (typo.mended, drawn.mended) == (True, False)


def test_the_comma_stands_behind_the_last_of_the_words() -> None:
    found = lexicon("en").usual([Token("dont", pauses=True)])
    assert [each.pauses for each in found] == [False, True]


def test_short_words_and_known_words_are_not_mended() -> None:
    spelling = with_words(spelling_of("", {}), ["draw", "drawn", "board"])
    assert [spelling.mended(each) for each in ("dram", "drawn", "bored", "boart")] == [
        "dram",
        "drawn",
        "bored",
        "board",
    ]


def test_slots_keep_their_digits() -> None:
    assert usual("en", "16-35", "a1") == ["16-35", "a1"]
