"""Guesses what a letter wants from what examples with the same marks want: naive Bayes.

For each kind of example, it counts how many have each mark. A letter most likely wants what the
kind wants whose examples have the letter's marks most often. Examples of another place or language
count less.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log, sqrt
from typing import NamedTuple

UNSEEN = 0.1
"""The count for a mark that no example of a kind has: the kind is unlikely, not impossible."""

ABROAD = 0.3
"""The weight of an example in any language, where those in the letter's language weigh 1."""

MARKS_KEPT = 1000
"""The number of marks whose gains are kept, at some 300 bytes for each mark in use."""


class Kind(NamedTuple):
    """Examples that want the same in the same place. Both are names of tables."""

    place: str
    wish: str


class Guess(NamedTuple):
    """wish: what is most likely wanted. lead: how much likelier that is than anything else.

    Of two letters that say the same, the longer one has more marks, so the lead is divided by the
    root of the number of words.
    """

    wish: str
    lead: float


Tally = tuple[tuple[Kind, int], ...]
"""Kinds of examples, each with a number of them."""


@dataclass(frozen=True, eq=False)
class Counts:
    """having: how many examples of which kinds have a mark. marks: how many marks a kind has.

    examples: how many examples of a kind there are.
    """

    having: Mapping[str, Tally]
    marks: Tally
    examples: Tally


class Counting:
    """Counts examples one by one."""

    def __init__(self) -> None:
        self._having: defaultdict[str, Counter[Kind]] = defaultdict(Counter)
        self._marks: Counter[Kind] = Counter()
        self._examples: Counter[Kind] = Counter()

    def add(self, kind: Kind, marks: Collection[str]) -> None:
        for mark in marks:
            self._having[mark][kind] += 1
        self._marks[kind] += len(marks)
        self._examples[kind] += 1

    def counts(self) -> Counts:
        """What was counted so far. Equal parts are shared: most marks are in a single example.

        Measured: the counts of all languages take 6 MiB so, and 20 as they are counted.
        """
        pairs: dict[tuple[Kind, int], tuple[Kind, int]] = {}
        tallies: dict[Tally, Tally] = {}

        def tally(counted: Counter[Kind]) -> Tally:
            found = tuple(pairs.setdefault(pair, pair) for pair in counted.items())
            return tallies.setdefault(found, found)

        having = {mark: tally(each) for mark, each in self._having.items()}
        return Counts(having, tally(self._marks), tally(self._examples))


Weights = Mapping[Kind, float]
"""The weight of an example, for each kind that is possible where the writer of a letter is."""


@dataclass(frozen=True, eq=False)
class Bayes:
    """own: examples of one language. common: examples of all, with marks that languages share."""

    own: Counts
    common: Counts

    @property
    def kinds(self) -> Collection[Kind]:
        return {kind for kind, _ in (*self.own.examples, *self.common.examples)}

    def weighed(self, weights: Weights) -> Weighed:
        """The examples with weights, for letters to which these weights apply."""
        return Weighed(self, weights)


class Weighed:
    """Examples with their weights.

    The gains of a mark are computed once: otherwise they take three quarters of the time of a
    guess.
    """

    def __init__(self, bayes: Bayes, weights: Weights) -> None:
        self._own, self._common, self._weights = bayes.own, bayes.common, weights
        unseen = UNSEEN * len(self._own.having)
        examples = self._by_wish(self._own.examples, self._common.examples)
        sizes = self._by_wish(self._own.marks, self._common.marks)
        self._alone = {wish: log(number) for wish, number in examples.items()}
        self._each_mark = {wish: log(size + unseen) for wish, size in sizes.items()}
        self._gains = lru_cache(MARKS_KEPT)(self._gains_of)

    def guess(self, marks: Collection[str], words: int) -> Guess | None:
        """What a letter of so many words wants, None if there are no two possibilities."""
        scores = sorted(self._scores(marks).items(), key=lambda each: -each[1])
        if len(scores) < 2:
            return None
        (best, most), (_, second), *_ = scores
        return Guess(best, (most - second) / sqrt(1 + words))

    def _scores(self, marks: Collection[str]) -> Mapping[str, float]:
        """The logarithm of how likely each wish is, less a number that is the same for all."""
        scores = dict(self._alone)
        known = [mark for mark in marks if mark in self._own.having or mark in self._common.having]
        for mark in known:
            for wish, gain in self._gains(mark):
                scores[wish] += gain
        for wish, loss in self._each_mark.items():
            scores[wish] -= len(known) * loss
        return scores

    def _gains_of(self, mark: str) -> Sequence[tuple[str, float]]:
        """How much likelier a known mark makes each wish than if no example had it."""
        found = self._by_wish(self._own.having.get(mark, ()), self._common.having.get(mark, ()))
        return [(wish, log(1 + number / UNSEEN)) for wish, number in found.items()]

    def _by_wish(self, own: Tally, common: Tally) -> Mapping[str, float]:
        """The summed weights of the examples, for each possible wish."""
        found: defaultdict[str, float] = defaultdict(float)
        for counts, part in ((own, 1.0), (common, ABROAD)):
            for kind, number in counts:
                if kind in self._weights:
                    found[kind.wish] += number * self._weights[kind] * part
        return found
