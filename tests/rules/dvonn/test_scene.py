"""Boards of DVONN as scenes."""

from __future__ import annotations

from collections import Counter

import pytest

from pbm.rules.drawing import draw
from pbm.rules.dvonn.board import CELLS, LETTERS, NAMES
from pbm.rules.dvonn.state import State
from pbm.rules.game import Seat
from pbm.rules.scene import Arrow, Circle, Line, Look, Point, Polygon, Ring, Scene, Text
from tests.rules.dvonn.boards import GAME, SURROUNDED, drawn, moves, played
from tests.rules.playouts import turns

PIECES = {"w": Look.FIRST, "b": Look.SECOND, "r": Look.SPECIAL}
PIECE = 0.44
STILL = {"w": Look.FIRST_STILL, "b": Look.SECOND_STILL, "r": Look.SPECIAL}


def piles(scene: Scene) -> dict[str, list[Look]]:
    """Return the looks of the pieces on each cell, from bottom to top."""
    found: dict[str, list[Look]] = {}
    for shape in scene.pieces:
        if isinstance(shape, Circle) and shape.cell and shape.radius == PIECE:
            found.setdefault(shape.cell, []).append(shape.look)
    return found


def movable(state: State) -> set[str]:
    """Return the cells from which either side could move."""
    rows, _ = GAME.encode(state).split()
    return {move.split("-")[0] for side in "wb" for move in moves(GAME.decode(f"{rows} {side}"))}


def test_stacks_are_piles_of_their_pieces_bright_if_they_can_move() -> None:
    for state, _ in turns("dvonn/standard", 1)[51::8]:
        found = piles(draw(GAME, state))
        bright = movable(state)
        for cell in CELLS:
            looks = PIECES if NAMES[cell] in bright else STILL
            stack = state.board[cell]
            assert found.get(NAMES[cell], []) == [looks[piece] for piece in stack]


def test_surrounded_pieces_are_told_from_those_that_can_move() -> None:
    scene = draw(GAME, drawn(SURROUNDED))
    assert piles(scene)["D3"] == [Look.SECOND_STILL]
    assert piles(scene)["D2"] == [Look.FIRST]


@pytest.mark.parametrize("position", ["placing", "finished"])
def test_no_piece_is_dimmed_while_nobody_moves_stacks(position: str) -> None:
    state = played(GAME.start(), "F3", "A1", "K5", "B2", "C3")
    if position == "finished":
        state = GAME.decode(
            ".........#..........#..w.r......#..........#......... =".replace("#", "/")
        )
    looks = {look for pile in piles(draw(GAME, state)).values() for look in pile}
    assert looks <= set(PIECES.values())


def test_a_stack_shows_its_height_and_its_dvonn_pieces() -> None:
    state = drawn("""
          .     .     .     .     .     .     .     .     .
       .     .     .     .     .     .     .     .     .     .
    .     .     .    r   [rwrb]   w     .     .     .     .     .
       .     .     .     .     .     .     .     .     .     .
          .     .     .     .     .     .     .     .     .
    """)
    pieces = draw(GAME, state).pieces
    heights = [(s.cell, s.text) for s in pieces if isinstance(s, Text) and s.cell]
    assert heights == [("E3", "4")]
    stars = Counter(s.cell for s in pieces if isinstance(s, Polygon))
    assert stars == {"D3": 1, "E3": 2}


def test_each_row_and_column_is_labelled_once_in_line_with_its_cells() -> None:
    board = draw(GAME, GAME.start()).board
    labels = {shape.text: shape.at for shape in board if isinstance(shape, Text)}
    assert sorted(labels) == sorted([*LETTERS.upper(), *"12345"])
    for letter in LETTERS.upper():
        cells = [s.at for s in board if isinstance(s, Circle) and s.cell.startswith(letter)]
        x, y = labels[letter]
        assert len({round((at.x - x) / (at.y - y), 3) for at in cells}) == 1


CUT = """
          .     .     .     .     .     .     .     .     .
       .     .     .     .     .     .     .     .     .     .
    r     w     w     b   [bw]   .     .     .     .     .     .
       .     .     .     .     .     .     .     .     .     .
          .     .     .     .     .     .     .     .     .
"""


def test_cells_that_the_last_move_cut_off_are_marked() -> None:
    state = played(drawn(CUT), "C3-B3")
    assert [(NAMES[cell], stack) for cell, stack in state.lost] == [("D3", "b"), ("E3", "bw")]
    pieces = draw(GAME, state).pieces
    lost = Counter(type(s) for s in pieces if s.look is Look.LOST)
    assert lost == {Ring: 2, Line: 4}
    assert {s.cell for s in pieces if s.look is Look.LOST} == {"D3", "E3"}


def test_the_last_move_is_an_arrow_to_the_stack_and_a_placement_a_mark() -> None:
    state = played(drawn(CUT), "C3-B3")
    pieces = draw(GAME, state).pieces
    (arrow,) = (shape for shape in pieces if isinstance(shape, Arrow))
    assert arrow.points[0].x > arrow.points[-1].x
    assert {s.cell for s in pieces if isinstance(s, Ring) and s.look is Look.PATH} == {"B3", "C3"}
    pieces = draw(GAME, played(GAME.start(), "F3")).pieces
    assert [s.cell for s in pieces if s.look is Look.PATH] == ["F3"]


def test_the_legend_explains_dimmed_pieces_only_where_one_is_dimmed() -> None:
    for state, _ in turns("dvonn/standard", 1):
        scene = draw(GAME, state)
        dimmed = {Look.FIRST_STILL, Look.SECOND_STILL} & {shape.look for shape in scene.pieces}
        assert ("Dimmed" in scene.legend) is bool(dimmed)


def test_the_arrow_of_a_move_covers_no_height() -> None:
    arrows = 0
    for seed in (1, 2):
        for state, _ in turns("dvonn/standard", seed):
            scene = draw(GAME, state)
            told = [each for each in scene.pieces if isinstance(each, Text)]
            for arrow in (each for each in scene.pieces if isinstance(each, Arrow)):
                arrows += 1
                assert [text.cell for text in told for at in arrow.points if covers(at, text)] == []
    assert arrows > 50


def covers(at: Point, text: Text) -> bool:
    """Return whether an arrow with its edge, drawn through this point, touches a text."""
    across, down = 0.3 * text.size * len(text.text), 0.36 * text.size
    return abs(at.x - text.at.x) < across + 0.1 and abs(at.y - text.at.y) < down + 0.1


def test_each_player_has_their_name_beside_their_pieces() -> None:
    scene = draw(GAME, GAME.start("random", 1), Seat.SECOND)
    sides = {s.side: s for s in scene.pieces if isinstance(s, Text) and s.side is not None}
    assert {side: (s.text, s.bold) for side, s in sides.items()} == {
        0: ("White", False),
        1: ("Black", True),
    }
