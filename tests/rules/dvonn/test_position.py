from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.rules.errors import NotationError
from pbm.rules.game import Seat
from tests.combinations import for_each
from tests.rules.dvonn.boards import EMPTY, GAME, played


def test_the_position_of_the_ordinary_start_is_empty() -> None:
    assert GAME.encode(GAME.start()) == f"{EMPTY} w placing"


def test_a_position_says_that_pieces_are_placed() -> None:
    text = "........./........../...rrr...../...b....../......... w placing"
    state = played(GAME.start(), "D3", "E3", "F3", "D2")
    assert GAME.encode(state) == text
    assert GAME.decode(text) == state


@pytest.mark.parametrize(
    "text",
    [
        "...[wwwww]b..../.b[wwww]rwb..../..bbbb...../.[wb][www]b....../rr[wb]...... b",
        "........./........../.rw......../........../......... w",
        "........./........../r........../........../......... =",
    ],
)
def test_a_position_survives_decoding_and_encoding(text: str) -> None:
    assert GAME.encode(GAME.decode(text)) == text


def test_a_position_on_which_nobody_can_move_is_finished() -> None:
    state = GAME.decode("........./........../r.w......../........../......... w")
    assert GAME.to_move(state) is None
    assert GAME.encode(state).endswith(" =")


def test_unlinked_stacks_of_a_decoded_position_stay_until_the_next_move() -> None:
    state = GAME.decode("........b/........../rw........./........../........b w")
    assert GAME.encode(state).count("b") == 2
    assert GAME.encode(played(state, "B3-A3")).count("b") == 0


def test_a_decoded_state_has_no_past() -> None:
    state = GAME.decode(f"{EMPTY} w placing")
    assert (GAME.plies(state), GAME.passed(state), GAME.last_move(state)) == (0, False, None)


def test_states_are_compared_without_their_past() -> None:
    one, other = played(GAME.start(), "A1", "B1"), played(GAME.start(), "B1", "A1")
    assert one == other == GAME.decode(GAME.encode(one))
    assert hash(one) == hash(other)


DIAGRAM = "9,11,9,....61.../........../...[rex]......./........../........."


@for_each(
    "text",
    [f'hexgv2diag("{DIAGRAM}");', f'hexgv2diag("{DIAGRAM}")', f'"{DIAGRAM}"', DIAGRAM],
)
@for_each(("side", "seat"), [("", Seat.FIRST), (" b", Seat.SECOND)])
def test_a_diagram_is_read_with_and_without_its_wrapping(text: str, side: str, seat: Seat) -> None:
    state = GAME.decode(text + side)
    board = "........./........../...[rb]......./........../....wb..."
    assert GAME.encode(state) == f"{board} {'w' if seat is Seat.FIRST else 'b'}"
    assert GAME.to_move(state) is seat


@for_each(
    ("text", "code"),
    [
        ("", "position_rows"),
        ("start", "position_rows"),
        (EMPTY, "position_fields"),
        (f"{EMPTY} w placing now", "position_fields"),
        (f"{EMPTY} n", "position_side"),
        (f"{EMPTY} w moving", "position_stage"),
        (f"{EMPTY}/. w", "position_rows"),
        (f".{EMPTY} w", "position_row_length"),
        (f"?{EMPTY[1:]} w", "position_row_unreadable"),
        (f"[wr]{EMPTY[1:]} w", "position_dvonn_on_top"),
        (f"[]{EMPTY[1:]} w", "position_row_unreadable"),
        (f"rrrr{EMPTY[4:]} w", "position_pieces"),
        (f"[{'w' * 24}]{EMPTY[1:]} w", "position_pieces"),
        (f"{EMPTY} b placing", "position_wrong_side"),
        (f"{EMPTY} = placing", "position_wrong_side"),
        (f"rw{EMPTY[2:]} w placing", "position_not_placing"),
        (f"r[rb]r{EMPTY[3:]} b placing", "position_not_placing"),
        (f"rw{EMPTY[2:]} =", "position_not_over"),
        ("9,11,9,./. w", "position_rows"),
        ("9,11,9,", "position_rows"),
    ],
)
def test_text_that_is_not_a_position_is_refused(text: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        GAME.decode(text)
    assert caught.value.phrase.code == code


def test_a_full_board_with_placing_is_refused() -> None:
    full = GAME.encode(GAME.start("random", 1))
    with pytest.raises(NotationError):
        GAME.decode(f"{full} placing")


@given(st.text(alphabet="wbr.[]/ =placing0123456789,"))
def test_any_text_is_decoded_or_refused(text: str) -> None:
    try:
        state = GAME.decode(text)
    except NotationError:
        return
    assert GAME.decode(GAME.encode(state)) == state
