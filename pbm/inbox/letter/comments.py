"""The comment in a letter: its sentences beside the one that is nothing but a move or a deed.

A sentence that is nothing but the deed is not passed on; others are, before it and behind it. A
greeting above, a "please" and an "ok" say nothing by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbm.core.move_text import SENTENCE_MARKS
from pbm.inbox.line.answer_tables import answers_of_all
from pbm.inbox.line.questions import greets
from pbm.inbox.understanding.lexicon import courtesies, is_instead, is_kind, says_nothing
from pbm.inbox.understanding.phrases import plain_words

_MOST_WORDS_OF_GREETING = 4
_MOST_WORDS, _MOST_WORDS_OF_ASKING = 60, 8
"""The most words of a line in which words such as "tell them" are looked for, and of these."""


def comment(above: Sequence[str], left: Iterable[str], below: Sequence[str]) -> list[str]:
    """The lines for the other player of a letter with a deed.

    left: what the sentences of the line with the deed say beside it.
    """
    said = [each for each in left if _says_something(each)]
    before = [] if all(map(_only_greets, above)) else "\n".join(above).strip("\n").split("\n")
    beside = [" ".join(said)] if said else []
    return [*before, *beside, *below]


def told_to_opponent(line: str) -> str:
    """The words from "tell them that" on, which a line asks to pass on; "" without such words."""
    words = line.split()[:_MOST_WORDS]
    asks = (
        at
        for at in range(len(words))
        if _asks_to_tell(plain_words(" ".join(words[at : at + _MOST_WORDS_OF_ASKING])))
    )
    at = next(asks, None)
    return " ".join(line.split()[at:]) if at is not None else ""


def _asks_to_tell(words: Sequence[str]) -> bool:
    """Whether the words begin by asking to tell somebody what follows: "tell them that"."""
    return any(each.telling.longest(words, 0)[0] for each in answers_of_all())


def said_above(lines: Sequence[str]) -> list[str]:
    """The lines above a command, none if they only greet."""
    return comment(lines, (), ())


def _says_something(text: str) -> bool:
    if not text.strip(SENTENCE_MARKS) or is_instead(text):
        return False
    return not _is_request(text) and not _only_greets(text)


def _is_request(text: str) -> bool:
    return says_nothing(text) and (not is_kind(text) or courtesies().issuperset(plain_words(text)))


def _only_greets(text: str) -> bool:
    """Whether the text is blank, or a greeting with a name."""
    words = text.split()
    if not words or _is_request(text):
        return True
    is_name = all(word[0].isupper() for word in words[1:])
    return len(words) <= _MOST_WORDS_OF_GREETING and greets(text) and is_name
