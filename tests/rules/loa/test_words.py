"""Every phrase of Lines of Action has words, and the words use exactly its facts."""

from __future__ import annotations

from pbm.rules.game import Seat
from pbm.rules.phrase import Phrase, Word
from pbm.rules.words import WORDS as SHARED
from tests.rules.codes import facts_in
from tests.rules.loa.boards import GAME, drawn
from tests.rules.playouts import turns

WORDS = {**SHARED, **GAME.words}
TAKING = drawn("b..w...b\n........\n.w...b..\n........\n.......w")
WINNING = drawn("........\n..b....w\n...b....\n........\n....b..w\n........\nw.......")


def shown(phrase: Phrase) -> tuple[str, dict[str, object]]:
    return phrase.code, dict(phrase.facts)


def test_a_move_is_explained_step_by_step() -> None:
    assert [shown(each) for each in GAME.explain(TAKING, "a8xd8")] == [
        ("explains_line", {"rule": "LA2", "count": 3, "origin": "a8", "target": "d8"}),
        ("explains_capture", {"rule": "LA4", "target": "d8"}),
    ]
    won = {"rule": "LA5", "seat": "Black", "how": Word("because_connected")}
    assert [shown(each) for each in GAME.explain(WINNING, "e4-e5")] == [
        ("explains_line", {"rule": "LA2", "count": 1, "origin": "e4", "target": "e5"}),
        ("explains_win", won),
    ]


def test_every_phrase_uses_exactly_its_facts() -> None:
    told = [phrase for viewer in (None, *Seat) for phrase in GAME.aim(viewer)]
    for state, move in turns("loa/standard", 1):
        told += GAME.describe(state, move)
        told += GAME.explain(state, GAME.format(state, move))
    for phrase in told:
        assert facts_in(WORDS[phrase.code]) == set(phrase.facts)
