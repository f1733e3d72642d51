"""What people write in answer to mails: the tables of each language's ``answers.toml``"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, fields
from functools import cache, lru_cache

from pbm.core.languages import languages
from pbm.inbox.understanding.lexicon import Lexicon, lexicon
from pbm.inbox.understanding.phrases import Node, plain_words, tables_of

ANSWERS = "answers.toml"
_WORDS = "words"
Ends = Callable[[Sequence[str], int], int]
"""Where what begins at a place of some words ends; the place itself if nothing does."""


@dataclass(frozen=True, eq=False)
class Answers:
    """The tables of one language, which the English file explains; empty if it has no such file.

    words: the lexicon of the language, which is no table.
    """

    words: Lexicon
    plain: Node
    refusal: Node
    greeting: Node
    yes: Node
    no: Node
    beside: Node
    warm: Node
    proposing: Node
    playing: Node
    around: Node
    received: Node
    called: Node
    being: Node
    alone: Node
    saying: Node
    citing: Node
    introducing: Node
    source: Node
    status: Node
    receipt: Node
    regards: Node
    against: Node
    telling: Node
    going_on: Node
    verbs: Node
    leading: Node
    conditions: Node


@cache
def answers_of_all() -> Sequence[Answers]:
    """The tables of all languages: people do not always answer in the language of a mail."""
    return tuple(map(_answers_in, languages()))


def _answers_in(language: str) -> Answers:
    node = tables_of(language, ANSWERS)
    names = (each.name for each in fields(Answers) if each.name != _WORDS)
    return Answers(lexicon(language), **{name: node(name) for name in names})


def is_whole(words: Sequence[str], table: str) -> bool:
    """Whether the words are nothing but a phrase of a table, in any language."""
    if not words or words[0] not in first_words(table):
        return False
    nodes = (getattr(each, table) for each in answers_of_all())
    return any(each.longest(words, 0)[0] == len(words) for each in nodes)


def in_any(*tables: Node) -> Ends:
    """Where the longest phrase of these tables ends that begins at a place; the place for none."""
    return lambda words, at: max(each.longest(words, at)[0] for each in tables)


def made_of(words: Sequence[str], at: int, *parts: Ends) -> Collection[int] | None:
    """Of which parts, by number, all words from index ``at`` on are made; None if any is of none.

    At each place the part counts that has most words there, the first of several.
    """
    used: set[int] = set()
    while at < len(words):
        ends = [part(words, at) for part in parts]
        if max(ends) == at:
            return None
        used.add(ends.index(max(ends)))
        at = max(ends)
    return used


@cache
def first_words(table: str) -> frozenset[str]:
    """The words by which the phrases of a table begin, in all languages."""
    return frozenset(word for each in answers_of_all() for word in getattr(each, table).after)


_DRAWN = re.compile(r"(.)\1+")
"""A letter that is repeated for emphasis, as in "yess" and "jaaa"."""
_KEPT = 1024
"""How many words are kept: those of a letter are looked at several times."""


def begins_with_yes(line: str) -> bool:
    """Whether the line begins with a yes in any language."""
    words = undrawn(plain_words(line))
    if words and len(words[0]) == 1 < len(words):
        # "J" alone is a German yes, but not in "J'aimerais".
        return False
    return any(each.yes.longest(words, 0)[0] for each in answers_of_all())


def after_no(line: str) -> str | None:
    """The rest of a line that begins with a no; None for any other line."""
    words, answers = plain_words(line), answers_of_all()
    said = max(each.no.longest(words, 0)[0] for each in answers)
    if may_be_quoted(line) or max(each.beside.longest(words, 0)[0] for each in answers) >= said:
        # "No problem" is not a no, but "please don't" is.
        return None
    return _after(line, said) if said else None


def after_yes(line: str) -> str | None:
    """The rest of a line that begins with a yes; None for any other line."""
    words = undrawn(plain_words(line))
    said = max(each.yes.longest(words, 0)[0] for each in answers_of_all())
    return _after(line, said) if said and not may_be_quoted(line) else None


def _after(line: str, said: int) -> str:
    """The line without its first words. said: their number."""
    return re.sub(rf"\W*(?:\w+\W*){{{said}}}", "", line, count=1)


def undrawn(words: Sequence[str]) -> Sequence[str]:
    """The words, each yes of them without letters that are repeated for emphasis: "jaaa"."""
    return [*map(_undrawn, words)]


@lru_cache(_KEPT)
def _undrawn(word: str) -> str:
    short = _DRAWN.sub(r"\1", word)
    return short if short in _yeses() else word


@cache
def _yeses() -> frozenset[str]:
    """The words that are a yes by themselves, in all languages."""
    nodes = (each.yes for each in answers_of_all())
    return frozenset(word for each in nodes for word, end in each.after.items() if end.meanings)


def may_be_quoted(line: str) -> bool:
    """Whether the line begins with a quote mark, as in "| yes", or holds a subject of ours."""
    return not line.strip()[:1].isalnum() or "[" in line
