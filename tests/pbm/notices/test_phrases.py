"""Sentences of our mails are known in a letter; moves that our help shows are anybody's."""

from __future__ import annotations

import pytest

from pbm.notices.phrases import first_line_of_ours

SENTENCE = "Reply with your move on the first line, like"
MOVES = [
    "34-44-43; 43-53-N",
    "51-43-33-31-21-(11-12-)S",
    "24-(14-15-)25-(24-)34-44-(54-64-)N",
    "15-26-36-66",
    "13-14-24x35=33",
    "A3-A5",
]


@pytest.mark.parametrize("move", MOVES)
def test_a_move_is_no_sentence_of_ours(move: str) -> None:
    assert first_line_of_ours([move, "", "Have fun!"]) is None


@pytest.mark.parametrize("wrapped", [[SENTENCE], SENTENCE.split(), [f"\t{SENTENCE}"]])
def test_a_sentence_is_known_however_it_is_wrapped(wrapped: list[str]) -> None:
    assert first_line_of_ours(["Hello!", *wrapped]) == 1
