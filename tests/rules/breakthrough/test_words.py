"""Every phrase of Breakthrough and of the kit has words, and the words use exactly its facts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

import pytest

from pbm.rules.drawing import draw
from pbm.rules.errors import RulesError
from pbm.rules.game import Seat, Style
from pbm.rules.phrase import Phrase, Word
from pbm.rules.play import replay
from pbm.rules.words import WORDS as SHARED
from tests.combinations import for_each
from tests.rules.breakthrough.boards import GAME, SMALL, drawn
from tests.rules.codes import facts_in
from tests.rules.playouts import turns

WORDS = {**SHARED, **GAME.words}
ROWS = "bb..../....../....../....../....../ww...."
REFUSED: Mapping[str, Callable[[], object]] = {
    "unreadable": lambda: SMALL.parse(drawn(), "hello"),
    "no_such_cell": lambda: SMALL.parse(drawn(), "a3-a9"),
    "off_the_board": lambda: SMALL.apply(drawn(), (0, 99)),
    "may_not_pass": lambda: SMALL.skip(drawn()),
    "nothing_there": lambda: SMALL.parse(drawn(), "a1-a2"),
    "not_yours": lambda: SMALL.parse(drawn(), "b5-b4"),
    "own_piece_there": lambda: SMALL.parse(drawn(), "d2-d3"),
    "one_step_ahead": lambda: SMALL.parse(drawn(), "d3-d5"),
    "no_capture_ahead": lambda: SMALL.parse(drawn(), "b4-b5"),
    "start_unknown": lambda: SMALL.start("random"),
    "position_fields": lambda: SMALL.decode(ROWS),
    "position_side": lambda: SMALL.decode(f"{ROWS} x"),
    "position_rows": lambda: SMALL.decode("x w"),
    "position_row_unreadable": lambda: SMALL.decode(f"x{ROWS[1:]} w"),
    "position_row_length": lambda: SMALL.decode(f".{ROWS} w"),
}
LABELS = {
    *("mark_White", "mark_Black", "sides", "sides_for", "you_are", "won", "last_move"),
    *("legend_last_move", "listed_row", "listed_piece", "listed_empty_row"),
}


@for_each("code", REFUSED)
def test_the_words_of_refusals_use_their_facts(code: str) -> None:
    with pytest.raises(RulesError) as caught:
        REFUSED[code]()
    phrase = caught.value.phrase
    assert phrase.code == code
    assert facts_in(WORDS[code]) == set(phrase.facts)


def told() -> Iterator[Phrase]:
    for viewer in (None, *Seat):
        yield from GAME.aim(viewer)
    lesson = GAME.lesson()
    yield from (view.caption for view in lesson.views)
    yield from (each for task in lesson.tasks for each in (task.question, task.hint))
    for seed in range(1, 30):
        for state, move in turns("breakthrough/6x6", seed):
            yield from SMALL.describe(state, move)
            yield from SMALL.explain(state, SMALL.format(state, move))
    only = drawn(". . . . . .\n" * 3 + ". b . . . .\nw . . . . .\n. . . . . .")
    yield from SMALL.explain(only, "a2xb3")


def test_every_other_word_is_used_with_exactly_its_facts() -> None:
    phrases = list(told())
    for phrase in phrases:
        assert facts_in(WORDS[phrase.code]) == set(phrase.facts)
        assert all(WORDS[fact] for fact in phrase.facts.values() if isinstance(fact, Word))
    endings = {f"{part}_{reason}" for part in ("reason", "because") for reason in ENDS}
    known = {*REFUSED, *LABELS, *GAME.seats, *endings, *(phrase.code for phrase in phrases)}
    assert set(GAME.words) <= known <= {*WORDS}


ENDS = ("last_row", "all_taken")


def test_boards_use_all_labels() -> None:
    """Each label contains its code, so that the boards show which labels they use."""
    tagged = {code: f"<{code}>{text}" for code, text in WORDS.items()}
    used: set[str] = set()
    for state, move in turns("breakthrough/6x6", 1):
        after = SMALL.apply(state, move)
        for viewer in (None, *Seat):
            for style in Style:
                used |= set(re.findall(r"<(\w+)>", SMALL.render(after, style, viewer, tagged)))
            used |= set(re.findall(r"<(\w+)>", draw(SMALL, after, viewer, tagged).legend))
    assert used == {*LABELS, *GAME.seats}


def test_near_misses_are_read_and_printed_forms_come_back() -> None:
    start = GAME.start()
    for text in ("e2-e3", "e2e3", "E2 E3", "e2:e3", "e2xe3!", " e2 - e3 ", "e2–e3"):
        assert GAME.make(start, text).printed == "e2-e3"
    assert not GAME.reads("e2-e2")
    assert GAME.reads("e2-e9")
    assert not GAME.reads("e2")


def test_a_record_is_replayed() -> None:
    moves = ["e2-e3", "d7-d6", "e3-e4", "d6-d5", "e4xd5"]
    assert replay(GAME, GAME.start(), moves).plies[-1].after.taken == "b"
