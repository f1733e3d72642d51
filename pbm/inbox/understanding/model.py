"""How likely each wish is, by logistic regression on the features of a letter.

The weights are made by ``scripts/reader train`` and lie in one file: a line of JSON, then
compressed rows of the weights that are not 0. A table of text would be slow to read.
"""

from __future__ import annotations

import json
import zlib
from array import array
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from math import exp, sqrt
from typing import Any, NamedTuple

from pbm.core.languages import texts
from pbm.inbox.understanding.features import SIZE

WEIGHTS = "reader.weights"
TALK, UNDECIDED = "talk", "undecided"
"""Wishes of examples that want nothing of the server."""

SPREAD = 4.0
"""Each of n features counts SPREAD/sqrt(n), so that a longer letter is no surer."""


class Guess(NamedTuple):
    """What is most likely wanted, and how likely that is, from 0 to 1."""

    wish: str
    share: float


@dataclass(frozen=True, eq=False)
class Model:
    """wishes: all of them. places: for each table of examples, the indexes of the possible wishes.

    begins: where the weights of each feature begin. of: the wish of each weight. weights: in parts
    of ``step``.
    """

    wishes: Sequence[str]
    places: Mapping[str, Sequence[int]]
    begins: Sequence[int]
    of: bytes
    weights: Sequence[int]
    step: float

    def guesses(self, features: Collection[int], place: str) -> Sequence[Guess]:
        """The possible wishes of a letter with these features, the likeliest first.

        place: the table of examples for the mail that it answers.
        """
        sums = [0] * len(self.wishes)
        for feature in features:
            for at in range(self.begins[feature], self.begins[feature + 1]):
                sums[self.of[at]] += self.weights[at]
        scale = self.step * SPREAD / sqrt(max(1, len(features)))
        scores = {wish: sums[wish] * scale for wish in self.places[place]}
        most = max(scores.values())
        powers = {wish: exp(each - most) for wish, each in scores.items()}
        total = sum(powers.values())
        ordered = sorted(powers, key=lambda wish: -powers[wish])
        return [Guess(self.wishes[each], powers[each] / total) for each in ordered]


@cache
def model() -> Model:
    return unpacked(texts().joinpath(WEIGHTS).read_bytes())


def head_of(written: bytes) -> Mapping[str, Any]:
    """The facts about the weights: wishes, places, step and the hash of what they are made from."""
    found: Mapping[str, Any] = json.loads(written.partition(b"\n")[0])
    return found


def packed(facts: Mapping[str, object], rows: Iterable[Sequence[tuple[int, int]]]) -> bytes:
    """The file of weights. rows: of each feature, the indexes of wishes with their weights."""
    rows = [*rows]
    of = bytes(wish for row in rows for wish, _ in row)
    weights = array("b", (weight for row in rows for _, weight in row)).tobytes()
    body = bytes(map(len, rows)) + of + weights
    return json.dumps(facts).encode() + b"\n" + zlib.compress(body, 9)


def unpacked(written: bytes) -> Model:
    facts = head_of(written)
    body = zlib.decompress(written.partition(b"\n")[2])
    begins = array("I", accumulate(body[:SIZE], initial=0))
    of = body[SIZE : SIZE + begins[-1]]
    weights = array("b", body[SIZE + begins[-1] :])
    return Model(facts["wishes"], facts["places"], begins, of, weights, facts["step"])
