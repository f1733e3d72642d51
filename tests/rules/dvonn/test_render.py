from __future__ import annotations

from itertools import product

import pytest

from pbm.rules.dvonn.board import NAMES, NEIGHBOURS
from pbm.rules.dvonn.state import State
from pbm.rules.game import Seat, Style
from tests.rules.dvonn.boards import GAME, SURROUNDED, drawn, played
from tests.rules.dvonn.vectors import recorded_games

MIDDLE = drawn(f"""
          .     .     .     .   [wbb]   .     .     .     .
       .     .     b     w     .     b     r     .     .     .
    .     .     w     b     w   [wbb]   .     .     .     .     .
       .     .     b   [rb]    w   [rw]   .     .     .  [{"b" * 9}w]
          .     .     .     b     .     b     .     .     .
""")


def test_boards_are_narrow_and_end_without_spaces() -> None:
    states = [ply.after for plies in recorded_games(20) for ply in plies[3::8]]
    for state, style, viewer in product((GAME.start(), MIDDLE, *states), Style, (None, *Seat)):
        lines = GAME.render(state, style, viewer).split("\n")
        assert max(map(len, lines)) <= 72
        assert all(line == line.rstrip() for line in lines)
        assert lines[-1]


@pytest.mark.parametrize("style", Style)
def test_the_two_players_boards_cannot_be_confused(style: Style) -> None:
    white, black, spectator = (GAME.render(MIDDLE, style, seat) for seat in (*Seat, None))
    assert white.startswith("You are White (W), against Black (b).\n")
    assert black.startswith("You are Black (b), against White (W).\n")
    assert spectator.startswith("White (W) plays Black (b).\n")


def test_neighbours_are_drawn_beside_each_other() -> None:
    """A single stack is drawn on every cell in turn, which gives the place of each cell."""
    place: dict[int, tuple[int, int]] = {}
    for cell, name in NAMES.items():
        text = GAME.render(played(GAME.start(), name), Style.GRID)
        lines = text.split("\n")[2:12]
        place[cell] = next((y, line.index(">*<")) for y, line in enumerate(lines) if ">*<" in line)
    steps = [(0, 6), (0, -6), (2, 3), (2, -3), (-2, 3), (-2, -3)]
    for cell, (y, x) in place.items():
        around = {(y + down, x + right) for down, right in steps}
        assert {place[other] for other in NEIGHBOURS[cell]} == around & set(place.values())


def test_row_5_is_on_top_and_a_is_on_the_left() -> None:
    lines = GAME.render(played(GAME.start(), "C5", "A1", "I1"), Style.COMPACT).split("\n")
    assert lines[1].split() == ["5", "*", *"........"]
    assert lines[5].split() == ["1", "*", *".......", ">*", "(J)"]


def test_the_grid_style() -> None:
    after = played(MIDDLE, "F2-D2")
    assert GAME.render(after, Style.GRID, Seat.SECOND) == GRID


def test_the_compact_style() -> None:
    assert GAME.render(played(drawn(SMALL), "A1-B1"), Style.COMPACT, Seat.FIRST) == COMPACT


def test_the_list_style() -> None:
    assert GAME.render(played(MIDDLE, "F2-D2"), Style.LIST) == LIST


def test_compact_makes_room_for_long_stacks() -> None:
    assert "W10*" in GAME.render(drawn(SMALL.replace("[rb]", "[rbbbbbbbbw]")), Style.COMPACT)


def test_the_board_names_the_next_piece_to_place() -> None:
    state = played(GAME.start(), "A1", "B1", "C1", "D1")
    for viewer in (None, *Seat):
        text = GAME.render(state, viewer=viewer)
        assert "White to place a white piece, 5 of 49." in text
        assert "your turn" not in text


def test_the_board_does_not_say_whose_turn_it_is() -> None:
    """After a resignation the position still has a turn, but nobody is to move."""
    forced = "........./..ww....../..rbww...../..ww....../......... w"
    text = GAME.render(played(GAME.decode(forced), "F3-E3"), viewer=Seat.FIRST)
    assert "to move" not in text


def test_the_board_says_who_won() -> None:
    ended = GAME.decode("........./........../[rww]....[rb]...../........../......... =")
    assert "Pieces: White 3, Black 2.\nThe game is over: White wins." in GAME.render(ended)


SMALL = """
          .    .    .    .    .    .    .    .    .
       .    .    .    .    .    .    .    .    .    .
    .    .   [rb]  .    .    .    .    .    .    .    b
       .    .    b    .    .    .    .    .    .    .
          w    b    r    .    .    .    .    .    .
"""

COMPACT = """\
You are White (W), against Black (b).
     5  .   .   .   .   .   .   .   .   .
   4  .   .   .   .   .   .   .   .   .   .
 3  .   .   b2* .   .   .   .   .   .   .   .
   2  .   .   b   .   .   .   .   .   .   .  (K)
     1 >.  >W2  *   .   .   .   .   .   .  (J)
          A   B   C   D   E   F   G   H   I
Pieces: White 2, Black 3. Last move A1-B1."""

LIST = """\
White (W) plays Black (b).
Row 5: G5 black stack of 3.
Row 4: D4 black single, E4 white single, G4 black single,
H4 DVONN piece.
Row 3: C3 white single, D3 black single, E3 white single,
F3 black stack of 3.
Row 2: C2 black single, D2 white stack of 4 with 2 DVONN pieces,
E2 white single.
Row 1: D1 black single.
Pieces: White 8, Black 11.
Last move F2-D2."""

GRID = """\
You are Black (b), against White (W).

       5   .     .     .     .     b3    .     .     .     .
          / \\   / \\   / \\   / \\   / \\   / \\   / \\   / \\   / \\
    4   .     .     b     W     .     b     *     .     .     .
       / \\   / \\   / \\   / \\   / \\   / \\   / \\   / \\   / \\   / \\
 3   .     .     W     b     W     b3    .     .     .     .     .
      \\   / \\   / \\   / \\   / \\   / \\   / \\   / \\   / \\   / \\   / \\
    2   .     .     b   >W4*<   W    >.<    .     .     .     .    (K)
         \\   / \\   / \\   / \\   / \\   / \\   / \\   / \\   / \\   / \\
       1   .     .     .     b     .     .     .     .     .    (J)
            \\     \\     \\     \\     \\     \\     \\     \\     \\
              A     B     C     D     E     F     G     H     I

Pieces: White 8, Black 11.

W single   W3 stack of 3   W3* with DVONN   * DVONN   > < last move
With DVONN, bottom to top: D2 *b*W"""


def test_empty_rows_are_listed_by_their_number() -> None:
    listed = GAME.render(drawn(SURROUNDED), Style.LIST).split("\n")
    rows = [line.partition(":")[0] for line in listed if line.startswith("Row")]
    assert rows == [f"Row {row}" for row in (5, 4, 3, 2, 1)]


def test_all_cells_of_a_compact_board_are_wider_if_one_has_a_token_of_four_characters() -> None:
    def width(state: State) -> int:
        return max(map(len, GAME.render(state, Style.COMPACT).split("\n")[1:6]))

    long = drawn(SMALL.replace("[rb]", "[rbbbbbbbbw]"))
    assert width(long) > width(drawn(SMALL.replace("[rb]", "[rbbbbbbbw]")))
