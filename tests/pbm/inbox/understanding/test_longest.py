"""Phrases are found in bounded time, however often their words are repeated."""

from __future__ import annotations

import pytest

from pbm.inbox.understanding.lexicon import MOST_COURTESIES, lexicon, says_nothing
from pbm.inbox.understanding.phrases import LONGEST, Phrase, compiled
from pbm.inbox.understanding.wishes import Sign
from tests.patience import within_patience


@pytest.mark.parametrize(("language", "word"), [("de", "bitte"), ("en", "please"), ("fr", "tout")])
def test_words_between_words_are_followed_a_few_steps(language: str, word: str) -> None:
    assert lexicon(language).longest([word] * 5000, 0)[0] <= LONGEST


def test_repeated_words_do_not_multiply_the_ways_to_read_them() -> None:
    once = compiled([Phrase.read("so so so so so so so so so so so so", Sign.KIND, tuple)])
    with within_patience("each word doubles the ways otherwise"):
        assert once.longest(["so"] * LONGEST, 0, {"so"})[0] == LONGEST


@pytest.mark.parametrize("number", [1, MOST_COURTESIES])
def test_few_courtesies_say_nothing(number: int) -> None:
    assert says_nothing("bitte " * number)


def test_many_courtesies_are_not_looked_up() -> None:
    assert not says_nothing("bitte " * (MOST_COURTESIES + 1))
