"""Trains the model on the examples: logistic regression by stochastic gradient descent.

The same examples give the same weights, bit for bit, on every machine: sums are in a fixed order,
and the exponential function is made of multiplications, not taken from a library.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

import numpy

from pbm.core.languages import languages
from pbm.inbox.understanding.features import SIZE, features
from pbm.inbox.understanding.model import SPREAD, packed
from pbm.inbox.understanding.sentences import likeliest
from pbm.inbox.understanding.situation import Situation
from pbm.notices.facts.places import Place
from scripts.reading.data import COLUMNS, data_hash, examples, weight_of

_NAMES = frozenset({"opp", "alice", "bob"})
_THERE = Situation(Place.BETWEEN, is_player=_NAMES.__contains__)

SEED = 1
EPOCHS, RATE, DECAY = 5, 0.05, 0.0005
_FIRST = 1e-4
"""What the sum of squared gradients of a weight begins with."""
_SQUARINGS = 12
STEP = 1 / 64
"""The weights are stored in parts of this, and those nearer to 0 not at all."""


class Instance(NamedTuple):
    """An example at a place where it may be meant. weight: how much it counts there."""

    features: Any
    place: str
    wish: str
    weight: float


def instances() -> Sequence[Instance]:
    found = []
    for language in languages():
        for example in examples(language):
            read = likeliest([example.text.replace("{OPP}", "bob")], _THERE)[0]
            numbers = numpy.array(sorted(features(read, _THERE)))
            weights = ((place, weight_of(example, place)) for place in COLUMNS)
            found += [
                Instance(numbers, place, example.wish, weight)
                for place, weight in weights
                if weight
            ]
    return found


@dataclass(frozen=True, eq=False)
class Training:
    """wishes: all wishes of the examples. places: for each place, the indexes of possible ones."""

    data: Sequence[Instance]
    wishes: Sequence[str]
    places: Mapping[str, Sequence[int]]

    @classmethod
    def of(cls, data: Sequence[Instance]) -> Training:
        wishes = sorted({each.wish for each in data})
        index = {wish: number for number, wish in enumerate(wishes)}
        places = {
            place: sorted({index[each.wish] for each in data if each.place == place})
            for place in COLUMNS
        }
        return cls(data, wishes, places)

    def weights(self, tell: Callable[[str], object]) -> Any:
        """The weight of each feature for each wish."""
        found = numpy.zeros((SIZE, len(self.wishes)))
        squares = numpy.full((SIZE, len(self.wishes)), _FIRST)
        index = {wish: number for number, wish in enumerate(self.wishes)}
        possible = {place: numpy.array(each) for place, each in self.places.items()}
        order = list(range(len(self.data)))
        random = Random(SEED)  # noqa: S311 - it only orders examples
        for epoch in range(EPOCHS):
            random.shuffle(order)
            for number in order:
                each = self.data[number]
                _learn(found, squares, each, index[each.wish], possible[each.place])
            tell(f"epoch {epoch + 1} of {EPOCHS}")
        return found


def _learn(found: Any, squares: Any, each: Instance, wish: int, possible: Any) -> None:
    """Change the weights of the features of one instance a little."""
    scale = SPREAD / math.sqrt(len(each.features))
    mine = found[each.features]
    wrong = _shares(numpy.add.reduce(mine, axis=0)[possible] * scale)
    wrong[possible == wish] -= 1.0
    gradient = numpy.zeros(found.shape[1])
    gradient[possible] = wrong * scale * each.weight
    step = gradient[None, :] + DECAY * mine
    grown = squares[each.features] + step * step
    squares[each.features] = grown
    found[each.features] = mine - RATE * step / numpy.sqrt(grown)


def _shares(scores: Any) -> Any:
    """The softmax of the scores."""
    powers = numpy.maximum(1 + (scores - max(scores.tolist())) / 2**_SQUARINGS, 0)
    for _ in range(_SQUARINGS):
        powers = powers * powers
    return powers / math.fsum(powers.tolist())


def trained(tell: Callable[[str], object]) -> bytes:
    """The file of weights for the present examples."""
    training = Training.of(instances())
    tell(f"{len(training.data)} instances, {len(training.wishes)} wishes")
    whole = numpy.clip(numpy.rint(training.weights(tell) / STEP), -127, 127).astype(int).tolist()
    facts = {
        "data": data_hash(),
        "step": STEP,
        "wishes": training.wishes,
        "places": training.places,
    }
    return packed(facts, map(_row, whole))


def _row(weights: Sequence[int]) -> Sequence[tuple[int, int]]:
    return [(wish, weight) for wish, weight in enumerate(weights) if weight]
