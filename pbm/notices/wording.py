"""Words of games: a phrase, which is a code with facts, as text in a language."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache

from pbm.core.games import (
    WORDS,
    AnyGame,
    Fact,
    Phrase,
    PlyError,
    RulesError,
    Seat,
    Word,
    find_kept,
    spec,
)
from pbm.notices.languages import translations

Words = Mapping[str, str]

SHARED = "rules"
"""The gettext context of words that all games share."""


def words_in(language: str, game: AnyGame) -> Words:
    """The words of a game in a language; missing translations fall back to English."""
    return _words_in(language, spec(game))


@cache
def _words_in(language: str, game: str) -> Words:
    own = find_kept(game)
    translated = translations(language).pgettext
    return {
        **{code: translated(SHARED, text) for code, text in WORDS.items()},
        **{code: translated(own.name, text) for code, text in own.words.items()},
    }


def title(language: str, game: AnyGame) -> str:
    return translations(language).pgettext(game.name, game.title)


def seat_name(words: Words, game: AnyGame, seat: Seat) -> str:
    first, second = game.seats
    name = first if seat is Seat.FIRST else second
    return words.get(name, name)


def clause(words: Words, code: str, game: AnyGame, seat: Seat) -> str:
    """A clause about a side, as in ``White is to move``: some languages need an article there.

    code: ``seat_to_move`` or ``seat_wins``.
    """
    return say(words, Phrase(code, {"seat": seat_name(words, game, seat)}))


def say(words: Words, phrase: Phrase) -> str:
    """The phrase as text.

    words: the game's own in English, or their translations.

    :raises LookupError: if a word is missing, or a fact that the text uses
    """
    facts = {name: _say_fact(words, fact) for name, fact in phrase.facts.items()}
    return _word(words, phrase.code).format_map(facts)


def refusal(game: AnyGame, error: RulesError, words: Words | None = None) -> str:
    """The rule and how it is broken: ``G5: connection 31-32 is crossed twice``.

    :raises LookupError: as ``say`` does
    """
    return f"{error.rule}: {say(game.words if words is None else words, error.phrase)}"


def player_refusal(game: AnyGame, error: RulesError, words: Words | None = None) -> str:
    """The refusal for a player; it ends with the rule if that is one of the numbered rules.

    At the beginning, the number of the rule could be taken for a cell of the board: ``D5`` is both.
    Other names of rules are internal error codes.

    :raises LookupError: as ``say`` does
    """
    known = game.words if words is None else words
    told = say(known, error.phrase)
    if not any(letter.isdigit() for letter in error.rule):
        return told
    return _by_rule(known, told, error.rule)


def step(words: Words, phrase: Phrase) -> str:
    """A step of an explained move for a player; its rule is at its end, as in ``player_refusal``.

    :raises LookupError: as ``say`` does
    """
    told, rule = say(words, phrase), str(phrase.facts.get("rule", ""))
    # French has a blank before the colon.
    front = re.match(rf"{re.escape(rule)}\s?: ", told) if rule else None
    return _by_rule(words, told[front.end() :], rule) if front else told


def _by_rule(words: Words, told: str, rule: str) -> str:
    # In DVONN the name of a rule looks like a cell, so its words add whose rule it is.
    return f"{told} ({say(words, Phrase('by_rule', {'rule': rule}))})"


def line_refusal(game: AnyGame, error: RulesError) -> str:
    """The refusal, with ply and seat first if the error has them: ``ply 3 North: G5: ...``.

    :raises LookupError: as ``say`` does
    """
    told = refusal(game, error)
    if isinstance(error, PlyError):
        return f"ply {error.ply} {game.seats[error.seat.value]}: {told}"
    return told


def _say_fact(words: Words, fact: Fact) -> str:
    if isinstance(fact, tuple):
        return _enumerate([_say_fact(words, part) for part in fact], _word(words, "and"))
    return _word(words, fact) if isinstance(fact, Word) else str(fact)


def _enumerate(parts: Sequence[str], conjunction: str) -> str:
    """Join parts as in ``14, 24 and 35``."""
    *others, last = parts or [""]
    return f"{', '.join(others)} {conjunction} {last}" if others else last


def _word(words: Words, code: str) -> str:
    """The word for a code: the game's own if it has one, otherwise the shared one.

    :raises LookupError: if there is neither
    """
    text = words.get(code, WORDS.get(code))
    if text is None:
        raise LookupError(f'there is no word for "{code}"')
    return text
