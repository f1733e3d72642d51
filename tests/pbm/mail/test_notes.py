from __future__ import annotations

import pytest

from pbm.mail.notes import Note, is_of_stranger


@pytest.mark.parametrize("note", Note)
def test_every_note_but_the_operators_is_of_a_stranger(note: Note) -> None:
    assert is_of_stranger(note) is (note is not Note.FOR_OPERATOR)


@pytest.mark.parametrize("note", ["done", "held", "auto-replied", "not from one address"])
def test_notes_for_people_are_not(note: str) -> None:
    assert not is_of_stranger(note)


def test_what_became_of_a_letter_that_waited_is_found_by_the_same_words() -> None:
    waited = (Note.LAPSED, Note.SECOND, Note.TOO_MANY, Note.TOO_LONG, Note.UNREADABLE)
    assert all(note.startswith(f"{Note.WITHHELD}, ") for note in waited)
