"""Moves and rows that are described without being written: "my left ring two steps forward".

Such words are half a plan. They are answered with how a move is written, and the other player does
not get them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pbm.base.values import replace
from pbm.inbox.understanding.board_words import (
    WAYS,
    Words,
    board_words,
    has_board_word,
    is_landmark,
    own_board_words,
)
from pbm.inbox.understanding.intention import Certainty, Intention, answer, ask
from pbm.inbox.understanding.lexicon import pieces, ring_names, ring_numbers, ring_sizes
from pbm.inbox.understanding.other_moves import is_cell, is_slot
from pbm.inbox.understanding.policy import command_for
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.tokens import sentences_of
from pbm.inbox.understanding.wishes import Sign, Wish
from pbm.notices.facts.places import Place

LONGEST = 14
"""The most words of a description; a longer sentence tells a story."""
MOST_UNKNOWN, FEW_UNKNOWN = 3, 1
"""The most words of it that say nothing about a move, and beside the name of a cell."""

FEWEST_NAMES, FEWEST_SIZES = 2, 3
"""So many names of rings, or sizes of them, are a row that is told."""
_LETTER = re.compile(r"(?<=[^\W\d_][ ,])([A-Z])(?![\w'’,])")
"""A capital inside of a sentence that is no word, such as those at its beginning."""
MOST_LINES, LONGEST_LINE = 12, 300
_HOUSES = ("a", "A")
"""Moves of games in which a letter is one."""
_SIZES = re.compile("[123](?:[,;/+-]?[123])*")
ROW, _ONE = 6, "1"
_ROUTES = (*WAYS, Words.ROWS, Words.COLUMNS)
_TOLD = (Sign.STORY, Sign.IF, Sign.TOLD, Sign.QUESTION, Sign.HOW, Wish.TURN)


def described(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The intention to move without saying from where to where; None if there is no such.

    Who tells the rings of a row in words is told how they are placed.
    """
    if situation.place is not Place.TURN:
        return None
    if situation.places:
        return _row(sentences, situation)
    is_of_houses = any(map(situation.reads, _HOUSES))
    describes = _names_house if is_of_houses else _describes_move
    found = next(
        (
            each
            for each in sentences
            if describes(each) or _leads(each, situation) or _beside(each, situation)
        ),
        None,
    )
    return Intention(Certainty.DESCRIBED, line=found.line) if found is not None else None


def asked_letter(lines: Sequence[str], situation: Situation) -> Intention | None:
    """Whether the move is legal that a question names by its letter: "why can't I play D?" """
    if not any(map(situation.reads, _HOUSES)):
        return None
    for at, line in enumerate(lines[:MOST_LINES]):
        asked = (each for each in sentences_of(line[:LONGEST_LINE]) if "?" in each)
        letters = {letter for each in asked for letter in _LETTER.findall(each)}
        if len(letters) == 1 and situation.reads(letter := next(iter(letters))):
            return answer(f"moves {letter}", at)
    return None


def _beside(sentence: Sentence, situation: Situation) -> bool:
    """Whether the sentence says beside which cell a move is: "left of f5"."""
    is_told = sentence.asks or sentence.has(*_TOLD, Sign.NOT) or len(sentence.words) > LONGEST
    words = sentence.words
    return not is_told and any(
        situation.reads(word) and is_landmark(words[: at + 1]) for at, word in enumerate(words)
    )


def _names_house(sentence: Sentence) -> bool:
    """Whether the sentence plays a house, whose letter it does not say."""
    return (
        not (sentence.asks or sentence.has(*_TOLD, Sign.NOT) or len(sentence.words) > LONGEST)
        and (sentence.has(Sign.PLAY) or has_board_word(sentence.words, Words.VERBS))
        and has_board_word(sentence.words, Words.HOUSES)
    )


def _describes_move(sentence: Sentence) -> bool:
    """Whether the sentence names a piece, and how far or which way it goes."""
    words = sentence.words
    if not _may_describe(sentence):
        return False
    counts = set(counts_in(words))
    named = (at for at, word in enumerate(words) if word in pieces())
    if not any(counts != {at} for at in named):
        return False
    goes = sentence.has(Sign.PLAY) or has_board_word(words, Words.VERBS)
    is_routed = goes and has_board_word(words, *_ROUTES) and not sentence.has(Sign.NOT)
    return (bool(counts) or is_routed) and _unknown(sentence) <= MOST_UNKNOWN


