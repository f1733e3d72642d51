"""The tables of each language hold together, and the lexicons take little memory."""

from __future__ import annotations

import pytest

from pbm.core.games import family, listed_games
from pbm.core.languages import languages
from pbm.inbox.line.access import Scope
from pbm.inbox.line.names import find_command
from pbm.inbox.understanding.lexicon import is_word, lexicon
from pbm.inbox.understanding.phrases import Phrase, all_read
from pbm.inbox.understanding.policy import policy
from pbm.inbox.understanding.wishes import HARMLESS, Sign, Term, Wish
from pbm.notices.help_texts import topics


@pytest.mark.parametrize("language", languages())
def test_every_language_has_all_tables_and_no_phrase_without_a_word(language: str) -> None:
    known, english = lexicon(language), lexicon("en")
    assert not known.phrases.meanings
    assert {each.meaning for each in known.topics.all} == {
        each.meaning for each in english.topics.all
    }
    assert {each.meaning for each in known.terms.all} == {*Term}


@pytest.mark.parametrize("language", languages())
def test_no_courtesy_is_also_a_denial(language: str) -> None:
    """Words that are ignored beside a yes would hide that the answer is a no."""
    known = lexicon(language)
    found = ((word, known.longest([word], 0)[1]) for word in known.known)
    assert [word for word, each in found if each & HARMLESS and each & {Sign.NOT, Wish.NO}] == []


@pytest.mark.parametrize("term", Term)
def test_each_topic_has_help(term: Term) -> None:
    assert term.value in topics() or find_command([term.value], Scope) is not None


def test_no_other_name_of_a_game_is_a_word_or_a_game() -> None:
    named = [(other, game.name) for game in listed_games() for other in game.also]
    found = ((family(other), name) for other, name in named)
    assert all(game is not None and game.name == name for game, name in found)
    assert [other for other, _ in named if is_word(other) or find_command([other], Scope)] == []


def test_the_policy_names_wishes_alone() -> None:
    rules = policy()
    tables = (rules.answered, rules.asked, rules.how, rules.puzzle, rules.mails)
    named = {
        *rules.first,
        *rules.only_asked,
        *rules.never_talk,
        *(each for t in tables for each in t),
    }
    assert named - {*Wish} <= {"contest", "about_contests"}


def test_equal_slots_are_shared_until_all_phrases_are_read() -> None:
    def slot() -> object:
        return Phrase.read("thanks|cheers", Sign.KIND, tuple).slots[0]

    first = slot()
    assert slot() is first
    all_read()
    assert slot() == first
    assert slot() is not first
