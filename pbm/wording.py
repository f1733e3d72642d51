"""Phrases put into words: the one place where a code and its facts become a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbm.games import WORDS, AnyGame, Fact, Phrase, PlyError, RulesError, Word

Words = Mapping[str, str]


def say(words: Words, phrase: Phrase) -> str:
    """The phrase in the language of the words: a game's own, or a translation of them.

    :raises LookupError: if a word is missing, or a fact that a text names
    """
    facts = {name: _say_fact(words, fact) for name, fact in phrase.facts.items()}
    return _word(words, phrase.code).format_map(facts)


def refusal(game: AnyGame, error: RulesError, words: Words | None = None) -> str:
    """The rule, then what it forbids: ``G5: connection 31-32 is crossed twice``.

    :raises LookupError: as ``say`` does
    """
    return f"{error.rule}: {say(game.words if words is None else words, error.phrase)}"


def reproach(game: AnyGame, error: RulesError) -> str:
    """The same for a player, who knows rules by their numbers and no words for kinds of errors.

    :raises LookupError: as ``say`` does
    """
    numbered = any(letter.isdigit() for letter in error.rule)
    return refusal(game, error) if numbered else say(game.words, error.phrase)


def line_refusal(game: AnyGame, error: RulesError) -> str:
    """The same, led by the ply and its player where the error knows them: ``ply 3 North: G5: ...``.

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
    """``14, 24 and 35``."""
    *others, last = parts or [""]
    return f"{', '.join(others)} {conjunction} {last}" if others else last


def _word(words: Words, code: str) -> str:
    """A game's own word before the one that all games share."""
    text = words.get(code, WORDS.get(code))
    if text is None:
        raise LookupError(f'there are no words for "{code}"')
    return text
