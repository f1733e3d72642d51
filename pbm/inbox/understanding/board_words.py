"""Words for boards and moves on them, in all languages together, from ``boards.toml``."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cache, lru_cache

from pbm.base.alternatives import any_of
from pbm.core.languages import languages, texts
from pbm.inbox.understanding.phrases import plain_words

BOARDS = "boards.toml"
_KEPT_PLAYERS = 100


class Words(StrEnum):
    """The lists of ``boards.toml``, whose English file explains them."""

    PIECES = "pieces"
    HOUSES = "houses"
    DIRECTIONS = "directions"
    LEFT = "left"
    RIGHT = "right"
    MIDDLE = "middle"
    UP = "up"
    DOWN = "down"
    AHEAD = "ahead"
    VERBS = "verbs"
    STEPS = "steps"
    BY = "by"
    TOWARDS = "towards"
    OTHERS = "others"
    ROWS = "rows"
    COLUMNS = "columns"
    AND = "and"
    TO = "to"
    WITH = "with"
    FROM = "from"
    GAMES = "games"
    ANOTHER = "another"
    TAKING = "taking"
    SEVERAL = "several"
    TURNS = "turns"
    PER = "per"
    WHOLE = "whole"
    SETTINGS = "settings"


WAYS = (
    *(Words.DIRECTIONS, Words.UP, Words.DOWN, Words.AHEAD),
    *(Words.LEFT, Words.RIGHT, Words.MIDDLE),
)
"""All ways and places on a board."""


@cache
def board_words(*lists: Words) -> frozenset[str]:
    """The words of these lists, without case and accents."""
    return frozenset(word for each in lists for word in plain_words(" ".join(_written(each))))


@cache
def own_board_words(language: str, words: Words) -> frozenset[str]:
    """The words of a list in one language; of all languages for one without such lists."""
    table = _tables().get(language)
    return frozenset(plain_words(" ".join(table[words]))) if table else board_words(words)


def has_board_word(words: Iterable[str], *lists: Words) -> bool:
    """Whether one of the words, without case and accents, is in these lists."""
    return not board_words(*lists).isdisjoint(words)


def is_landmark(words: Sequence[str]) -> bool:
    """Whether the last word only tells where a place is: behind a way and a word such as "of"."""
    *_, way, joint, _ = ["", "", "", *words]
    return has_board_word([joint], Words.FROM) and has_board_word([way], *WAYS)


@cache
def any_word(*lists: Words) -> str:
    """A regular expression for any word of these lists as it is written."""
    return any_of(word for each in lists for word in _written(each))


@lru_cache(_KEPT_PLAYERS)
def by_players(*userids: str) -> re.Pattern[str]:
    """One of the players, with a word that joins them to what they offer: "of bob", "bob's"."""
    players = "|".join(map(re.escape, userids))
    joined = any_word(Words.FROM, Words.WITH)
    return re.compile(rf"\b(?:{joined}\s+)?(?:{players})(?:['’]?s)?\b", re.IGNORECASE)


def boards_named(text: str) -> set[int]:
    """The numbers behind words such as "game": "in game 2", "partie n° 2"."""
    return {int(each) for each in _numbers_of_games().findall(text)}


@cache
def _numbers_of_games() -> re.Pattern[str]:
    games = any_word(Words.GAMES)
    return re.compile(rf"\b{games}\s+(?:nr\.?|n[°o.]|#)?\s*(\d{{1,6}})\b", re.IGNORECASE)


def names_the_other(text: str) -> bool:
    """Whether the text speaks of "the other game"."""
    return _the_other().search(text) is not None


@cache
def _the_other() -> re.Pattern[str]:
    other, games = any_word(Words.ANOTHER), any_word(Words.GAMES)
    return re.compile(rf"\b{other}\s+{games}\b", re.IGNORECASE)


def _written(words: Words) -> Iterator[str]:
    return (word for table in _tables().values() for word in table[words])


@cache
def _tables() -> dict[str, dict[str, list[str]]]:
    files = {language: texts().joinpath(language, BOARDS) for language in languages()}
    return {
        language: tomllib.loads(each.read_text("utf-8"))
        for language, each in files.items()
        if each.is_file()
    }
