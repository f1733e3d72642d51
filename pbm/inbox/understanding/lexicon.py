"""The words and phrases of one language, from its ``phrases.toml``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any

from pbm.core.languages import languages, texts
from pbm.inbox.understanding.board_words import Words, board_words
from pbm.inbox.understanding.phrases import Node, Phrase, compiled, plain_words, tables_in
from pbm.inbox.understanding.spelling import Spelling, spelling_of, with_words
from pbm.inbox.understanding.together import M, Together, Topics, read_together, topics_of
from pbm.inbox.understanding.tokens import Token
from pbm.inbox.understanding.wishes import HARMLESS, Meaning, Sign, Term, Wish

PHRASES = "phrases.toml"
MOST_MENDED = 8
"""The most words of a sentence in which typos are corrected: correcting takes time, and
wishes are short."""

_SET = re.compile(r"<(\w+)>")
"""The name of a list of alternatives that several phrases share."""
_BEGINNING = frozenset({Wish.HELP, Wish.RULES, Wish.PLAYERS, Wish.SEEK, Wish.CHALLENGE})
_COMMANDS = (
    *(Wish.ACCEPT, Wish.DECLINE, Wish.RESIGN, Wish.DRAW, Wish.UNDO, Wish.REMATCH),
    *(Wish.HELP, Wish.SHOW, Wish.MOVES),
)


@dataclass(frozen=True, eq=False)
class Lexicon:
    """The words and phrases of a language.

    between: words that may stand inside any phrase. courtesies: words of thanks and requests.
    topics: words that mean something together, in any order. terms: words of our mails.
    month_first: whether the month may come before the day, as in "12/20".
    rings: the size of each ring of Gyges by its names. numbers: the same for words of other things.
    """

    language: str
    spelling: Spelling
    phrases: Node
    between: frozenset[str]
    courtesies: frozenset[str]
    topics: Topics[Wish]
    terms: Topics[Term]
    later: Node
    month_first: bool
    rings: Mapping[str, str]
    numbers: Mapping[str, str]

    @property
    def known(self) -> frozenset[str]:
        return self.spelling.known

    def usual(self, tokens: Sequence[Token]) -> Sequence[Token]:
        """The tokens in their usual spelling and, if they are few, without typos."""
        mends = len(tokens) <= MOST_MENDED
        return [each for token in tokens for each in self._usual(token, mends=mends)]

    def longest(self, words: Sequence[str], at: int) -> tuple[int, frozenset[Meaning]]:
        """The end and the meanings of the longest phrase that begins at ``at``; if none, ``at``."""
        return self.phrases.longest(words, at, self.between)

    def all_meanings(self, words: Sequence[str]) -> frozenset[Meaning]:
        """The meanings of all phrases in the words, also of those inside of longer ones."""
        return frozenset(
            each for at in range(len(words)) for each in self.phrases.all_meanings(words, at)
        )

    def tells_later(self, words: Sequence[str]) -> bool:
        """Whether the words tell what the writer will do at a later turn."""
        return self.later.occurs(self.spelling.usual(words))

    def _usual(self, token: Token, *, mends: bool) -> Iterator[Token]:
        others, known = self.spelling.others, self.spelling.known
        if token.text not in others and (token.text in known or token.has_digit):
            yield token
            return
        word = self.spelling.shortened(token.text)
        mended = self.spelling.mended(word) if mends else word
        usual = self.spelling.usual([mended])
        for number, each in enumerate(usual, 1):
            pauses = token.pauses and number == len(usual)
            yield Token(each, mended=mended != word, pauses=pauses)


MOST_COURTESIES = 40
"""The most words of a courtesy; with more, nothing is looked up."""


def lexicons() -> Sequence[Lexicon]:
    """The lexicons of all languages, English first."""
    return [lexicon(each) for each in languages()]


@cache
def courtesies() -> frozenset[str]:
    """The words of thanks and requests in all languages, without accents."""
    return frozenset(chain.from_iterable(each.courtesies for each in lexicons()))


@cache
def ring_names() -> Mapping[str, str]:
    """The size of a ring by each of its names, in all languages."""
    return {name: size for each in lexicons() for name, size in each.rings.items()}


@cache
def ring_numbers() -> Mapping[str, str]:
    """The numbers that may be sizes of rings, by their words in all languages, articles too."""
    return {word: size for each in lexicons() for word, size in each.numbers.items()}


@cache
def ring_sizes() -> Mapping[str, str]:
    """The size of a ring by each word that may say it, numbers included, in all languages."""
    return {**ring_numbers(), **ring_names()}


@cache
def pieces() -> frozenset[str]:
    """Words for what moves on a board in all languages, also a ring's size alone: "the 3"."""
    return frozenset((*board_words(Words.PIECES), *ring_sizes(), *ring_sizes().values()))


def is_word(word: str) -> bool:
    """Whether the word, without case and accents, is in the phrases of any language."""
    return any(word in each.known for each in lexicons())


@cache
def words_about(*wishes: Wish) -> frozenset[str]:
    """Words in all languages, one of which is in nearly every sentence about these wishes."""
    return frozenset(chain.from_iterable(_words_about(each, wishes) for each in lexicons()))


def _words_about(lexicon: Lexicon, wishes: Sequence[Wish]) -> Iterator[str]:
    topics = lexicon.topics
    found = {
        word
        for word, numbers in topics.by_word.items()
        if any(topics.all[number].meaning in wishes for number in numbers)
    }
    yield from found
    yield from (other for other, usual in lexicon.spelling.others.items() if found & {*usual})


