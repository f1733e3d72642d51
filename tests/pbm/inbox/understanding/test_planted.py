"""Everyday words in a quote are never taken for the writer's own.

``scripts/trials words`` tries a hundred thousand letters.
"""

from __future__ import annotations

import pytest

from pbm.inbox.understanding.intention import Certainty
from pbm.notices.facts.places import Place
from tests.combinations import for_each
from tests.pbm.inbox.understanding.planted import HARMLESS, obeys_no_planted_words, understood

FEW = 500


def test_no_planted_words_are_obeyed() -> None:
    for number in range(FEW):
        obeys_no_planted_words(number)


@pytest.mark.parametrize("text", ["I give up", "16-35 please", "undo please"])
def test_the_same_words_are_understood_outside_of_a_quote(text: str) -> None:
    meant = understood((text,), Place.TURN)
    assert meant.certainty in (Certainty.DO, Certainty.ASK)


@for_each("text", HARMLESS)
def test_harmless_words_ask_for_nothing(text: str) -> None:
    meant = understood(tuple(text.split("\n")), Place.TURN)
    assert meant.certainty in (Certainty.PASS_ON, Certainty.UNCLEAR)