def _may_describe(sentence: Sentence) -> bool:
    """Whether the sentence names a piece, and tells no story of it."""
    is_told = sentence.asks or sentence.has(*_TOLD) or len(sentence.words) > LONGEST
    # "Du milieu" names no other player in French, as "du" does in German.
    others = own_board_words(sentence.language, Words.OTHERS)
    return not is_told and others.isdisjoint(sentence.words) and _names_piece(sentence.words)


def _names_piece(words: Sequence[str]) -> bool:
    return not pieces().isdisjoint(words)


def _leads(sentence: Sentence, situation: Situation) -> bool:
    """Whether the sentence names a piece and, at the end of a clause, the cell where it goes.

    "My triple to 35"; what is counted is no cell: "un triple en 35 minutes".
    """
    spans = sentence.spans
    ends = (
        at
        for at, (before, span) in enumerate(pairwise(spans), start=1)
        if Sign.TO in before.meanings
        and not before.pauses
        and is_slot(span.words[0])
        and is_cell(span.words[0], situation)
        and (span.pauses or all(each.is_harmless for each in spans[at + 1 :]))
    )
    end = next(ends, 0)
    said = (word for span in spans[:end] for word in span.words)
    is_known = _unknown(sentence) <= FEW_UNKNOWN and not sentence.has(Sign.NOT)
    return end > 0 and _may_describe(sentence) and _names_piece([*said]) and is_known


def _row(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The question about a whole row in words, or the help for one that is told otherwise."""
    telling = [each for each in sentences if _tells_rings(each)]
    if not telling:
        return None
    said = "".join(size for each in sentences for word in each.words for size in _sizes(word))
    row = situation.legal(said) if len(said) == ROW else ""
    line = telling[0].line
    if row:
        return replace(ask(row, line), alone=True)
    return answer(command_for([Wish.PLACING], situation), line)


def _tells_rings(sentence: Sentence) -> bool:
    """Whether a sentence names several rings, or sizes of them: "triples outside"."""
    if not all(map(_sizes, sentence.numbers)):
        # Another digit is a mistake, whose refusal says what is wrong with it.
        return False
    names = {word for word in sentence.words if word in ring_names()}
    sizes = [size for word in sentence.words for size in _sizes(word)]
    is_row = len(names) >= FEWEST_NAMES or len(sizes) >= FEWEST_SIZES
    is_row |= bool(names) and (sentence.has(Sign.PLAY) or has_board_word(sentence.words, *WAYS))
    return is_row and len(sentence.words) <= LONGEST and not sentence.has(Sign.STORY, Sign.NOT)


def _sizes(word: str) -> Sequence[str]:
    """The sizes of rings that a word says, none for most words."""
    written = [*filter(str.isdigit, word)] if _SIZES.fullmatch(word) else []
    return written or [*filter(None, [ring_sizes().get(word)])]


def counts_in(words: Sequence[str]) -> Iterator[int]:
    """The places of numbers that say how far: "two steps", "two to the left", "forward by two"."""
    steps, ways = board_words(Words.STEPS), board_words(*WAYS)
    towards = board_words(Words.TOWARDS)
    for at, word in enumerate(words):
        if not (word in ring_numbers() or (word.isdecimal() and len(word) == 1)):
            continue
        *_, before = [each for each in words[:at] if each not in board_words(Words.BY)] or [""]
        behind = words[at + 1] if at + 1 < len(words) else ""
        # "My left one": behind a direction, an article is no number.
        is_behind = before in ways and ring_sizes().get(word, word) != _ONE
        leads = behind in towards and not ways.isdisjoint(words[at + 2 : at + 4])
        if behind in steps or behind in ways or leads or is_behind:
            yield at


def _unknown(sentence: Sentence) -> int:
    """The number of words that neither describe a move nor have another meaning."""
    about_moves = board_words(*Words) | pieces()
    unknown = (word for span in sentence.spans if not span.is_known for word in span.words)
    return sum(word not in about_moves and not word.isdecimal() for word in unknown)
