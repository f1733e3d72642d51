"""Tells what a letter wants by what examples with the same marks want: naive Bayes.

Of each kind of example it is counted how many have each mark. A letter most likely wants what those
examples want that have its marks most often. Examples of another place or language count less.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from math import log, sqrt
from typing import NamedTuple

UNSEEN = 0.1
"""What a mark counts that no example of a kind has: it makes the kind unlikely, not impossible."""

ABROAD = 0.3
"""What an example in any language counts, beside those in the language of the letter."""


class Kind(NamedTuple):
    """Examples that want the same in the same place. Both are names of tables."""

    place: str
    wish: str


class Guess(NamedTuple):
    """wish: what is most likely wanted. lead: how much likelier that is than anything else.

    Of two letters that say the same, the longer one has more marks; so the lead is for its length.
    """

    wish: str
    lead: float


@dataclass(frozen=True, eq=False)
class Counts:
    """having: how many examples of which kinds have a mark. marks: how many marks a kind has.

    examples: how many examples of a kind there are.
    """

    having: defaultdict[str, Counter[Kind]] = field(default_factory=lambda: defaultdict(Counter))
    marks: Counter[Kind] = field(default_factory=Counter)
    examples: Counter[Kind] = field(default_factory=Counter)

    def add(self, kind: Kind, marks: Collection[str]) -> None:
        for mark in marks:
            self.having[mark][kind] += 1
        self.marks[kind] += len(marks)
        self.examples[kind] += 1


Weights = Mapping[Kind, float]
"""What an example of each kind counts that is possible where the writer of a letter is."""


@dataclass(frozen=True, eq=False)
class Bayes:
    """own: the examples of a language. common: those of all, with marks that languages share."""

    own: Counts
    common: Counts

    def guess(self, marks: Collection[str], weights: Weights, words: int) -> Guess | None:
        """What a letter of so many words wants, None if there are no two possibilities."""
        scores = sorted(self._scores(marks, weights).items(), key=lambda each: -each[1])
        if len(scores) < 2:
            return None
        (best, most), (_, second), *_ = scores
        return Guess(best, (most - second) / sqrt(1 + words))

    def _scores(self, marks: Collection[str], weights: Weights) -> Mapping[str, float]:
        """The logarithm of how likely each wish is, less a number that is the same for all."""
        examples = _by_wish(self._weighed(self.own.examples, self.common.examples, weights))
        sizes = _by_wish(self._weighed(self.own.marks, self.common.marks, weights))
        scores = {wish: log(number) for wish, number in examples.items()}
        known = 0
        for mark in marks:
            if mark in self.own.having or mark in self.common.having:
                known += 1
                nothing: Mapping[Kind, int] = {}
                own = self.own.having.get(mark, nothing)
                found = self._weighed(own, self.common.having.get(mark, nothing), weights)
                for wish, number in _by_wish(found).items():
                    scores[wish] += log(1 + number / UNSEEN)
        for wish, size in sizes.items():
            scores[wish] -= known * log(size + UNSEEN * len(self.own.having))
        return scores

    @property
    def kinds(self) -> Collection[Kind]:
        return {*self.own.examples, *self.common.examples}

    @staticmethod
    def _weighed(
        own: Mapping[Kind, int], common: Mapping[Kind, int], weights: Weights
    ) -> Iterator[tuple[str, float]]:
        """The wishes of these kinds that are possible, and what their examples count."""
        for counts, part in ((own, 1.0), (common, ABROAD)):
            for kind, number in counts.items():
                if kind in weights:
                    yield kind.wish, number * weights[kind] * part


def _by_wish(weighed: Iterator[tuple[str, float]]) -> Mapping[str, float]:
    found: defaultdict[str, float] = defaultdict(float)
    for wish, number in weighed:
        found[wish] += number
    return found
