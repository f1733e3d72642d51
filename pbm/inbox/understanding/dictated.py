"""Moves in words, as they are dictated: "sixteen to thirty-five", "sechzehn fünfunddreißig"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbm.base.values import replace
from pbm.inbox.understanding.board_words import Words, board_words
from pbm.inbox.understanding.intention import Certainty, Intention, ask, do
from pbm.inbox.understanding.lexicon import is_courtesy
from pbm.inbox.understanding.number_words import LONGEST, number_words, written_for
from pbm.inbox.understanding.phrases import plain_words
from pbm.inbox.understanding.sentences import Sentence
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Sign, Wish
from pbm.notices.facts.places import Place

MOST_LINES, LONGEST_LINE = 12, 300
MOST_WORDS, MOST_READINGS = 40, 600
_FIGURES = re.compile(r"[a-k]?\d{1,2}|[a-k]")
_CELL = re.compile(r"[a-k]\d|\d[\d*]|[NS]")
_CELLS = re.compile(rf"(?:{_CELL.pattern})+")
_NAMED = re.compile(r"[a-k]\d{1,2}")
_MARKS = ".,;:!?()\"'"
_SIGNS = re.compile(r"([-x=])")
_PLACES = (Place.TURN, Place.WAITING, Place.OVER)


@dataclass(frozen=True)
class Dictated:
    """Words that can only be a move. texts: what they may stand for, as it is written.

    start, end: the indexes of the words.
    """

    texts: Sequence[str]
    start: int
    end: int


def dictated(lines: Sequence[str], situation: Situation) -> Intention | None:
    """The move that a line is which says nothing else; None without such a line.

    It is played if there is no other line and only one legal move that it can be.
    """
    if situation.place not in _PLACES:
        return None
    said = [(at, line) for at, line in enumerate(lines[:MOST_LINES]) if line.strip()]
    if situation.places:
        # Whole rows are read elsewhere.
        cells = [(_placed(line, situation), at) for at, line in said[:2]]
        return do(*cells[0]) if len(cells) == 1 and cells[0][0] else None
    for at, line in said:
        found = _whole(line) or _cell(line, situation)
        is_sure, found = (True, found) if found is not None else _house(line, situation)
        if found is not None:
            return _meant(found, at, situation, is_all=is_sure and len(said) == 1)
    return None


def _placed(line: str, situation: Situation) -> str:
    """The cell that the line is, if a piece can be placed there; "" if it is none."""
    return next(filter(None, map(situation.legal, _cells(line))), "")


def _cell(line: str, situation: Situation) -> Dictated | None:
    """The line as a move if it is a cell, and the game has moves of one cell; else None."""
    texts = [*filter(situation.reads, _cells(line))]
    return Dictated(texts, 0, len(plain_words(line))) if texts else None


def _house(line: str, situation: Situation) -> tuple[bool, Dictated | None]:
    """The line as a move if it only names a letter that is one, with courtesies: "House C please".

    A letter without such a word, or beside other words, is asked about: "no, rather C".
    """
    raw = [word.strip(_MARKS) for word in line[:LONGEST_LINE].split()]
    words = plain_words(line[:LONGEST_LINE])
    houses = board_words(Words.HOUSES)
    letters = [
        (at > 0 and raw[at - 1].casefold() in houses, word)
        for at, word in enumerate(raw)
        if len(word) == 1 and word.isalpha() and situation.reads(word)
    ]
    named = [(is_sure, letter) for is_sure, letter in letters if is_sure or letter.isupper()]
    if len(named) != 1 or len(words) == 1 or is_courtesy(words):
        return False, None
    is_sure, letter = named[0]
    beside = [word for word in words if word not in (letter.casefold(), *houses)]
    more = (
        Sign.BUT,
        Sign.SLIP,
        Sign.RATHER,
        Wish.NO,
        *((Sign.COMMON, Sign.THEN) if is_sure else ()),
    )
    is_plain = is_sure and is_courtesy(beside) and "?" not in line
    return is_plain, Dictated([letter], 0, len(words)) if is_courtesy(beside, *more) else None


def _cells(line: str) -> Sequence[str]:
    """The cells that the line may name in words and say nothing else: "b three"."""
    words = plain_words(line) if len(line) <= LONGEST_LINE else []
    if not _has_number_word(words):
        return []
    whole = (text for end, text in _readings(words, 0) if end == len(words))
    return [*filter(_NAMED.fullmatch, whole)]


def is_dictated(line: str) -> bool:
    """Whether the line says nothing but a move, in words."""
    return _whole(line) is not None or bool(_cells(line))


def _whole(line: str) -> Dictated | None:
    words = plain_words(line) if len(line) <= LONGEST_LINE else []
    found = _dictated_in(words, 0)
    return found if found is not None and found.end == len(words) else None


def dictated_beside(sentences: Sequence[Sentence], situation: Situation) -> Intention | None:
    """The question about a move in a sentence that plays it, or that is otherwise only polite."""
    for sentence in sentences if situation.place is Place.TURN else ():
        words = sentence.words[:MOST_WORDS]
        moves = (
            each
            for at in range(len(words))
            for each in (_dictated_in(words, at), _cell_in(words, at, situation))
            if each is not None and any(map(situation.reads, each.texts))
        )
        found = next(moves, None)
        if found is None or sentence.has(Sign.NOT, Sign.STORY, Sign.IF):
            continue
        cells = board_words(Words.STEPS)
        others = (*words[: found.start], *words[found.end :])
        beside = [word for word in others if word not in cells]
        legal, plays = _legal(found, situation), sentence.has(Sign.PLAY)
        if len(legal) == 1 and (plays or is_courtesy(beside)):
            return ask(legal[0], sentence.line)
        illegal = next(filter(situation.reads, found.texts), "")
        if illegal and plays and not legal:
            return do(illegal, sentence.line)
    return None


def _cell_in(words: Sequence[str], start: int, situation: Situation) -> Dictated | None:
    """The cell that begins there, as long as it can be, in a game with moves of one cell."""
    ends = sorted(_readings(words, start), reverse=True)
    found = ((end, text) for end, text in ends if _has_number_word(words[start:end]))
    named = ((end, text) for end, text in found if _NAMED.fullmatch(text) and situation.reads(text))
    return next((Dictated([text], start, end) for end, text in named), None)


def _meant(found: Dictated, at: int, situation: Situation, *, is_all: bool) -> Intention:
    legal = _legal(found, situation)
    if len(legal) > 1:
        return Intention(Certainty.CHOOSE, ", ".join(legal), at)
    if legal:
        return replace((do if is_all else ask)(legal[0], at), alone=True)
    # Its refusal says why it is not legal.
    illegal = next(filter(situation.reads, found.texts), "")
    return do(illegal, at) if illegal else Intention(Certainty.DESCRIBED, line=at)


def _legal(found: Dictated, situation: Situation) -> Sequence[str]:
    return list(dict.fromkeys(filter(None, map(situation.legal, found.texts))))


def _dictated_in(words: Sequence[str], start: int) -> Dictated | None:
    """The move that begins there, as long as it can be; None for fewer than two cells in words."""
    words = words[: start + MOST_WORDS]
    ends: dict[int, list[str]] = {}
    for end, text in _readings(words, start):
        ends.setdefault(end, []).append(text)
    for end in sorted(ends, reverse=True):
        texts = list(dict.fromkeys(each for text in ends[end] for each in _as_written(text)))
        if texts and _has_number_word(words[start:end]):
            return Dictated(texts, start, end)
    return None


def _readings(words: Sequence[str], start: int) -> Iterator[tuple[int, str]]:
    """Where the words may end, and what is written for them up to there."""
    open_ = [(start, "")]
    for _ in range(MOST_READINGS):
        if not open_:
            return
        at, text = open_.pop()
        if text:
            yield at, text
        open_ += [(end, text + more) for end, more in _next(words, at)]


def _next(words: Sequence[str], at: int) -> Iterator[tuple[int, str]]:
    if at < len(words) and _FIGURES.fullmatch(words[at]):
        yield at + 1, words[at]
    for end in range(at + 1, min(at + LONGEST, len(words)) + 1):
        for text in written_for().get("".join(words[at:end]), ()):
            yield end, text


def _as_written(text: str) -> Iterator[str]:
    """The move of a reading in the usual notation: ``16-35`` for "1635"; none if it is no move."""
    parts = _SIGNS.split(text)
    if all(map(_CELLS.fullmatch, parts[::2])):
        cells = ["-".join(_CELL.findall(part)) for part in parts[::2]]
        whole = "".join(map("".join, zip(cells, [*parts[1::2], ""], strict=True)))
        if _SIGNS.search(whole) and ("x" in whole or "=" not in whole):
            yield whole


def _has_number_word(words: Sequence[str]) -> bool:
    return any(
        "".join(words[at:end]) in number_words()
        for at in range(len(words))
        for end in range(at + 1, at + LONGEST + 1)
    )
