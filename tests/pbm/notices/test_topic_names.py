"""The names of help topics in all languages."""

from __future__ import annotations

import pytest

from pbm.core.games import family, listed_games
from pbm.core.languages import languages
from pbm.inbox.line.access import Scope
from pbm.inbox.line.names import find_command
from pbm.notices.help_texts import topics
from pbm.notices.topic_names import behind_help, names_of_topics, topic_name, topic_named
from tests.combinations import for_each


def topics_of_the_club() -> set[str]:
    """The topics that are about no game and no rule set."""
    rulesets = {game.ruleset for game in listed_games()}
    return {each for each in topics() if not (family(each) or each in rulesets)}


@pytest.mark.parametrize("language", languages())
def test_every_topic_has_a_name_in_each_language_that_means_no_other(language: str) -> None:
    names = names_of_topics(language)
    assert topics_of_the_club() <= {*names}
    others = {*names} - topics_of_the_club() - {"rules", "commands"}
    assert [each for each in others if find_command([each], Scope) is None] == []
    for topic, written in names.items():
        assert {topic_named(each, other) for each in written for other in languages()} == {topic}


def test_a_topic_has_its_own_name_in_english() -> None:
    assert [topic_name(each) for each in topics()] == topics()


@for_each(
    ("line", "asked"),
    [
        ("Hilfe: about", "about"),
        ("Hilfe zur Uhr", "uhr"),
        ("Aide : règles", "regles"),
        ("aiuto sulle gare", "gare"),
        ("HULP BIJ TOERNOOIEN!", "toernooien"),
        ("Help: ratings", "ratings"),
        ("Hilfe", ""),
        ("keine Hilfe nötig", ""),
        ("Hilfestellung Uhr", ""),
    ],
)
def test_what_help_is_asked_for_on_stands_behind_the_word_for_it(line: str, asked: str) -> None:
    assert behind_help(line) == asked
