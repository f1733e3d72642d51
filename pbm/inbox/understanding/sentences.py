"""Sentences in one language, divided into its phrases, moves and unknown words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import accumulate

from pbm.base.values import replace
from pbm.inbox.understanding.board_words import is_landmark
from pbm.inbox.understanding.lexicon import Lexicon, lexicons
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.tokens import SLOT, Token, TokenSentence, token_sentences
from pbm.inbox.understanding.wishes import HARMLESS, Meaning, Sign, Term, Wish
from pbm.notices.facts.places import Place

LONGEST_JOIN = 4
"""The most words between two slots of a move: "on top of"."""

NEARLY_AS_MANY = 0.7
"""A language is tried if it knows at least this part of the words that the likeliest one knows."""

_TOGETHER = re.compile(f"{SLOT}/?{SLOT}")
"""Two slots without a mark between them, or with a slash, beside courtesies: "1635 please"."""
_DATED = re.compile(f"{SLOT}[./:]{SLOT}")
"""Two slots in a sentence that may as well be a date, a time, a score or a fraction."""
_SLOTS = re.compile(SLOT)
_ROW = re.compile(r"\d(?:[-,/]\d){5}")
"""A row of six rings, "3-1-2-2-1-3"."""

FEW = 2
"""With more unknown words than this, a sentence is not only about what its phrases say."""

MOST_ADDRESSED = 4
"""The most words or phrases behind the greeting of a salutation: titles, names."""


def _no_wishes() -> Iterable[Wish]:
    return iter(())


def _no_terms() -> Iterator[Term]:
    return iter(())


def _no_meanings() -> frozenset[Meaning]:
    return frozenset()


@dataclass(frozen=True)
class Span:
    """Adjacent words that mean something together, or one unknown word.

    move: the legal move that they name, in the usual notation. illegal: a move that breaks a rule.
    spaced: whether its slots are separated by blanks alone. mended: whether a typo was corrected,
    or a letter taken for a move. pauses: whether a comma or a dash follows it.
    """

    words: tuple[str, ...]
    meanings: frozenset[Meaning] = frozenset()
    move: str = ""
    illegal: str = ""
    spaced: bool = False
    mended: bool = False
    pauses: bool = False

    def has(self, *meanings: Meaning) -> bool:
        """Whether the words have one of these meanings."""
        return not self.meanings.isdisjoint(meanings)

    @property
    def is_harmless(self) -> bool:
        """Whether the span asks for nothing."""
        return bool(self.meanings & HARMLESS)

    @property
    def any_move(self) -> str:
        """The move that they name, legal or not; "" for none."""
        return self.move or self.illegal

    @property
    def is_known(self) -> bool:
        return bool(self.meanings or self.any_move)


@dataclass(frozen=True)
class Sentence:
    """A sentence in one language.

    line, first, asks: as in ``TokenSentence``, but a question is also recognised by its first word.
    words: its words, as they are written. together: returns what they mean regardless of order.
    terms: what words of our mails it names.
    named: returns what its words mean by themselves, inside longer phrases too: "accept the draw".
    """

    spans: tuple[Span, ...]
    line: int
    first: bool
    asks: bool
    words: tuple[str, ...] = ()
    together: Callable[[], Iterable[Wish]] = _no_wishes
    terms: Callable[[], Iterator[Term]] = _no_terms
    named: Callable[[], frozenset[Meaning]] = _no_meanings
    language: str = ""

    def has(self, *meanings: Meaning) -> bool:
        return not self.meanings.isdisjoint(meanings)

    @cached_property
    def meanings(self) -> frozenset[Meaning]:
        """All meanings of its words."""
        return frozenset().union(*(span.meanings for span in self.spans))

    @cached_property
    def numbers(self) -> Sequence[str]:
        """The words with a digit."""
        return [word for word in self.words if any(map(str.isdigit, word))]

    @cached_property
    def dated(self) -> Mapping[str, str]:
        """The pairs of slots that may as well be a date, a time or a score, in usual notation."""
        pairs = filter(_DATED.fullmatch, self.words)
        return {each: "-".join(_SLOTS.findall(each)) for each in pairs}

    def at(self, meaning: Meaning) -> int:
        """The index of the first span with the meaning; if none, past the end."""
        found = (at for at, span in enumerate(self.spans) if meaning in span.meanings)
        return next(found, len(self.spans))

    @cached_property
    def clauses(self) -> Sequence[Sentence]:
        """Its parts, each as a sentence; commas, dashes, "but" and "because" divide them."""
        parts: list[list[Span]] = [[]]
        for span in self.spans:
            if span.has(Sign.BUT, Sign.REASON) and parts[-1]:
                parts.append([])
            parts[-1].append(span)
            if span.pauses:
                parts.append([])
        found = [tuple(part) for part in parts if part]
        asking = len(found) - 1 if self.asks else None
        return [
            replace(self, spans=part, asks=number == asking) for number, part in enumerate(found)
        ]

    def clause_with(self, *meanings: Meaning) -> Sentence:
        """The first clause with one of these meanings; the whole sentence if there is none."""
        return next((each for each in self.clauses if each.has(*meanings)), self)

    @property
    def introduces(self) -> bool:
        """Whether the sentence ends with a colon, so that the next words may be somebody else's."""
        return bool(self.spans) and self.spans[-1].pauses

    @property
    def moves(self) -> list[str]:
        """The legal moves, each once."""
        return list(dict.fromkeys(span.move for span in self.spans if span.move))

    @property
    def illegal(self) -> str:
        return next((span.illegal for span in self.spans if span.illegal), "")

    def beside(self, *meanings: Meaning) -> list[Span]:
        """The spans that are neither harmless nor have one of the meanings."""
        return [
            span
            for span in self.spans
            if not span.is_harmless and span.meanings.isdisjoint(meanings)
        ]

    def is_whole(self, *meanings: Meaning) -> bool:
        """Whether the sentence has one of these meanings, and nothing else but courtesies."""
        return self.has(*meanings) and not self.beside(*meanings)

    @property
    def is_harmless(self) -> bool:
        return all(span.is_harmless for span in self.spans)

    @property
    def is_greeting(self) -> bool:
        """Whether the sentence is a greeting, perhaps with a name."""
        greets = bool(self.spans) and Sign.GREETING in self.spans[0].meanings
        return greets and all(span.is_harmless or not span.is_known for span in self.spans[:3])

    @property
    def is_salutation(self) -> bool:
        """Whether the sentence is the line above a letter: "Sehr geehrter Herr Maier,"."""
        first, *others = self.spans or (Span(()),)
        return (
            Sign.GREETING in first.meanings
            and len(others) <= MOST_ADDRESSED
            and self.spans[-1].pauses
            and all(map(_may_be_addressed, others))
        )

    @property
    def unknown(self) -> int:
        """The number of words without a meaning."""
        return sum(not span.is_known for span in self.spans)

    @cached_property
    def coverage(self) -> float:
        """The part of the words that the language knows; a word with a typo counts half."""
        known, words = 0.0, 0
        for span in self.spans:
            words += len(span.words)
            if span.is_known:
                known += len(span.words) * (0.5 if span.mended else 1)
        return known / max(1, words)


