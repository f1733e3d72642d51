"""The lexicons of a server take little memory, however much is read with them."""

from __future__ import annotations

from pbm.inbox.understanding import examples
from pbm.inbox.understanding.lexicon import lexicon, passing
from pbm.inbox.understanding.phrases import Phrase, all_read
from pbm.inbox.understanding.wishes import Sign


def test_what_a_passing_reader_finds_is_forgotten() -> None:
    known = lexicon("nl").phrases.made
    before = len(known)
    with passing(lexicon("nl")) as words:
        assert [each.language for each in examples.read_example("ik geef op", words)] == ["nl"]
        found = words.phrases.made
        assert found
    assert not found
    assert len(known) == before


def test_equal_slots_are_shared_until_all_phrases_are_read() -> None:
    def slot() -> object:
        return Phrase.read("thanks|cheers", Sign.KIND, tuple).slots[0]

    first = slot()
    assert slot() is first
    all_read()
    assert slot() == first
    assert slot() is not first
