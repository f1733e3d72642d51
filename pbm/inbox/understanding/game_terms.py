"""The terms of a game in plain words: "3 days per move", "on a 5x5 board", "drawn by lot"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta
from functools import cache
from typing import NamedTuple

from pbm.base.alternatives import any_of
from pbm.core.clocks import DAY, HOUR
from pbm.core.time_controls import UNITS
from pbm.inbox.understanding.board_words import Words, any_word
from pbm.inbox.understanding.intention import Certainty, Intention, ask
from pbm.inbox.understanding.lexicon import ring_numbers
from pbm.inbox.understanding.number_words import written_for
from pbm.inbox.understanding.phrases import plain_words
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Wish
from pbm.notices.facts.places import Place
from pbm.play.terms import RULES, is_size, ruleset_of

_OFFERING = frozenset({"accept", "rematch", "challenge", "seek"})


class Limit(NamedTuple):
    """A time limit in words, as an option. is_told: whether the words say that it is one.

    others: the rest of the text.
    """

    option: str
    value: str
    is_told: bool
    others: str


def limit_in(text: str) -> Limit | None:
    """The first time limit that the text may name, as "3 days per move" or "one move per day"."""
    rate = next((each for each in _rates().finditer(text) if _number(each["number"])), None)
    if rate is not None:
        span = _unit(rate["unit"]) / _number(rate["number"])
        value, others = _written(max(span, HOUR)), text[: rate.start()] + text[rate.end() :]
        return Limit("forfeittime", value, True, others)
    for found in _spans().finditer(text):
        number = _number(found["number"])
        if number:
            value = _written(number * _unit(found["unit"]))
            whole = re.search(rf"\b{any_word(Words.WHOLE)}\b", text, re.IGNORECASE)
            option = "totaltime" if whole and not found["turn"] else "forfeittime"
            is_told = bool(whole or found["turn"] or found["with"] or found["alone"])
            others = text[: found.start()] + text[found.end() :]
            return Limit(option, value, is_told, others)
    return None


def _number(text: str) -> int:
    """The number that a word or figures name, 0 for none."""
    word = "".join(plain_words(text))
    named = (word, {"a": "1", **ring_numbers()}.get(word, ""), *written_for().get(word, ()))
    return next((int(each) for each in named if each.isdecimal()), 0)


def _unit(text: str) -> timedelta:
    return UNITS[text.casefold()]


def _written(span: timedelta) -> str:
    return f"{span // HOUR}h" if span % DAY else f"{span // DAY}d"


@cache
def _rates() -> re.Pattern[str]:
    """A number of moves, a word that joins them to a time, and its unit: "two moves a week"."""
    return re.compile(
        rf"\b(?P<number>\d{{1,2}}|\w+)\s+{any_word(Words.TURNS)}"
        rf"(?:\s+{any_word(Words.PER)}\s+|\s*/\s*)(?P<unit>{any_of(UNITS)})\b",
        re.IGNORECASE,
    )


@cache
def _spans() -> re.Pattern[str]:
    """Any word and a unit of time, with what shows that each move may take it, or alone."""
    units, turns = any_of(UNITS), any_word(Words.TURNS)
    return re.compile(
        rf"(?:\b(?P<with>{any_word(Words.WITH)})\s+|(?P<pause>(?:^|[,;:])\s*))?"
        rf"\b(?P<number>\d{{1,3}}(?=\D)|\w+(?=[\s-]))[\s-]*(?P<unit>{units})\b"
        rf"(?P<turn>(?:[^\w,]+\w+){{0,2}}?[^\w,]+{turns}\b)?(?P<alone>(?(pause)(?=\W*$)|(?!)))?",
        re.IGNORECASE,
    )


def with_terms(
    meant: Intention, lines: Sequence[str], sentences: Sequence[Sentence], situation: Situation
) -> Intention:
    """The wish for a game with the terms that the letter names, about which the writer is asked.

    A rematch on other terms than before is another game.
    """
    words, own = meant.command.split(), situation.game
    is_done = meant.certainty in (Certainty.DO, Certainty.ASK)
    if not (is_done and _OFFERING.intersection(words[:2])):
        return meant
    limits = [each for each in map(limit_in, lines) if each is not None and each.is_told]
    if words == ["accept"] and limits:
        # "Yes, but with 10 days per move": these are not the terms that were offered.
        return ask(meant.command, meant.line)
    is_rematch = words == ["rematch"] and own is not None and situation.opponent != ""
    if is_rematch and own is not None:
        words = situation.challenge(own.name, situation.opponent).split()
    if words[1:2] not in (["challenge"], ["seek"]):
        return meant
    named = (word for each in sentences for word in each.words if not word.isdecimal())
    sizes = [ruleset_of(words[0], each) or (each if is_size(each) else "") for each in named]
    drawn = any(Wish.RANDOM in (*each.meanings, *each.together()) for each in sentences)
    terms = [
        *(["-random"] if drawn and situation.place is Place.BETWEEN else ()),
        *[f"-{each.option}={each.value}" for each in limits][:1],
        *[f"-{RULES}={each}" for each in sizes if each][:1],
    ]
    added = [each for each in terms if each not in words]
    if added and is_rematch and own is not None and not any(sizes):
        added.append(f"-{RULES}={own.ruleset}")
    return ask(" ".join([*words, *added]), meant.line) if added else meant
