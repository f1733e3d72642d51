from __future__ import annotations

from pbm.mail.notes import Note, is_of_stranger
from tests.combinations import for_each

OF_ANYBODY = (
    Note.FOR_OPERATOR, Note.AUTOMATIC, Note.REPEATED, Note.RELAYED, Note.NO_AUTHOR, Note.FOREIGN
)  # fmt: skip


@for_each("note", Note)
def test_which_notes_are_about_strangers(note: Note) -> None:
    assert is_of_stranger(note) is (note not in OF_ANYBODY)


@for_each("note", ["done", "held", "auto-replied"])
def test_other_notes_are_not_about_strangers(note: str) -> None:
    assert not is_of_stranger(note)


def test_notes_of_letters_that_waited_begin_with_the_same_words() -> None:
    waited = (Note.LAPSED, Note.SECOND, Note.TOO_MANY, Note.TOO_LONG, Note.UNREADABLE)
    assert all(note.startswith(f"{Note.WITHHELD}, ") for note in waited)
