"""Words for boards and moves on them, in all languages together, from ``boards.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache

from pbm.core.languages import languages, texts
from pbm.inbox.understanding.phrases import plain_words

BOARDS = "boards.toml"


class Words(StrEnum):
    """The lists of ``boards.toml``, whose English file explains them."""

    PIECES = "pieces"
    DIRECTIONS = "directions"
    VERBS = "verbs"
    STEPS = "steps"
    BY = "by"
    OTHERS = "others"
    ROWS = "rows"
    COLUMNS = "columns"
    AND = "and"
    TO = "to"
    WITH = "with"
    FROM = "from"


@cache
def board_words(*lists: Words) -> frozenset[str]:
    """The words of these lists, without case and accents."""
    return frozenset(word for each in lists for word in plain_words(" ".join(_written(each))))


def has_board_word(words: Iterable[str], *lists: Words) -> bool:
    """Whether one of the words, without case and accents, is in these lists."""
    return not board_words(*lists).isdisjoint(words)


@cache
def any_of(*lists: Words) -> str:
    """A regular expression for any word of these lists as it is written."""
    return "|".join(map(re.escape, sorted(word for each in lists for word in _written(each))))


def _written(words: Words) -> Iterator[str]:
    return (word for table in _tables() for word in table[words])


@cache
def _tables() -> list[dict[str, list[str]]]:
    files = (texts().joinpath(language, BOARDS) for language in languages())
    return [tomllib.loads(each.read_text("utf-8")) for each in files if each.is_file()]
