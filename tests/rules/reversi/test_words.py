"""Every phrase of Reversi has words, and the words use exactly its facts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbm.rules.errors import RulesError
from pbm.rules.game import Seat, Style
from pbm.rules.phrase import Phrase
from pbm.rules.words import OF_THE_KIT
from pbm.rules.words import WORDS as SHARED
from tests.rules.codes import facts_in
from tests.rules.playouts import turns
from tests.rules.reversi.boards import GAME, drawn

WORDS = {**SHARED, **GAME.words}
REFUSED = {"d4": "taken_already", "a1": "turns_nothing", "d9": "no_such_cell", "de": "no_cell"}


def told() -> Iterator[Phrase]:
    for viewer in (None, *Seat):
        yield from GAME.aim(viewer)
    lesson = GAME.lesson()
    yield from (view.caption for view in lesson.views)
    yield from (each for task in lesson.tasks for each in (task.question, task.hint))
    for seed in range(8):
        for state, move in turns("reversi/standard", seed):
            yield from GAME.describe(state, move)
            yield from GAME.explain(state, GAME.format(state, move))
    for text, code in REFUSED.items():
        with pytest.raises(RulesError) as caught:
            GAME.parse(GAME.start(), text)
        assert caught.value.phrase.code == code
        yield caught.value.phrase


def test_every_word_is_used_with_exactly_its_facts() -> None:
    phrases = list(told())
    for phrase in phrases:
        assert facts_in(WORDS[phrase.code]) == set(phrase.facts)
    codes = {phrase.code for phrase in phrases}
    assert set(GAME.words) - codes == {"reason_discs"}
    assert "explains_pass" in codes <= {*SHARED, *OF_THE_KIT, *GAME.words}


def test_boards_in_words_name_every_disc_by_row() -> None:
    board = GAME.render(drawn("bw......\n.b......"), Style.LIST, Seat.SECOND)
    assert board.splitlines()[1:4] == [
        "Row 1: a1 Black, b1 White.",
        "Row 2: b2 Black.",
        "Row 3: empty.",
    ]