def read_in(lexicon: Lexicon, found: TokenSentence, situation: Situation) -> Sentence:
    """The sentence with the phrases of the language and the moves of the situation."""
    tokens = lexicon.usual(found.tokens)
    spans = list(_spans(tokens, lexicon, situation))
    others = [each for each in spans if not (each.move or each.is_harmless or _plays(each))]
    if others and any(each.spaced for each in spans):
        spans = _without_numbers(spans, may_begin=found.first and situation.place is Place.TURN)
    answers = situation.place is Place.WAITING and sum(bool(each.illegal) for each in spans) > 1
    spans = [
        each if answers else _beside(each, before)
        for before, each in zip([None, *spans], _without_landmarks(spans), strict=False)
    ]
    asks = found.asks or bool(spans and Sign.QUESTION in spans[0].meanings)
    words = tuple(token.text for token in found.tokens)
    usual = [token.text for token in tokens]
    # Cached, because six functions ask for it.
    together = cache(lambda: tuple(lexicon.topics.meanings(usual)))
    terms = partial(lexicon.terms.meanings, usual)
    named = partial(lexicon.all_meanings, usual)
    return Sentence(
        tuple(spans),
        found.line,
        found.first,
        asks,
        words,
        together,
        terms,
        named,
        lexicon.language,
    )


