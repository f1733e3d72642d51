from __future__ import annotations

from pbm.rules.kit.voice import WIDTH, Voice, filled, unbroken
from pbm.rules.phrase import Word


def test_a_label_that_is_not_translated_is_in_english() -> None:
    voice = Voice({"won": "{player} gewinnt"}, {"won": "{player} wins", "White": "White"})
    assert voice.say("won", player=Word("White")) == "White gewinnt"


def test_a_list_of_facts_is_joined_with_commas() -> None:
    assert Voice({}, {"cells": "at {cells}"}).say("cells", cells=("a1", "b2")) == "at a1, b2"


def test_long_paragraphs_are_wrapped_between_words_that_may_be_parted() -> None:
    together = unbroken("b2 white")
    lines = list(filled([f"{'x' * 60} {together} {together}", "short "]))
    assert lines == [f"{'x' * 60} b2 white", "b2 white", "short"]
    assert max(map(len, lines)) <= WIDTH
