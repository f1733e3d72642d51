"""What a description says of a move: which piece goes, how far and which way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbm.inbox.understanding.board_words import Words, board_words, has_board_word
from pbm.inbox.understanding.described import counts_in
from pbm.inbox.understanding.lexicon import ring_names, ring_numbers
from pbm.inbox.understanding.phrases import plain_words

_ONE = "1"
_SIDES = (Words.LEFT, Words.RIGHT, Words.MIDDLE)
_WAYS = (Words.UP, Words.DOWN, Words.AHEAD, Words.LEFT, Words.RIGHT)
_NEAR = 3
"""The most words from a number to its way: "two steps to the left"."""


@dataclass(frozen=True)
class Leg:
    """A part of a way. steps: how many, 0 if nothing says so. way: which way, None likewise."""

    steps: int
    way: Words | None


@dataclass(frozen=True)
class Description:
    """A move as a sentence describes it.

    size: the piece's, 0 if nothing says so. side: where it stands among the others.
    """

    size: int
    side: Words | None
    legs: Sequence[Leg]


def descriptions(text: str) -> Sequence[Description]:
    """What the sentence may say of a move.

    "Left" may be a place or a way, and the first of two numbers the size of the piece.
    """
    words = plain_words(text)
    if _names_other_places(words):
        return []
    counts = _counts(words)
    readings = [counts, *([counts[1:]] if len(counts) > 1 else [])]
    return [each for reading in readings for each in _descriptions(words, reading)]


def _names_other_places(words: Sequence[str]) -> bool:
    """Whether the words name a slot, or a place that is not understood: "in the corner"."""
    has_slot = any(len(word) > 1 and any(map(str.isdigit, word)) for word in words)
    return has_slot or has_board_word(words, Words.DIRECTIONS, Words.ROWS, Words.COLUMNS)


def _descriptions(words: Sequence[str], counts: Sequence[int]) -> Sequence[Description]:
    """What the words may say. counts: the indices of the numbers that say how far."""
    found = [_way_of(words, at, counts) for at in counts]
    taken = {at for at, _ in found}
    legs = [Leg(_number(words[at]), way) for at, (_, way) in zip(counts, found, strict=True)]
    others = [(at, way) for at, way in _ways(words) if at not in taken]
    upright = [way for _, way in others if way not in _SIDES]
    sides = [side for at, side in _named(words, _SIDES) if at not in taken]
    side = sides[0] if sides else None
    size = _size(words, counts)
    if upright or any(leg.way for leg in legs):
        return [Description(size, side, _with_way(legs, upright[0] if upright else None))]
    if side is None or side is Words.MIDDLE:
        return [Description(size, side, legs)] if legs else []
    at_side = [Description(size, side, legs)] if legs else []
    return [*at_side, Description(size, None, _with_way(legs, side))]


def _counts(words: Sequence[str]) -> Sequence[int]:
    """The indices of the numbers that say how far, without "one" in "the left one up two"."""
    found = [*counts_in(words)]
    ways = dict(_ways(words))
    return [
        at
        for at in found
        if at + 1 not in found
        and not (_number(words[at]) == 1 and at + 2 in found and at + 1 in ways)
    ]


def _with_way(legs: Sequence[Leg], way: Words | None) -> Sequence[Leg]:
    """The legs, of which one that has no way yet goes this way."""
    if way is None:
        return legs
    if not legs:
        return [Leg(0, way)]
    first, *more = legs
    return [first, *more] if first.way else [Leg(first.steps, way), *more]


def _way_of(words: Sequence[str], at: int, counts: Sequence[int]) -> tuple[int, Words | None]:
    """The index and the way that belong to a number; its own index and None without one."""
    end = next((other for other in counts if other > at), len(words))
    by = board_words(Words.BY)
    before = next((each for each in reversed(range(at)) if words[each] not in by), at)
    near = [*range(at + 1, min(end, at + 1 + _NEAR)), before]
    ways = dict(_ways(words))
    place = next((each for each in near if each in ways), at)
    return place, ways.get(place)


def _ways(words: Sequence[str]) -> Iterator[tuple[int, Words]]:
    return _named(words, _WAYS)


def _named(words: Sequence[str], lists: Sequence[Words]) -> Iterator[tuple[int, Words]]:
    """The indices of words in these lists, each with its list."""
    for at, word in enumerate(words):
        yield from ((at, each) for each in lists if word in board_words(each))


def _size(words: Sequence[str], counts: Sequence[int]) -> int:
    """The size of the piece that is named, 0 for none. An article is no size."""
    others = [word for at, word in enumerate(words) if at not in counts]
    sizes = (
        ring_names().get(word, "") or (word if word.isdecimal() and len(word) == 1 else "")
        for word in others
    )
    numbers = (size for word in others if (size := ring_numbers().get(word, _ONE)) != _ONE)
    return int(next(filter(None, sizes), "") or next(numbers, "0"))


def _number(word: str) -> int:
    return int(ring_numbers().get(word, word))
