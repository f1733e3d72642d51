"""Sentences of our mails are recognised in letters; moves shown in our help are not."""

from __future__ import annotations

import pytest

from pbm.notices.phrases import first_line_of_ours
from tests.combinations import for_each

SENTENCE = "Reply with your move on the first line, like"
MOVES = [
    "34-44-43; 43-53-N",
    "51-43-33-31-21-(11-12-)S",
    "24-(14-15-)25-(24-)34-44-(54-64-)N",
    "15-26-36-66",
    "13-14-24x35=33",
    "A3-A5",
]


@for_each("move", MOVES)
def test_a_move_is_not_recognised_as_a_sentence(move: str) -> None:
    assert first_line_of_ours([move, "", "Have fun!"]) is None


def test_what_a_move_does_is_told_by_players_in_words_of_our_help() -> None:
    told = "Ich ziehe von 15 nach 13, und der Ring von dort kommt nach 54."
    assert first_line_of_ours([told]) is None


@pytest.mark.parametrize(
    "text",
    [
        ["Ik wil liever met alle stenen op het bord"],
        ["Ich wollte lieber mit allen Steinen auf dem Brett beginnen."],
        ["Hello,", "I'd rather begin with all pieces on the board", "Bob"],
    ],
)
def test_a_few_words_of_ours_may_be_within_a_sentence_of_the_writers(text: list[str]) -> None:
    assert first_line_of_ours(text) is None


def test_more_words_of_ours_are_recognised_behind_words_of_the_writers() -> None:
    assert first_line_of_ours([f"Hello! {SENTENCE} 16-35"]) == 0
    assert first_line_of_ours([f"I see: {SENTENCE}", "", SENTENCE]) == 0


@pytest.mark.parametrize("wrapped", [[SENTENCE], SENTENCE.split(), [f"\t{SENTENCE}"]])
def test_a_sentence_is_recognised_with_any_line_breaks(wrapped: list[str]) -> None:
    assert first_line_of_ours(["Hello!", *wrapped]) == 1
