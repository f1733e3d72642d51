"""Nearest-neighbour classification: words are compared with whole sentences that people wrote."""

from __future__ import annotations

import tomllib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from heapq import nlargest
from itertools import pairwise
from math import log, sqrt

from pbm.core.languages import texts
from pbm.inbox.understanding.phrases import plain_words
from pbm.inbox.understanding.wishes import Wish

EXAMPLES = "examples.toml"
TALK = "talk"

NEIGHBOURS = 8
"""The number of nearest examples that vote on the meaning of words."""

NEAR = 0.18
"""The least similarity of the nearest example: those that share only "the" and "you" have less."""

MARGIN = 1.5
"""The votes for a wish must be at least this many times the votes for any other."""

_BEGINNING = 5
"""The number of first letters that all forms of a word share, in most languages."""


@dataclass(frozen=True, eq=False)
class Examples:
    """The examples of a language.

    wishes: the wish of each example, or None. weights: the weight of each mark (feature): the
        rarer, the heavier. lengths: the length of each example as a vector of its marks.
    having: the examples that have a mark.
    """

    wishes: Sequence[Wish | None]
    weights: Mapping[str, float]
    lengths: Sequence[float]
    having: Mapping[str, Sequence[int]]

    def meaning(self, words: Sequence[str], possible: Collection[Wish]) -> Wish | None:
        """The wish of most of the nearest examples; None if they want nothing or disagree.

        possible: the possible wishes in the writer's situation; examples of others do not count.
        """
        marks = set(_marks(words))
        near = nlargest(NEIGHBOURS, self._likenesses(marks, possible))
        if not near or near[0][0] < NEAR:
            return None
        votes: Counter[Wish | None] = Counter()
        for likeness, example in near:
            votes[self.wishes[example]] += likeness**2  # type: ignore[assignment]
        (first, most), (_, others) = [*votes.most_common(2), (None, 0)][:2]
        return first if most >= MARGIN * others else None

    def _likenesses(
        self, marks: Collection[str], possible: Collection[Wish]
    ) -> Iterator[tuple[float, int]]:
        """The cosine between the marks and each example that shares one, and its number."""
        shared: defaultdict[int, float] = defaultdict(float)
        for mark in marks:
            weight = self.weights.get(mark, 0.0) ** 2
            for example in self.having.get(mark, ()):
                shared[example] += weight
        unknown = log(1 + len(self.wishes))
        length = _length(self.weights.get(mark, unknown) for mark in marks)
        for example, product in shared.items():
            wish = self.wishes[example]
            if wish is None or wish in possible:
                yield product / length / self.lengths[example], example


@cache
def examples(language: str) -> Examples:
    """The examples in the folder of the language, if it has some."""
    file = texts().joinpath(language, EXAMPLES)
    tables = tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}
    read = [
        (None if name == TALK else Wish(name), frozenset(_marks(plain_words(sentence))))
        for name, sentences in tables.items()
        for sentence in sentences
    ]
    having: defaultdict[str, list[int]] = defaultdict(list)
    for number, (_, marks) in enumerate(read):
        for mark in marks:
            having[mark].append(number)
    weights = {mark: log(1 + len(read) / len(numbers)) for mark, numbers in having.items()}
    lengths = [_length(map(weights.__getitem__, marks)) for _, marks in read]
    return Examples([wish for wish, _ in read], weights, lengths, having)


def _marks(words: Sequence[str]) -> Iterator[str]:
    """The marks (features) of words: each word, its beginning, and the beginnings of each pair."""
    plain = ["0" if any(map(str.isdigit, word)) else word for word in words]
    beginnings = [word[:_BEGINNING] for word in plain]
    yield from plain
    yield from (f"{beginning}-" for beginning in beginnings)
    yield from (f"{one} {other}" for one, other in pairwise(["", *beginnings, ""]))


def _length(weights: Iterator[float]) -> float:
    return sqrt(sum(weight * weight for weight in weights)) or 1.0
