"""Every phrase of DVONN has words, and the words use exactly its facts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

import pytest

from pbm.rules.drawing import draw
from pbm.rules.dvonn.state import Move, State
from pbm.rules.dvonn.words import (
    ENDINGS,
    EXPLAINING,
    LABELS,
    NAMES,
    PHRASES,
    POSITION_ERRORS,
    REFUSALS,
    WORDS,
)
from pbm.rules.errors import RulesError
from pbm.rules.game import Seat, Style
from pbm.rules.phrase import Phrase, Word
from tests.combinations import for_each
from tests.rules.codes import facts_in
from tests.rules.dvonn.boards import EMPTY, GAME, SURROUNDED, drawn, played
from tests.rules.dvonn.vectors import recorded_games

STACKING = drawn(SURROUNDED)
BLACK = drawn(SURROUNDED, "b")
ENDED = GAME.decode("........./........../r........../........../......... =")
START = GAME.start()

REFUSED: Mapping[str, Callable[[], object]] = {
    "unreadable": lambda: GAME.parse(START, "hello"),
    "no_such_cell": lambda: GAME.parse(STACKING, "b5-b4"),
    "no_such_row": lambda: GAME.parse(STACKING, "a3-a6"),
    "off_the_board": lambda: GAME.apply(START, Move(None, 999)),
    "game_has_ended": lambda: GAME.parse(ENDED, "a3-b3"),
    "placing_is_over": lambda: GAME.parse(STACKING, "f3"),
    "still_placing": lambda: GAME.parse(START, "a3-b3"),
    "cell_is_taken": lambda: GAME.parse(played(START, "f3"), "f3"),
    "no_choice_to_pass": lambda: GAME.skip(START),
    "nothing_to_move": lambda: GAME.parse(STACKING, "a3-b3"),
    "dvonn_alone": lambda: GAME.parse(STACKING, "c3-d3"),
    "not_your_stack": lambda: GAME.parse(STACKING, "d3-e3"),
    "surrounded": lambda: GAME.parse(BLACK, "d3-e3"),
    "wrong_way_single": lambda: GAME.parse(STACKING, "f3-d3"),
    "wrong_way_stack": lambda: GAME.parse(drawn(SURROUNDED.replace("r ", "[rw]")), "c3-d3"),
    "lands_on_nothing": lambda: GAME.parse(STACKING, "f3-g3"),
    "position_fields": lambda: GAME.decode(EMPTY),
    "position_side": lambda: GAME.decode(f"{EMPTY} x"),
    "position_stage": lambda: GAME.decode(f"{EMPTY} w x"),
    "position_rows": lambda: GAME.decode("x"),
    "position_row_unreadable": lambda: GAME.decode(f"x{EMPTY} w"),
    "position_row_length": lambda: GAME.decode(f".{EMPTY} w"),
    "position_dvonn_on_top": lambda: GAME.decode(f"[wr]{EMPTY[1:]} w"),
    "position_pieces": lambda: GAME.decode(f"rrrr{EMPTY[4:]} w"),
    "position_not_placing": lambda: GAME.decode(f"w{EMPTY[1:]} b placing"),
    "position_wrong_side": lambda: GAME.decode(f"{EMPTY} b placing"),
    "position_not_over": lambda: GAME.decode(f"rw{EMPTY[2:]} ="),
    "start_unknown": lambda: GAME.start("chess960"),
}


def check(phrase: Phrase) -> None:
    assert facts_in(WORDS[phrase.code]) == set(phrase.facts)
    assert all(fact in NAMES for fact in phrase.facts.values() if isinstance(fact, Word))


def test_every_code_of_a_refusal_has_an_example_here() -> None:
    assert set(REFUSED) == {*REFUSALS, *POSITION_ERRORS}


@for_each("code", REFUSED)
def test_the_words_of_refusals_use_their_facts(code: str) -> None:
    with pytest.raises(RulesError) as caught:
        REFUSED[code]()
    assert caught.value.phrase.code == code
    check(caught.value.phrase)


def told() -> Iterator[Phrase]:
    for plies in recorded_games():
        for ply in plies:
            if ply.move is not None:
                yield from GAME.describe(ply.before, ply.move)


def test_the_words_of_descriptions_use_exactly_their_facts() -> None:
    phrases = list(told())
    for phrase in phrases:
        check(phrase)
    assert {phrase.code for phrase in phrases} == set(PHRASES)


def explained() -> Iterator[Phrase]:
    for plies in recorded_games():
        for ply in plies:
            if ply.move is not None:
                yield from GAME.explain(ply.before, ply.text)


def test_the_words_of_explanations_use_exactly_their_facts() -> None:
    phrases = list(explained())
    for phrase in phrases:
        check(phrase)
    assert {phrase.code for phrase in phrases} == set(EXPLAINING)


def test_the_end_has_a_word() -> None:
    end = GAME.outcome(ENDED)
    assert end is not None
    assert set(ENDINGS) == {f"reason_{end.reason}"}


def states() -> Iterator[State]:
    """Yield states of every kind, such as placing, passed, tied, two DVONN pieces in one stack."""
    yield START
    yield from (ply.after for plies in recorded_games()[:40] for ply in plies[30::3])
    yield from (plies[-1].after for plies in recorded_games())


def test_boards_use_all_labels() -> None:
    """Each label contains its code, so that the boards show which labels they use."""
    tagged = {code: f"<{code}>{text}" for code, text in LABELS.items()}
    used = {
        tag
        for state in states()
        for style in Style
        for viewer in (None, *Seat)
        for tag in re.findall(r"<(\w+)>", GAME.render(state, style, viewer, tagged))
    }
    for viewer in Seat:
        for state in (drawn(SURROUNDED), *states()):
            legend = draw(GAME, state, viewer, tagged).legend
            used |= set(re.findall(r"<(\w+)>", legend))
    assert used == set(LABELS)


def test_a_label_without_translation_is_in_english() -> None:
    board = GAME.render(START, Style.COMPACT, None, {"sides": "Blanc contre Noir"})
    assert board.startswith("Blanc contre Noir\n")
    assert "White to place a DVONN piece, 1 of 49." in board
