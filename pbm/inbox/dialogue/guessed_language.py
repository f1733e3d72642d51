"""Guess the language of a letter by the words that are frequent in our own mails.

So a new language needs no list of words: its catalogue is one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache

from pbm.core.languages import ENGLISH, languages
from pbm.notices.languages import phrases

FREQUENT = 150
"""The number of words by which a language is known: mostly articles, pronouns, auxiliaries."""
_FEWEST = 2

_WORD = re.compile(r"[^\W\d_]+")
_PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\{.*?\}\}|\{\w+\}|\"[^\"]*\"")


def guessed_language(text: str) -> str:
    """The language with most of its frequent words in the text; English if that is not clear."""
    words = _WORD.findall(text.casefold())
    found = {each: sum(word in own for word in words) for each, own in _own_words().items()}
    best = max(found, key=found.__getitem__)
    others = max(count for each, count in found.items() if each != best)
    return best if found[best] >= _FEWEST and found[best] > others else ENGLISH


def prepare() -> None:
    """Load the words of all languages, so that the first letter does not have to wait for it."""
    _own_words()


@cache
def _own_words() -> Mapping[str, frozenset[str]]:
    """The frequent words of each language, without those that another language has, too."""
    frequent = {each: _frequent_words(each) for each in languages()}
    return {
        each: words.difference(*(other for name, other in frequent.items() if name != each))
        for each, words in frequent.items()
    }


def _frequent_words(language: str) -> frozenset[str]:
    texts = (_PLACEHOLDER.sub(" ", text).casefold() for text in phrases(language))
    counted = Counter(word for text in texts for word in _WORD.findall(text))
    return frozenset(word for word, _ in counted.most_common(FREQUENT))
