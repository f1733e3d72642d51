"""The language of a letter, guessed from its words.

A language's words are taken from its translation of our mails, where they are frequent, and from
its phrases. So a new language needs no other list of words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache

from pbm.core.games import game_names
from pbm.core.languages import languages
from pbm.inbox.line.names import command_words
from pbm.inbox.understanding.lexicon import lexicon
from pbm.inbox.understanding.phrases import plain_words
from pbm.notices.languages import phrases

FREQUENT = 150
"""The number of words that are taken from our mails: mostly articles, pronouns, auxiliaries."""
_FEWEST, _SHORT = 2, 4
"""The fewest words that tell a language, and the most words of a text of which one tells it."""
_MOST_WORDS = 300

_QUOTE_MARK = ">"
_ADDRESS = re.compile(r"\S*@\S+|\bhttps?://\S+|\bwww\.\S+", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|\{\{.*?\}\}|\{\w+\}|\"[^\"]*\"")


def guessed_language(text: str, fewest: int = 0) -> str:
    """The language with most of its own words in the text, "" if that is not clear.

    fewest: the least number of words that count; 0 for two, or one in a short text.
    """
    # A letter alone is a move, and no "d" or "y" of French; "com" is Italian in "com'è" only.
    plain = plain_words(_ADDRESS.sub(" ", text))
    words = [each for each in plain if len(each) > 1 and each not in game_names()]
    words = words[:_MOST_WORDS]
    fewest = fewest or (1 if len(words) <= _SHORT else _FEWEST)
    # "Was ist Oware?" has one word that is German alone, and one that is English, too.
    # "Wat is Oware?" is Dutch by our mails alone: people write "wat" in German, too.
    read = (_most_own(words, own, fewest) for own in (_own_words(), _own_frequent_words()))
    return next(filter(None, read), "")


def _most_own(words: Sequence[str], owned: Mapping[str, frozenset[str]], fewest: int) -> str:
    found = {each: sum(word in own for word in words) for each, own in owned.items()}
    best, second, *_ = sorted(found, key=found.__getitem__, reverse=True)
    least = max(1, min(fewest, len(words)), 2 * found[second])
    return best if found[best] >= least else ""


def language_of_quote(lines: Sequence[str]) -> str:
    """The language in which a mail program introduces a quote or, if not clear, of the quote."""
    above = [line for line in lines if not line.startswith(_QUOTE_MARK)]
    return guessed_language(" ".join(above), fewest=1) or guessed_language(" ".join(lines))


def prepare() -> None:
    """Load the words of all languages, so that the first letter does not have to wait for it."""
    _own_words()
    _own_frequent_words()


@cache
def _own_words() -> Mapping[str, frozenset[str]]:
    """The words of each language, without those that another language has, too."""
    # Who answers a mail by a command, which is the same in all languages, speaks none by that.
    ours = command_words()
    return _unshared(
        {each: {*_frequent_words(each), *lexicon(each).known} - ours for each in languages()}
    )


@cache
def _own_frequent_words() -> Mapping[str, frozenset[str]]:
    """The same of the words alone that are frequent in our mails."""
    return _unshared({each: {*_frequent_words(each)} - command_words() for each in languages()})


def _unshared(known: Mapping[str, Collection[str]]) -> Mapping[str, frozenset[str]]:
    shared = Counter(word for words in known.values() for word in words)
    return {
        each: frozenset(word for word in words if shared[word] == 1)
        for each, words in known.items()
    }


def _frequent_words(language: str) -> Iterable[str]:
    texts = (_PLACEHOLDER.sub(" ", text) for text in phrases(language))
    counted = Counter(word for text in texts for word in plain_words(text))
    return (word for word, _ in counted.most_common(FREQUENT))
