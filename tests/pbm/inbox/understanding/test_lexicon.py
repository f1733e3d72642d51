"""The lexicons of a server take little memory."""

from __future__ import annotations

from pbm.inbox.understanding.phrases import Phrase, all_read
from pbm.inbox.understanding.wishes import Sign


def test_equal_slots_are_shared_until_all_phrases_are_read() -> None:
    def slot() -> object:
        return Phrase.read("thanks|cheers", Sign.KIND, tuple).slots[0]

    first = slot()
    assert slot() is first
    all_read()
    assert slot() == first
    assert slot() is not first
