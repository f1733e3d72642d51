"""The model: made from the present examples, of which none judges it; it never acts."""

from __future__ import annotations

import pytest

from pbm.core.languages import languages, texts
from pbm.core.model import Offer
from pbm.inbox.understanding.intention import Certainty
from pbm.inbox.understanding.lexicon import lexicon
from pbm.inbox.understanding.model import WEIGHTS, head_of
from pbm.inbox.understanding.opinion import opinion
from pbm.inbox.understanding.phrases import plain_words
from pbm.inbox.understanding.sentences import Sentence, read_in
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.tokens import token_sentences
from pbm.notices.facts.places import Place
from scripts.reading.data import data_hash, examples
from tests.pbm.inbox.understanding.sets import SETS, Use, rows_of

MOST_BYTES = 1_500_000
ONE_IN = 20
"""So few examples are tried in every situation."""


def read(text: str, situation: Situation, language: str = "en") -> list[Sentence]:
    return [read_in(lexicon(language), each, situation) for each in token_sentences([text])]


def at(place: Place, offer: Offer | None = None, dropped: str = "") -> Situation:
    others = {"bob"}.__contains__
    return Situation(place, topic="gyges", offer=offer, dropped=dropped, is_player=others)


def test_the_weights_are_those_of_the_present_examples() -> None:
    written = texts().joinpath(WEIGHTS).read_bytes()
    assert head_of(written)["data"] == data_hash(), "run scripts/reader train"
    assert len(written) <= MOST_BYTES


def test_no_row_that_judges_is_an_example() -> None:
    held_out = {
        tuple(plain_words(row.body.replace("\\n", " ")))
        for name, use in SETS.items()
        if use is not Use.TRAIN
        for row in rows_of(name)
    }
    known = (each.text for language in languages() for each in examples(language))
    assert [text for text in known if tuple(plain_words(text)) in held_out] == []


@pytest.mark.parametrize("language", languages())
def test_nothing_is_done_because_of_the_model(language: str) -> None:
    for example in [*examples(language)][::ONE_IN]:
        for situation in (*map(at, Place), *(at(Place.TURN, offer) for offer in Offer)):
            found = opinion(None, read(example.text, situation, language), situation)
            assert found is None or found.certainty is not Certainty.DO