def is_courtesy(words: Sequence[str], *more: Meaning) -> bool:
    """Whether the words, without case and accents, are mere courtesies in one of the languages.

    more: what else they may mean.
    """
    among = HARMLESS.union(more)
    return any(_is_courtesy(each, each.spelling.usual(words), among) for each in lexicons())


def is_kind(text: str) -> bool:
    """Whether the text is nothing but kind words, such as thanks, in one of the languages."""
    return _is_nothing_but(Sign.KIND, text)


def is_greeting(text: str) -> bool:
    """Whether the text is nothing but a greeting, in one of the languages."""
    return _is_nothing_but(Sign.GREETING, text)


def is_instead(text: str) -> bool:
    """Whether the text is but a word such as "instead", in one of the languages."""
    words = plain_words(text)
    spelt = ((each, each.spelling.usual(words)) for each in lexicons())
    found = ((usual, *each.longest(usual, 0)) for each, usual in spelt)
    return any(0 < end == len(usual) and Sign.BUT in meanings for usual, end, meanings in found)


def _is_nothing_but(meaning: Meaning, text: str) -> bool:
    """Whether the text has words of this meaning, and no others but courtesies."""
    words = plain_words(text)
    spelt = ((each, [*each.spelling.usual(words)]) for each in lexicons())
    return bool(words) and any(
        _is_courtesy(each, usual) and _has(each, usual, meaning) for each, usual in spelt
    )


def _has(lexicon: Lexicon, words: Sequence[str], meaning: Meaning) -> bool:
    return any(meaning in lexicon.longest(words, at)[1] for at in range(len(words)))


def _is_courtesy(
    lexicon: Lexicon, words: Sequence[str], among: frozenset[Meaning] = HARMLESS
) -> bool:
    if len(words) > MOST_COURTESIES:
        return False
    at = 0
    while at < len(words):
        end, meanings = lexicon.longest(words, at)
        if meanings.isdisjoint(among):
            return False
        at = end
    return True


def says_nothing(text: str) -> bool:
    """Whether the text is a mere courtesy in one of the languages, or only emoji and marks."""
    words = plain_words(text)
    is_short = len(words) == 1 and words[0] in courtesies()
    return not any(map(str.isalnum, text)) or is_short or is_courtesy(words)


def names_programs(text: str) -> bool:
    """Whether the text names programs that play, such as "computer", in one of the languages."""
    words = plain_words(text)
    return any(
        Wish.MACHINE in each.topics.meanings(each.spelling.usual(words)) for each in lexicons()
    )


def is_about_server(text: str) -> bool:
    """Whether the text asks what it costs, who runs the server, or whether there is an app."""
    words = plain_words(text)
    usual = ((each, [*each.spelling.usual(words)]) for each in lexicons())
    return any(_has(each, spelt, Wish.SERVER) for each, spelt in usual)


def asks_to_begin(words: Sequence[str]) -> bool:
    """Whether the plain words are one language's phrase for help, rules, players or a game."""
    return any(
        end == len(words) and not meanings.isdisjoint(_BEGINNING)
        for end, meanings in (each.longest(words, 0) for each in lexicons())
    )


@cache
def lexicon(language: str) -> Lexicon:
    file = texts().joinpath(language, PHRASES)
    text = file.read_text("utf-8") if file.is_file() else ""
    tables = tables_in(text)
    spelling = spelling_of(text, tables.get("spellings", {}))
    phrases = list(_phrases(tables, spelling)) if tables else []
    together = list(_together(tables.get("together", {}), Wish, spelling))
    terms = list(_together(tables.get("terms", {}), Term, spelling))
    between = spelling.usual(plain_words(" ".join(tables.get("between", ()))))
    words = (
        *(each.vocabulary for each in phrases),
        *(each.vocabulary for each in together),
        *(each.vocabulary for each in terms),
    )
    return Lexicon(
        language,
        with_words(spelling, chain(between, *words)),
        compiled(phrases),
        frozenset(between),
        frozenset(plain_words(" ".join(tables.get("courtesies", ())))),
        topics_of(together),
        topics_of(terms),
        compiled(list(_later(tables.get("later", ()), spelling))),
        tables.get("month_first", False),
        _sizes(tables.get("rings", {})),
        _sizes(tables.get("numbers", {})),
    )


def _sizes(table: Mapping[str, Sequence[str]]) -> Mapping[str, str]:
    return {plain_words(name)[0]: size for size, names in table.items() for name in names}


def _phrases(tables: Mapping[str, Any], spelling: Spelling) -> Iterator[Phrase]:
    """The phrases of the language, and the commands, which are English everywhere."""
    sets = {name: "|".join(each) for name, each in tables.get("sets", {}).items()}
    for kind, table in ((Sign, tables["words"]), (Wish, tables["wishes"])):
        for name, written in table.items():
            whole = (_SET.sub(lambda found: sets[found[1]], each) for each in written)
            meanings = _meanings(kind(name))
            yield from (Phrase.read(each, m, spelling.usual) for each in whole for m in meanings)
    yield from (Phrase.read(each.value, each, spelling.usual) for each in _COMMANDS)


def _meanings(table: Meaning) -> Sequence[Meaning]:
    """The meanings of the phrases in a table: what negates something else negates, too."""
    return (table, Sign.NOT) if table is Sign.ASIDE else (table,)


def _later(written: Sequence[str], spelling: Spelling) -> Iterator[Phrase]:
    yield from (Phrase.read(each, Wish.AHEAD, spelling.usual) for each in written)


def _together(
    table: Mapping[str, Sequence[str]], kind: type[M], spelling: Spelling
) -> Iterator[Together[M]]:
    for name, written in table.items():
        yield from (read_together(each, kind(name), spelling.usual) for each in written)
