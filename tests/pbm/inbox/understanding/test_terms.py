"""Words of our mails are explained to those who ask what they mean."""

from __future__ import annotations

import pytest

from pbm.core.languages import languages
from pbm.inbox.line.access import Scope
from pbm.inbox.line.names import find_command
from pbm.inbox.understanding.intention import Certainty
from pbm.inbox.understanding.lexicon import lexicon
from pbm.inbox.understanding.reading import understand
from pbm.inbox.understanding.situation import Situation
from pbm.inbox.understanding.wishes import Term
from pbm.notices.facts.places import Place
from pbm.notices.help_texts import topics
from tests.pbm.inbox.understanding.planted import situation_at

CLUB = Situation(Place.BETWEEN, "alice", "en")


def asked(text: str, situation: Situation = CLUB) -> str:
    found = understand((text,), situation)
    return found.command if found.certainty is Certainty.ANSWER else ""


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("what's the ladder?", "contests"),
        ("how do seasons work", "contests"),
        ("what is thinking time?", "clocks"),
        ("what does unrated mean?", "ratings"),
        ("what is a seek?", "seek"),
        ("Was ist die Stufenleiter?", "contests"),
        ("Stufenleiter?", "contests"),
        ("was bedeutet Bedenkzeit", "clocks"),
        ("erklär mir die Elo-Zahl", "ratings"),
        ("Was sind Angebote?", "seek"),
        ("c'est quoi l'échelle ?", "contests"),
        ("c'est quoi le temps de réflexion ?", "clocks"),
        ("que veut dire partie amicale ?", "ratings"),
        ("comment marche le championnat ?", "contests"),
        ("wat is de ladder?", "contests"),
        ("wat betekent bedenktijd?", "clocks"),
        ("wat is een oproep?", "seek"),
        ("cos'è la classifica a sfide?", "contests"),
        ("come funziona il campionato?", "contests"),
        ("che significa tempo di riflessione?", "clocks"),
        ("cosa vuol dire amichevole?", "ratings"),
    ],
)
def test_a_word_is_explained(text: str, topic: str) -> None:
    assert asked(text) == f"help {topic}"
    assert asked(text, situation_at(Place.TURN)) == f"help {topic}"


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("what is my rating?", "ratings alice"),
        ("is there a puzzle too?", "puzzle"),
        ("Gibt es eine Rangliste?", "users"),
    ],
)
def test_a_question_about_more_than_the_word_is_answered_as_before(text: str, command: str) -> None:
    assert asked(text) == command


@pytest.mark.parametrize(
    "text",
    ["Hattest du einen schönen Urlaub?", "did you enjoy your vacation?", "did she win the cup?"],
)
def test_talk_with_such_words_is_talk(text: str) -> None:
    assert not asked(text, situation_at(Place.OVER)).startswith("help")


@pytest.mark.parametrize("term", Term)
def test_each_topic_has_help(term: Term) -> None:
    assert term.value in topics() or find_command([term.value], Scope) is not None


@pytest.mark.parametrize("language", languages())
def test_every_language_has_words_for_all_topics(language: str) -> None:
    assert {each.meaning for each in lexicon(language).terms.all} == {*Term}
