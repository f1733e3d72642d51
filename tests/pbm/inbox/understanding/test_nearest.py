"""Sentences that no phrase explains are asked about or answered like similar ones, never done."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence

import pytest

from pbm.core.languages import languages, texts
from pbm.core.model import Offer
from pbm.inbox.places import Place
from pbm.inbox.understanding.examples import EXAMPLES, examples
from pbm.inbox.understanding.intention import Certainty
from pbm.inbox.understanding.lexicon import lexicon
from pbm.inbox.understanding.nearest import nearest
from pbm.inbox.understanding.sentences import Sentence, read_in
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.tokens import token_sentences
from pbm.inbox.understanding.wishes import Wish

PLACES = (Place.TURN, Place.WAITING, Place.OVER, Place.INVITED, Place.BETWEEN)
EVERY = 9
"""Only every ninth example is tried."""


def written(language: str) -> Iterator[str]:
    tables = tomllib.loads(texts().joinpath(language, EXAMPLES).read_text("utf-8"))
    return (sentence for each in tables.values() for sentence in each)


def read(text: str, situation: Situation, language: str = "en") -> Sequence[Sentence]:
    return [read_in(lexicon(language), each, situation) for each in token_sentences([text])]


def at(place: Place, offer: Offer | None = None, dropped: str = "") -> Situation:
    return Situation(place, topic="gyges", offer=offer, dropped=dropped)


@pytest.mark.parametrize("language", languages())
def test_nothing_is_done_because_it_is_like_an_example(language: str) -> None:
    situations = [*map(at, PLACES), *(at(Place.TURN, offer) for offer in Offer)]
    found = [
        nearest(read(text, situation, language), situation)
        for text in list(written(language))[::EVERY]
        for situation in situations
    ]
    certain = {each.certainty for each in found if each is not None}
    assert certain == {Certainty.ASK, Certainty.ANSWER}


@pytest.mark.parametrize(
    ("text", "place", "command"),
    [
        ("might the picture be sent to me again", Place.TURN, "show"),
        ("my thumb hit the button, put that back would you", Place.WAITING, "undo"),
        ("triple or quits?", Place.OVER, "rematch"),
        ("I have no hope of winning this any more", Place.TURN, "resign"),
    ],
)
def test_words_mean_what_those_like_them_mean(text: str, place: Place, command: str) -> None:
    meant = nearest(read(text, at(place)), at(place))
    assert meant is not None
    assert meant.command == command


def test_words_like_no_example_want_nothing() -> None:
    assert nearest(read("ostriches outrun zebras uphill", at(Place.TURN)), at(Place.TURN)) is None


def test_a_yes_is_only_looked_for_where_something_is_asked() -> None:
    text = "fine, shake on it then"
    invited, playing = at(Place.INVITED), at(Place.TURN)
    asked = nearest(read(text, invited), invited)
    assert asked is not None
    assert (asked.certainty, asked.command) == (Certainty.ASK, "accept")
    assert nearest(read(text, playing), playing) is None


def test_words_behind_a_no_to_our_question_are_about_that_question() -> None:
    situation = at(Place.TURN, dropped="resign")
    text = "my thumb hit the button, put that back would you"
    assert nearest(read(text, situation), situation) is None


def test_examples_at_odds_tell_nothing() -> None:
    known = examples("en")
    assert known.meaning(["take", "it", "back"], set()) is None
    assert known.meaning(["please", "take", "my", "last", "move", "back"], {Wish.UNDO}) is Wish.UNDO
