"""Whose words somebody cites: "bob, 10:00", "you wrote", or a name before a colon."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pbm.core.dates import is_about_days
from pbm.inbox.line.answer_tables import answers_of_all
from pbm.inbox.line.questions import greets
from pbm.inbox.understanding.lexicon import is_word
from pbm.inbox.understanding.phrases import Node, plain_words

MOST_OF_HEAD = 80
"""The most characters before a colon."""
_MOST_WORDS_OF_PHRASE = 5
"""The most words of a phrase such as "your question"."""
_SPEAKER = re.compile(r"[\W\d]*([^\W\d][\w.-]*)(?:(\s?:(?!\d)|[)\]>])|\s(?=(\w+)))")
"""The beginning of a line of a conversation, ``[10:00] <bob> yes``, or of a report: "bob said"."""
_HEAD = re.compile(rf"((?:[^:：]|[:：](?=\d)){{1,{MOST_OF_HEAD}}}?)(?:\s?[:：](?!\d)|\s[-–—]\s)")
_BRACKETED = re.compile(r"\W*[(\[<]([^()\[\]<>]{1,80})[)\]>]")
_BEHIND = re.compile(
    r"(?:[(\[<^]|(?<!\S)[-–—~]{1,3}(?=\s|\w))([^()\[\]<>–—~^]{1,80})[)\]>]?\W{0,9}$"
)
"""What stands behind words in brackets, or behind a dash: "(you)", "-- Bob"."""
_HEADING = re.compile(r"\d[:.h/]\d|\w\s?:\s|^(?:[-–—=*_]{2,}\s?\w|[(\[<])")
_LAST_WORDS = _MOST_WORDS_OF_NAME = 3
"""So many words at the end of a line count, and a name has at most so many."""


@dataclass(frozen=True)
class People:
    """Whom a writer may cite. is_player: tells whether a userid belongs to somebody.

    writer: the writer's own userid.
    """

    is_player: Callable[[str], bool]
    writer: str = ""

    def is_other(self, word: str) -> bool:
        return word != self.writer and self.is_player(word)


NOBODY = People(lambda _: False)


def tells_who_said(text: str) -> bool:
    """Whether the text tells that somebody said something."""
    words = plain_words(text)
    return any(
        table.occurs(words) for each in answers_of_all() for table in (each.saying, each.citing)
    )


def ends_saying(line: str) -> bool:
    """Whether a line such as "Bob wrote" tells so, although it has no colon."""
    last = plain_words(line)[-_LAST_WORDS:]
    return line[-1].isalnum() and any(each.saying.occurs(last) for each in answers_of_all())


def introduces(line: str, people: People) -> bool:
    """Whether a line such as "Bob wrote:" tells that the next one is cited."""
    if not line.endswith((":", "：")):
        return False
    head = line.rstrip(":： ")
    return tells_who_said(line) or _is_head(head, people)


def is_heading(line: str, people: People) -> bool:
    """Whether a line such as "[bob, 10:00]" tells that the next one is cited."""
    return _HEADING.search(line) is not None and _is_source(line, people.is_player)


def begins_with_source(line: str, people: People) -> bool:
    """Whether whose words the line cites stands before a colon or in brackets."""
    bracketed, head = _BRACKETED.match(line[: 2 * MOST_OF_HEAD]), _HEAD.match(line)
    if bracketed and _is_source(bracketed[1], people.is_player):
        return True
    if head is None or _is_span(head[1], line[head.end() :]):
        return False
    return _is_head(head[1], people)


def ends_with_source(line: str, people: People) -> bool:
    """Whether whose words the line cites stands behind them: "resign (you)", "resign, said Bob"."""
    _, comma, clause = line.rpartition(",")
    if comma and len(clause.split()) > 1 and any(map(people.is_other, plain_words(clause))):
        return _is_source(clause, people.is_other)
    found = _BEHIND.search(line.rstrip()[-MOST_OF_HEAD - 10 :])
    if found is None or _is_span(line.rstrip()[: -len(found[0])], found[1]):
        return False
    return _tells_source(found[1], people)


def _is_span(text: str, behind: str) -> bool:
    """Whether days stand on both sides: "vacation 5 December - 10 December" cites nobody."""
    sides = (text.rstrip().rpartition(" ")[2], behind.strip().rpartition(" ")[2])
    return all(map(is_about_days, sides))


def is_only_source(line: str, people: People) -> bool:
    """Whether the line is nothing but whose words are cited, as an aside: "(you said)"."""
    found = _BEHIND.match(line)
    return found is not None and _tells_source(found[1], people)


def _tells_source(text: str, people: People) -> bool:
    return _is_source(text, people.is_other) or tells_who_said(text)


def names_speaker(line: str, people: People) -> bool:
    """Whether the line begins with a player who speaks: "bob: draw?", "bob said draw"."""
    found = _SPEAKER.match(line[:MOST_OF_HEAD])
    if found is None or not people.is_player(found[1].casefold()):
        return False
    speaks = found[2] is not None or not is_word(found[1].casefold())
    return speaks or _is_source(found[3], people.is_player)


def _is_head(text: str, people: People) -> bool:
    """Whether a text before a colon tells whose words stand behind it."""
    return bool(text.strip()) and (
        _is_source(text, people.is_player)
        or _is_unknown_name(text)
        or _ends_introducing(text)
        or (not greets(text) and any(map(people.is_other, plain_words(_last_clause(text)))))
    )


def _last_clause(text: str) -> str:
    """The text without those whom it speaks to: "Dear Bob, my move"."""
    return text.rpartition(",")[2]


def _is_source(text: str, is_name: Callable[[str], bool]) -> bool:
    """Whether the text is nothing but whose words are cited, and when they were written."""
    words = plain_words(text)
    names = {each.casefold() for each in text.split() if each[:1].isupper()}
    if not words or not any(map(str.isalpha, words)) or greets(text):
        return False
    return any(_covers(each.source, words, names, is_name) for each in answers_of_all())


def _covers(
    source: Node, words: Sequence[str], names: set[str], is_name: Callable[[str], bool]
) -> bool:
    at, is_sure = 0, False
    while at < len(words):
        end = source.longest(words, at)[0]
        is_named = is_name(words[at])
        is_sure = is_sure or end > at or is_named
        if end == at and not (is_named or words[at].isdigit() or _may_be_name(words[at], names)):
            return False
        at = max(end, at + 1)
    return is_sure


def _is_unknown_name(text: str) -> bool:
    """Whether the text is one to three words with capitals, as no sentence of ours holds."""
    names = text.split()
    is_short = 1 <= len(names) <= _MOST_WORDS_OF_NAME and not greets(text)
    return is_short and all(
        each.isalpha() and each[0].isupper() and not any(map(is_word, plain_words(each)))
        for each in names
    )


def _may_be_name(word: str, names: set[str]) -> bool:
    return any(word in name for name in names) and not is_word(word)


def _ends_introducing(text: str) -> bool:
    """Whether the text ends with a phrase such as "your question"."""
    words = plain_words(text)
    return any(_ends_with(each.introducing, words) for each in answers_of_all())


def _ends_with(table: Node, words: Sequence[str]) -> bool:
    first = max(0, len(words) - _MOST_WORDS_OF_PHRASE)
    return any(table.longest(words, at)[0] == len(words) for at in range(first, len(words)))