def _without_numbers(spans: Sequence[Span], *, may_begin: bool) -> list[Span]:
    """The spans of a sentence that says more, in which numbers side by side are no slots.

    may_begin: whether a legal move may begin the sentence that way.
    """
    first = next((at for at, each in enumerate(spans) if not each.is_harmless), 0)
    # "1635 people" may count something else.
    kept = first if may_begin and spans[first].move and len(spans[first].words) > 1 else None
    return [
        replace(each, move="", illegal="") if each.spaced and at != kept else each
        for at, each in enumerate(spans)
    ]


def _without_landmarks(spans: Sequence[Span]) -> Sequence[Span]:
    """The spans, in which a cell that only tells where another one is is no move: "left of f5"."""
    said = [word for span in spans for word in span.words]
    ends = accumulate(len(span.words) for span in spans)
    return [
        replace(span, move="", illegal="") if span.any_move and is_landmark(said[:end]) else span
        for end, span in zip(ends, spans, strict=True)
    ]


def _beside(span: Span, before: Span | None) -> Span:
    """Return the span with the meaning that it has after ``before``.

    After a word such as "until", a move is a date; after a greeting, a word is a name; and a letter
    is surely a move only after a word such as "play".
    """
    if before is None:
        # "B. says hello": a letter alone is a command, which is read elsewhere.
        is_letter = bool(span.any_move) and len(span.words[0]) == 1 and span.words[0].isalpha()
        return replace(span, mended=True) if is_letter else span
    if len(span.words) > 1:
        return span
    is_number = span.words[0][0].isdigit()
    if Sign.WHEN in before.meanings and is_number and not before.pauses:
        return replace(span, move="", illegal="")
    if span.any_move and span.words[0].isalpha() and not _plays(before):
        # "Thanks, B" may name a house, and somebody.
        return replace(span, mended=True)
    is_name = span.pauses and not span.is_known and span.words[0].isalpha()
    if is_name and Sign.GREETING in before.meanings and not before.pauses:
        return replace(span, meanings=frozenset({Sign.GREETING}))
    return span


def _may_be_addressed(span: Span) -> bool:
    """Whether the words may be a name, a title, or a word such as "player"."""
    return not span.any_move and (
        span.is_harmless or not span.is_known or Wish.PLAYERS in span.meanings
    )


def _plays(span: Span) -> bool:
    return Sign.PLAY in span.meanings


def _spans(tokens: Sequence[Token], lexicon: Lexicon, situation: Situation) -> Iterator[Span]:
    at = 0
    words = [token.text for token in tokens]
    while at < len(tokens):
        span = _move(tokens, at, lexicon, situation)
        span = span or _phrase(tokens, words, at, lexicon, situation.opponent)
        at += len(span.words)
        yield replace(span, pauses=True) if tokens[at - 1].pauses else span


def _phrase(
    tokens: Sequence[Token], words: Sequence[str], at: int, lexicon: Lexicon, opponent: str
) -> Span:
    end, meanings = lexicon.longest(words, at)
    if end == at:
        # "A draw, bob?" only addresses the other player.
        is_addressed = words[at] == opponent != "" and at > 0 and tokens[at - 1].pauses
        return Span((words[at],), frozenset({Sign.FILLER}) if is_addressed else frozenset())
    return Span(tuple(words[at:end]), meanings, mended=any(each.mended for each in tokens[at:end]))


def _move(tokens: Sequence[Token], at: int, lexicon: Lexicon, situation: Situation) -> Span | None:
    """The move that begins at ``at``: ``13-33``, ``13 to 33``, ``13 via 12 to 33`` or ``13 33``."""
    ends = _joined(tokens, at, lexicon)
    for end, text, spaced in ends:
        if situation.reads(text):
            legal = situation.legal(text)
            words = tuple(token.text for token in tokens[at:end])
            return Span(words, move=legal, illegal="" if legal else text, spaced=spaced)
    return None


