"""Words that may be passwords, of letters in which nothing was understood."""

from __future__ import annotations

from dataclasses import replace

from pbm.dialogue.reading import MOST_OWN_CHARACTERS
from pbm.dialogue.suspects import suspects
from pbm.mail.letter import Letter
from tests.pbm.dialogue.lines import PLAIN


def letter(*lines: str) -> Letter:
    return Letter(("bob@example.net",), "", None, (), lines, (), 0, None)


def test_long_words_of_a_line_that_speaks_of_a_password_are_suspects() -> None:
    found = suspects(letter("my password is marble-tower", "and the weather is beautiful"), PLAIN)
    assert "marble-tower" in found
    assert "beautiful" not in found


def test_every_long_word_behind_what_is_read_of_a_letter_is_a_suspect() -> None:
    lines = ["x" * 900] * (MOST_OWN_CHARACTERS // 900 + 1)
    assert "marble-tower" in suspects(letter(*lines, "the marble-tower"), PLAIN)


def test_no_more_words_are_looked_up_however_long_the_letter_is() -> None:
    def looked_up(lines: int) -> int:
        asked: list[str] = []

        def is_player(word: str) -> bool:
            asked.append(word)
            return False

        text = [f"kennwort {number} {'secrets! ' * 90}" for number in range(lines)]
        suspects(letter(*text), replace(PLAIN, is_player=is_player))
        return len(asked)

    assert looked_up(500) == looked_up(250)
