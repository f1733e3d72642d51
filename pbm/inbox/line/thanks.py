"""Letters that are nothing but thanks for a mail, or a short "ok" to it."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.inbox.line.answer_tables import Answers, answers_of_all
from pbm.inbox.understanding.phrases import plain_words
from pbm.inbox.understanding.wishes import HARMLESS

MOST_WORDS = 24
"""A longer letter says more than thanks."""
_AGREEING_SIGNS = frozenset("👍👌🤝✅💪")


def only_acknowledges(lines: Sequence[str]) -> bool:
    """Whether the lines are nothing but thanks for a mail, or a short "ok" to it."""
    text = "\n".join(lines)
    words = without_signs(plain_words(text))
    if "?" in text or not 1 <= len(words) <= MOST_WORDS:
        return False
    return any(_only_acknowledges(each, words) for each in answers_of_all())


def _only_acknowledges(answers: Answers, words: Sequence[str]) -> bool:
    """Whether the words of one language are thanks, praise, or a short "ok"."""
    usual = [*answers.words.spelling.usual(words)]
    tables = (answers.received, answers.yes, answers.beside, answers.warm)
    at = 0
    while at < len(words):
        end, meanings = answers.words.longest(usual, at)
        end = end if meanings & HARMLESS else at
        end = max(end, *(each.longest(words, at)[0] for each in tables))
        if end == at:
            return False
        at = end
    return True


def without_signs(words: Sequence[str]) -> Sequence[str]:
    """The words without emoji that only decorate them; an emoji alone may be sent by a click."""
    return [each for each in words if each not in _AGREEING_SIGNS] or words
