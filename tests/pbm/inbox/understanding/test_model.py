"""The model: made from the present examples, of which none judges it; it never acts."""

from __future__ import annotations

import pytest

from pbm.core.languages import languages, texts
from pbm.core.model import Offer
from pbm.inbox.understanding.intention import Certainty, Intention, answer, ask, do
from pbm.inbox.understanding.lexicon import lexicon
from pbm.inbox.understanding.model import WEIGHTS, head_of
from pbm.inbox.understanding.opinion import opinion
from pbm.inbox.understanding.phrases import plain_words
from pbm.inbox.understanding.sentences import Sentence, read_in
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.tokens import token_sentences
from pbm.notices.facts.places import Place
from scripts.reading.data import data_hash, examples
from tests.combinations import for_each
from tests.pbm.inbox.understanding.sets import SETS, Use, rows_of

MOST_BYTES = 1_500_000
ONE_IN = 20
"""So few examples are tried in every situation."""


def read(text: str, situation: Situation, language: str = "en") -> list[Sentence]:
    return [read_in(lexicon(language), each, situation) for each in token_sentences([text])]


def at(place: Place, offer: Offer | None = None, dropped: str = "") -> Situation:
    others = {"bob"}.__contains__
    return Situation(place, topic="gyges", offer=offer, dropped=dropped, is_player=others)


def meant(text: str, situation: Situation, said: Intention | None = None) -> Intention | None:
    return opinion(said, read(text, situation), situation)


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


@for_each(
    ("text", "place", "command"),
    [
        ("might the picture be sent to me again", Place.TURN, "show"),
        ("could you put that back, my thumb hit the button", Place.WAITING, "undo"),
        ("let us do this one more time", Place.OVER, "rematch"),
        ("please close my account, it was fun but I have no time left", Place.OVER, "signoff"),
    ],
)
def test_words_mean_what_those_like_them_mean(text: str, place: Place, command: str) -> None:
    found = meant(text, at(place))
    assert found is not None
    assert found.command == command


@pytest.mark.parametrize("language", languages())
def test_nothing_is_done_because_of_the_model(language: str) -> None:
    for example in [*examples(language)][::ONE_IN]:
        for situation in (*map(at, Place), *(at(Place.TURN, offer) for offer in Offer)):
            found = opinion(None, read(example.text, situation, language), situation)
            assert found is None or found.certainty is not Certainty.DO


def test_what_is_plain_stays_as_it_is() -> None:
    plain = do("resign", 0)
    assert meant("what lovely weather we have got today", at(Place.TURN), plain) == plain


def test_chatter_counts_more_than_a_word_that_happens_to_be_in_it() -> None:
    text = "the grandchildren were here and showed me the whole board of the new ship they built"
    found = meant(text, at(Place.TURN), answer("show", 0))
    assert found is not None
    assert found.certainty is Certainty.PASS_ON


def test_a_draw_is_only_agreed_to_in_plain_words() -> None:
    offered = at(Place.TURN, Offer.DRAW)
    found = meant("fair enough, a draw it is, well played", offered, ask("accept", 0))
    assert found == ask("accept", 0)


def test_words_behind_a_no_to_our_question_are_about_that_question() -> None:
    text = "my thumb hit the button, put that back would you"
    assert meant(text, at(Place.TURN, dropped="resign")) is None


def test_a_yes_is_only_looked_for_where_something_is_asked() -> None:
    text = "fine, shake on it then"
    assert (found := meant(text, at(Place.INVITED))) is not None
    assert found.command == "accept"
    playing = meant(text, at(Place.TURN))
    assert playing is None or playing.command != "accept"


def test_long_letters_tell_a_story() -> None:
    text = "my thumb hit the button, put that back would you " * 10
    assert meant(text, at(Place.WAITING)) is None