def _joined(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> Iterator[tuple[int, str, bool]]:
    """Where a move from ``at`` on may end, its text, and whether only blanks separate its slots."""
    slots, end = [tokens[at].text], at + 1
    if tokens[at].may_be_slot:
        while (after := _after_join(tokens, end, lexicon)) is not None:
            slots.append(tokens[after].text)
            end = after + 1
        if len(slots) > 1:
            yield end, "-".join(slots), False
        run = at + 1
        while run < len(tokens) and tokens[run].may_be_slot:
            run += 1
        if run > at + 1:
            yield run, "-".join(token.text for token in tokens[at:run]), True
        if run > at + 2:
            # Too many for a date or a time: the sizes of rings that are placed.
            yield run, " ".join(token.text for token in tokens[at:run]), False
    yield from ((at + 1, text, spaced) for text, spaced in _alone(tokens, at))


def _alone(tokens: Sequence[Token], at: int) -> Iterator[tuple[str, bool]]:
    """What may be a move in a word alone, and whether nothing joins its slots."""
    text = tokens[at].text
    if any(map(str.isdigit, text)):
        yield text, False
        if _ROW.fullmatch(text):
            yield "".join(filter(str.isdigit, text)), False
        if _TOGETHER.fullmatch(text):
            yield "-".join(_SLOTS.findall(text)), True
    elif _is_letter_at_end(tokens, at):
        yield text, False


def _is_letter_at_end(tokens: Sequence[Token], at: int) -> bool:
    """Whether a letter ends a sentence or a clause, where it can hardly be a word: "I sow C"."""
    token = tokens[at]
    is_end = token.pauses or at == len(tokens) - 1
    return is_end and len(token.text) == 1 and token.text.isalpha()


def _after_join(tokens: Sequence[Token], at: int, lexicon: Lexicon) -> int | None:
    """The index of the slot after a word such as "to" at ``at``; None without such a word."""
    if at >= len(tokens):
        return None
    end, meanings = lexicon.longest([token.text for token in tokens[at : at + LONGEST_JOIN]], 0)
    end += at
    is_join = end < len(tokens) and tokens[end].may_be_slot and meanings & {Sign.TO, Sign.VIA}
    return end if is_join else None


def likeliest(lines: Sequence[str], situation: Situation) -> list[list[Sentence]]:
    """The sentences, each in the language that knows most of its words.

    Of several such languages, the one that knows most sentences of the letter counts; if there are
    several of these too, there is a reading for each, in the writer's own language first.
    """
    found = token_sentences(situation.without_inviter(lines))
    own_first = sorted(lexicons(), key=lambda each: each.language != situation.language)
    read = [_readings(each, own_first, situation) for each in found]
    best = [max(each.coverage for each in by.values()) for by in read]
    votes = {
        each.language: sum(
            each.language in by and by[each.language].coverage == most
            for by, most in zip(read, best, strict=True)
        )
        for each in own_first
    }
    if not any(best):
        # No language knows a word, so that all would read the same.
        return [[_in_language(own_first[0].language, by) for by in read]]
    leading = [name for name, number in votes.items() if number == max(votes.values())]
    return [[_in_language(name, by) for by in read] for name in leading]


def _readings(
    found: TokenSentence, lexicons: Sequence[Lexicon], situation: Situation
) -> Mapping[str, Sentence]:
    """The sentence in each language that knows nearly as many of its words as the best one."""
    words = [token.text for token in found.tokens]
    known = {each: sum(map(each.known.__contains__, words)) for each in lexicons}
    most = max(known.values())
    likely = [each for each, number in known.items() if number >= most * NEARLY_AS_MANY]
    return {each.language: read_in(each, found, situation) for each in likely}


def _in_language(name: str, by: Mapping[str, Sentence]) -> Sentence:
    """The sentence in this language, unless another one knows more of it."""
    best = max(by.values(), key=lambda each: each.coverage)
    return by[name] if name in by and by[name].coverage == best.coverage else best


def begins(sentence: Sentence, *wishes: Meaning) -> bool:
    """Whether the first words of the sentence that ask for anything say one of ``wishes``."""
    first = next((span for span in sentence.spans if _says_something(span, wishes)), None)
    return first is not None and not first.meanings.isdisjoint(wishes)


def _says_something(span: Span, wishes: tuple[Meaning, ...]) -> bool:
    is_beside = span.is_harmless or span.meanings <= {Sign.BUT, Sign.DOUBT}
    return not is_beside or span.has(*wishes)


def is_near(sentence: Sentence) -> bool:
    return sentence.unknown <= FEW


def is_mended(sentence: Sentence) -> bool:
    return any(span.mended for span in sentence.spans)
