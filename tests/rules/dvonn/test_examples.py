"""The example on the page of Games of Towers: DVONN.

That page names cells differently: its d4, f7, d5, f8, g6, h7, g5 are d3, f2, d2, f1, g4, h4, g5.
"""

from __future__ import annotations

import pytest

from pbm.rules.errors import IllegalMove
from pbm.rules.game import Seat
from tests.rules.dvonn.boards import GAME, drawn, played, stacks

DIAGRAM = (
    'hexgv2diag("9,11,9,...1.1.../..1[rxe]6[rwe]..../..616[wxx]...../'
    '..16.1[ree].../....[wxx]....");'
)
EXAMPLE = """
          .     .     .     .   [wbb]   .     .     .     .
       .     .     b     w     .     b     r     .     .     .
    .     .     w     b     w   [wbb]   .     .     .     .     .
       .     .     b   [rb]    w   [rw]   .     .     .     .
          .     .     .     b     .     b     .     .     .
"""


def test_the_diagram_is_read_as_the_board_on_its_page() -> None:
    assert GAME.decode(DIAGRAM) == drawn(EXAMPLE)
    assert GAME.decode(DIAGRAM + " b") == drawn(EXAMPLE, "b")


def test_the_surrounded_stack_cannot_move() -> None:
    with pytest.raises(IllegalMove, match=r"^D6"):
        GAME.parse(drawn(EXAMPLE, "b"), "D3-D2")


def test_the_white_stack_moves_with_its_dvonn_piece_and_cuts_off_f1() -> None:
    before = drawn(EXAMPLE)
    after = played(before, "F2-D2")
    assert stacks(before)["F1"] == "b"
    assert stacks(before).keys() - stacks(after).keys() == {"F2", "F1"}
    assert stacks(after)["D2"] == "rbrw"


def test_black_then_jumps_on_the_dvonn_piece_and_cuts_off_the_stack_of_three() -> None:
    before = played(drawn(EXAMPLE), "F2-D2")
    after = played(before, "G4-H4")
    assert stacks(before).keys() - stacks(after).keys() == {"G4", "G5"}
    assert stacks(after)["H4"] == "rb"


def test_the_empty_diagram_is_the_start_of_the_game() -> None:
    empty = 'hexgv2diag("9,11,9,........./........../.........../........../.........");'
    assert GAME.decode(empty) == GAME.start()
    assert GAME.to_move(GAME.decode(empty)) is Seat.FIRST
