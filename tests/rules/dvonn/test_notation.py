from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.rules.errors import IllegalMove, NotationError
from tests.combinations import for_each
from tests.rules.dvonn.boards import GAME, drawn

STATE = drawn("""
          .    .    .    .    .    .    .    .    .
       .    .    .    .    .    .    .    .    .    .
   [ww]  .   [rb]  .    .    .    .    .    .    .    .
       .    .    .    .    .    .    .    .    .    .
          .    .    .    .    .    .    .    .    .
""")
MOVE = GAME.parse(STATE, "A3-C3")


@for_each(
    "text",
    [
        *("A3-C3", "a3-c3", "a3c3", "a3 c3", "a3:c3", "a3xc3", "a3Xc3", "a3 - c3", "  A3-C3 "),
        *("A3×C3", "A3–C3", "A3—C3", "A3−C3", "A3\u00a0C3", "Ａ３-C3".replace("Ａ", "A")),
        *("A３-C３", "a3→c3", "a3\u200b-c3", "a٣-c३", "а3-с3", "ⓐ③－ⓒ③"),
    ],
)
def test_a_move_can_be_written_in_many_ways(text: str) -> None:
    assert GAME.reads(text)
    assert GAME.parse(STATE, text) == MOVE
    assert GAME.format(STATE, MOVE) == "A3-C3"


@for_each("text", ["F3", "f3", " f3 ", "F３"])
def test_a_placement_can_be_written_in_many_ways(text: str) -> None:
    start = GAME.start()
    assert GAME.reads(text)
    assert GAME.format(start, GAME.parse(start, text)) == "F3"


@for_each(
    "text",
    [
        *("", " ", "a", "3", "K9", "A4-", "a44", "A0", "l3", "m8", "b2b", "R2D2", "a3-c3-e3"),
        *("pass", "resign", "a3--c3", "a3,c3", "a3 to c3", "Hi Bob", "thanks", "d3 f4 g5"),
        *("I play a3", "be", "G-3", "13x14=44", "1. a3", "e²"),
    ],
)
def test_ordinary_words_are_not_moves(text: str) -> None:
    assert not GAME.reads(text)
    with pytest.raises(NotationError):
        GAME.parse(STATE, text)


@given(st.text(alphabet="abcdefghijkxABCDEFGHIJKX -:.,!"))
def test_text_without_digits_is_not_a_move(text: str) -> None:
    assert not GAME.reads(text)


@given(st.text(alphabet="abk159-: x", max_size=8))
def test_an_illegal_move_reads_as_a_move_unless_it_ends_where_it_began(text: str) -> None:
    try:
        GAME.parse(STATE, text)
    except IllegalMove:
        cells = [cell.upper() for cell in re.findall("[a-kA-K][1-5]", text)]
        assert GAME.reads(text) is (len(cells) == len(set(cells)))
    except NotationError:
        pass


@for_each("text", ["a3-a3", "B4 B4", "e2e2", "C3xc3"])
def test_a_move_to_its_origin_does_not_read_as_a_move_but_is_refused_by_a_rule(text: str) -> None:
    assert not GAME.reads(text)
    with pytest.raises(IllegalMove):
        GAME.parse(STATE, text)


@given(st.text())
def test_any_text_is_parsed_or_refused(text: str) -> None:
    if not GAME.reads(text):
        with pytest.raises(NotationError):
            GAME.parse(STATE, text)


@for_each(
    ("text", "cell"),
    [
        ("a3-a6", "A6"),
        ("a5-a3", "A5"),
        ("K1", "K1"),
        ("a9", "A9"),
        ("a3-m3", "M3"),
        ("l3 x c3", "L3"),
    ],
)
def test_the_refusal_of_an_unknown_cell_names_it(text: str, cell: str) -> None:
    with pytest.raises(NotationError) as caught:
        GAME.parse(STATE, text)
    assert caught.value.phrase.facts["cell"] == cell


def test_the_refusal_of_an_unknown_cell_says_where_its_row_begins_and_ends() -> None:
    with pytest.raises(NotationError) as caught:
        GAME.parse(STATE, "b5-b4")
    assert caught.value.phrase.facts == {"cell": "B5", "row": "5", "first": "C5", "last": "K5"}


def test_a_pass_is_never_read_as_a_move() -> None:
    stuck = GAME.decode("......b../........../.......b.../........../rb....... w")
    with pytest.raises(NotationError):
        GAME.parse(stuck, "pass")


def test_every_formatted_move_of_a_game_is_parsed_as_the_same_move() -> None:
    state = GAME.start("random", 7)
    while moves := list(GAME.legal_moves(state)):
        assert [GAME.parse(state, GAME.format(state, move)) for move in moves] == moves
        state = GAME.apply(state, moves[len(moves) // 2])
