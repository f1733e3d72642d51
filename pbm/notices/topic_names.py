"""Names of help topics in each language, from ``topics.toml``

The English file explains its tables.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from pbm.base.accents import without_accents
from pbm.core.languages import ENGLISH, languages, texts

TOPICS = "topics.toml"
_MARKS = re.compile(r"[\s:\"'“”‘’«»„.!?,]+")


def topic_name(topic: str, language: str = ENGLISH) -> str:
    """The name of a topic for readers of a language; a topic without one has its own."""
    names = names_of_topics(language).get(topic)
    return names[0] if names else topic


def topic_names(topics: Iterable[str], language: str = ENGLISH) -> list[str]:
    """The names of topics in the order of the alphabet."""
    names = (topic_name(each, language) for each in topics)
    return sorted(names, key=lambda each: without_accents(each.casefold()))


def topic_named(text: str, language: str = ENGLISH) -> str:
    """The topic that has this name in the language or, if none has, in any other; "" for none."""
    plain = _plain(text)
    return _topics(language).get(plain) or next(
        (found for each in languages() if (found := _topics(each).get(plain))), ""
    )


def behind_help(line: str) -> str:
    """What help is asked for on, in any language, ``Uhr`` in "Hilfe: Uhr"; "" for other lines."""
    plain, asking = f"{_plain(line)} ", _asking()
    if not plain.startswith(asking):
        return ""
    return next(plain[len(each) :].strip() for each in asking if plain.startswith(each))


@cache
def _asking() -> tuple[str, ...]:
    """The words that ask for help, each with a blank behind it, the longest first."""
    words = {f"{_plain(each)} " for name in languages() for each in _table(name).get("help", ())}
    return tuple(sorted(words, key=len, reverse=True))


@cache
def _topics(language: str) -> Mapping[str, str]:
    return dict(_names(language))


def _names(language: str) -> Iterator[tuple[str, str]]:
    for topic, names in names_of_topics(language).items():
        yield from ((_plain(each), topic) for each in names)


def names_of_topics(language: str) -> Mapping[str, Sequence[str]]:
    """All names of each topic in a language, none for one without such names."""
    found: Mapping[str, Sequence[str]] = _table(language).get("topics", {})
    return found


@cache
def _table(language: str) -> Mapping[str, Any]:
    file = texts().joinpath(language, TOPICS)
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def _plain(text: str) -> str:
    """The words without case, accents and marks."""
    return _MARKS.sub(" ", without_accents(text.casefold())).strip()
