"""What unclear words want is guessed from examples, and done only if nearly certain."""

from __future__ import annotations

from functools import cache

import pytest

from pbm.core.languages import languages
from pbm.core.model import Offer
from pbm.inbox.understanding.examples import examples
from pbm.inbox.understanding.intention import Certainty, Intention, answer, ask, do
from pbm.inbox.understanding.lexicon import lexicon
from pbm.inbox.understanding.second_opinion import second_opinion
from pbm.inbox.understanding.sentences import Sentence, read_in
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.tokens import token_sentences
from pbm.notices.facts.places import Place
from tests.combinations import for_each
from tests.pbm.inbox.understanding.crossed import Tried, crossed
from tests.shared import once

FREE = {"accept", "decline", "reject", "propose draw", "undo", "rematch"}
LEAST_RIGHT = {
    "invitation": 0.72,
    "draw_offered": 0.80,
    "undo_offered": 0.82,
    "board": 0.68,
    "finished": 0.58,
    "welcome": 0.55,
}
"""The least share of examples that are guessed rightly from the others: a little less than now."""


def read(text: str, situation: Situation, language: str = "en") -> list[Sentence]:
    return [read_in(lexicon(language), each, situation) for each in token_sentences([text])]


def at(place: Place, offer: Offer | None = None, dropped: str = "") -> Situation:
    others = {"bob"}.__contains__
    return Situation(place, topic="gyges", offer=offer, dropped=dropped, is_player=others)


def meant(text: str, situation: Situation, said: Intention | None = None) -> Intention | None:
    return second_opinion(said, read(text, situation), situation)


@for_each(
    ("text", "place", "command"),
    [
        ("might the picture be sent to me again", Place.TURN, "show"),
        ("my thumb hit the button, put that back would you", Place.WAITING, "undo"),
        ("let us do this one more time", Place.OVER, "rematch"),
        ("I have no hope of winning this any more", Place.TURN, "resign"),
        ("please close my account, it was fun but I have no time left", Place.OVER, "signoff"),
        ("I'd like to see how bob does at gyges against me", Place.BETWEEN, "gyges challenge bob"),
    ],
)
def test_words_mean_what_those_like_them_mean(text: str, place: Place, command: str) -> None:
    found = meant(text, at(place))
    assert found is not None
    assert found.command == command


@pytest.mark.slow
@pytest.mark.parametrize("language", languages())
def test_only_what_costs_little_is_ever_done(language: str) -> None:
    done = set()
    for example in _examples(language):
        for situation in (*map(at, Place), *(at(Place.TURN, offer) for offer in Offer)):
            found = second_opinion(None, read(example, situation, language), situation)
            if found is not None and found.certainty is Certainty.DO:
                done.add(found.command)
                assert not (found.command == "accept" and situation.offer)
    assert done <= FREE
    assert done


def _examples(language: str) -> list[str]:
    return [text for _, text in examples(language)][::50]


@cache
def _crossed() -> list[Tried]:
    return once("crossed", lambda: list(crossed()))()


@pytest.mark.slow
def test_examples_are_guessed_from_the_others() -> None:
    for table, least in LEAST_RIGHT.items():
        found = [each.is_right for each in _crossed() if each.table == table]
        assert sum(found) >= least * len(found), table


@pytest.mark.slow
def test_a_lead_tells_how_certain_a_guess_is() -> None:
    found = [each for each in _crossed() if each.table in ("invitation", "undo_offered")]
    clear = [each.is_right for each in found if each.guess.lead >= 6]
    unclear = [each.is_right for each in found if each.guess.lead < 1]
    assert sum(clear) > 0.95 * len(clear)
    assert sum(unclear) < 0.75 * len(unclear)


def test_what_is_plain_stays_as_it_is() -> None:
    plain = do("resign", 0)
    assert meant("what lovely weather we have got today", at(Place.TURN), plain) == plain


@pytest.mark.parametrize(
    "text",
    [
        "if I get a new job I'd love to play, count me in",
        "would love to, count me in, or what do you think?",
        "my brother says he would love to, count him in",
    ],
)
def test_words_against_it_make_a_yes_a_question(text: str) -> None:
    found = meant(text, at(Place.INVITED), ask("accept", 0))
    assert found is None or found.certainty is not Certainty.DO


def test_a_draw_is_never_agreed_to_by_a_guess() -> None:
    offered = at(Place.TURN, Offer.DRAW)
    found = meant("fair enough, a draw it is, well played", offered, ask("accept", 0))
    assert found == ask("accept", 0)


def test_chatter_counts_more_than_a_word_that_happens_to_be_in_it() -> None:
    text = "the grandchildren were here and showed me the whole board of the new ship they built"
    found = meant(text, at(Place.TURN), answer("show", 0))
    assert found is not None
    assert found.certainty is Certainty.PASS_ON


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
