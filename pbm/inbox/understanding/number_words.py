"""Numbers and signs in words, in all languages together, from ``numbers.toml``."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any

from pbm.core.languages import languages, texts
from pbm.inbox.understanding.phrases import plain_words

NUMBERS = "numbers.toml"
LONGEST = 5
"""The most words of a number or a sign."""
FIRST_TENS, USUALLY_LARGEST = 20, 9
_NOTHING = "from"


@cache
def written_for() -> Mapping[str, Collection[str]]:
    """What is written for words without blanks between them: 35 for ``thirtyfive``.

    Words that only lead to a move have "".
    """
    found: defaultdict[str, set[str]] = defaultdict(set)
    for table in _tables():
        for text, words in _numbers(table):
            found[words].add(text)
        for sign, each in table["signs"].items():
            for phrase in each:
                found[_joined(phrase)].add("" if sign == _NOTHING else sign)
    return found


@cache
def number_words() -> Collection[str]:
    """All numbers in words, without blanks between them."""
    return frozenset(words for table in _tables() for _, words in _numbers(table))


def _numbers(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Numbers as figures and in words: those with words of their own, and those made of two."""
    own = {int(number): list(map(_joined, words)) for number, words in table["numbers"].items()}
    yield from ((str(number), each) for number, words in own.items() for each in words)
    for tens in range(FIRST_TENS, 100, 10):
        largest = table["largest"].get(str(tens), USUALLY_LARGEST)
        units = ((unit, word) for unit in range(1, largest + 1) for word in own[unit])
        for unit, word in units:
            for above in own.get(tens, ()):
                for form in table["compounds"]:
                    made = form.format(tens=above, short=above[:-1], unit=word)
                    yield str(tens + unit), made


def _joined(phrase: str) -> str:
    return "".join(plain_words(phrase))


def _tables() -> Iterator[Mapping[str, Any]]:
    for language in languages():
        file = texts().joinpath(language, NUMBERS)
        if file.is_file():
            yield tomllib.loads(file.read_text("utf-8"))
