"""The terms of a game in plain words: "3 days per move", "on a 5x5 board", "drawn by lot"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from pbm.core.clocks import DAY, HOUR
from pbm.core.games import find
from pbm.core.time_controls import UNITS
from pbm.inbox.understanding.board_words import Words, any_of
from pbm.inbox.understanding.intention import Certainty, Intention, ask
from pbm.inbox.understanding.lexicon import ring_numbers
from pbm.inbox.understanding.number_words import written_for
from pbm.inbox.understanding.phrases import plain_words
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Wish
from pbm.notices.facts.places import Place
from pbm.play.terms import RULES, is_size, ruleset_of

_DONE = (Certainty.DO, Certainty.ASK)
_OF_MOVE, _OF_GAME = "forfeittime", "totaltime"
_ARTICLE = {"a": "1"}
"""The English article, which is none of the numbers."""


@dataclass(frozen=True)
class Limit:
    """A time limit in words. option, value: how it is written.

    is_told: whether the words say that it is one. before, behind: the text around it.
    """

    option: str
    value: str
    is_told: bool
    before: str
    behind: str


def limit_in(text: str) -> Limit | None:
    """The first time limit that the text may name."""
    for found in _spans().finditer(text):
        word = "".join(plain_words(found["number"]))
        named = (word, _ARTICLE.get(word), ring_numbers().get(word), *written_for().get(word, ()))
        number = next((int(each) for each in named if each and each.isdecimal()), 0)
        if number:
            span = number * UNITS[found["unit"].casefold()]
            value = f"{span // HOUR}h" if span % DAY else f"{span // DAY}d"
            is_whole = not found["turn"] and _whole().search(text) is not None
            is_told = bool(found["turn"] or found["with"]) or is_whole
            option = _OF_GAME if is_whole else _OF_MOVE
            return Limit(option, value, is_told, text[: found.start()], text[found.end() :])
    return None


@cache
def _spans() -> re.Pattern[str]:
    """Any word and a unit of time, perhaps with the word that says that each move may take it."""
    units, turns = "|".join(sorted(UNITS, key=len, reverse=True)), any_of(Words.TURNS)
    return re.compile(
        rf"(?:\b(?P<with>{any_of(Words.WITH)})\s+)?\b(?P<number>\d{{1,3}}(?=\D)|\w+(?=[\s-]))[\s-]*"
        rf"(?P<unit>{units})\b(?P<turn>(?:[^\w,]+\w+){{0,2}}?[^\w,]+(?:{turns})\b)?",
        re.IGNORECASE,
    )


@cache
def _whole() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{any_of(Words.WHOLE)})\b", re.IGNORECASE)


def with_terms(meant: Intention, sentences: Sequence[Sentence], situation: Situation) -> Intention:
    """The wish for a game with the terms that the letter names, about which the writer is asked.

    A rematch on other terms than before is another game.
    """
    words, own = meant.command.split(), situation.game
    if words == ["rematch"] and own is not None and situation.opponent:
        usual = find(own.name).ruleset == own.ruleset
        rules = "" if usual else f" -{RULES}={own.ruleset}"
        words = f"{situation.challenge(own.name, situation.opponent)}{rules}".split()
    if meant.certainty not in _DONE or words[1:2] not in (["challenge"], ["seek"]):
        return meant
    taken = {word.partition("=")[0] for word in words}
    wanted = _terms(words[0], sentences, is_between=situation.place is Place.BETWEEN)
    terms = [each for each in wanted if each.partition("=")[0] not in taken]
    return ask(" ".join([*words, *terms]), meant.line) if terms else meant


def _terms(game: str, sentences: Sequence[Sentence], *, is_between: bool) -> Iterator[str]:
    """The options for what the sentences say of a game."""
    if is_between and any(
        each.has(Wish.RANDOM) or Wish.RANDOM in each.together() for each in sentences
    ):
        yield "-random"
    for each in sentences:
        limit = None if each.has(Wish.AWAY) else limit_in(" ".join(each.words))
        if limit is not None and (limit.is_told or _is_clause(each, limit)):
            yield f"-{limit.option}={limit.value}"
            break
    named = (
        ruleset_of(game, word) or word
        for each in sentences
        for word in each.words
        if not word.isdecimal() and (ruleset_of(game, word) or is_size(word))
    )
    yield from (f"-{RULES}={each}" for each in [*named][:1])


def _is_clause(sentence: Sentence, limit: Limit) -> bool:
    """Whether the limit is all that a clause says: "rematch, 10 days"."""
    said = len(limit.before.split())
    ends = [0]
    for clause in sentence.clauses:
        ends.append(ends[-1] + sum(len(span.words) for span in clause.spans))
    return said in ends and not limit.behind
