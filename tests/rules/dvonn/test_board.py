"""Absolute facts about the board, which round trips over a wrong table would not notice."""

from __future__ import annotations

from pbm.rules.dvonn.board import BY_NAME, CELLS, CENTRE, EDGE, LINES, NAMES, NEIGHBOURS, opposite
from tests.combinations import for_each
from tests.rules.dvonn.boards import GAME, stacks


def names(cells: object) -> set[str]:
    return {NAMES[cell] for cell in cells}  # type: ignore[attr-defined]


def test_d1_there_are_49_cells() -> None:
    assert len(CELLS) == len(set(CELLS)) == 49
    assert len(EDGE) == 24


@for_each(
    ("row", "cells"),
    [
        (1, "A1 B1 C1 D1 E1 F1 G1 H1 I1"),
        (2, "A2 B2 C2 D2 E2 F2 G2 H2 I2 J2"),
        (3, "A3 B3 C3 D3 E3 F3 G3 H3 I3 J3 K3"),
        (4, "B4 C4 D4 E4 F4 G4 H4 I4 J4 K4"),
        (5, "C5 D5 E5 F5 G5 H5 I5 J5 K5"),
    ],
)
def test_each_row_has_its_cells(row: int, cells: str) -> None:
    assert [NAMES[cell] for cell in CELLS if NAMES[cell][1] == str(row)] == cells.split()


@for_each(
    ("cell", "neighbours"),
    [
        ("D3", "C3 E3 D4 D2 E4 C2"),
        ("A1", "B1 A2 B2"),
        ("A3", "B3 A2 B4"),
        ("C5", "D5 C4 B4"),
        ("I1", "H1 I2 J2"),
        ("K3", "J3 K4 J2"),
        ("K5", "J5 K4 J4"),
        ("J2", "I2 J3 K3 I1"),
    ],
)
def test_each_cell_has_its_neighbours(cell: str, neighbours: str) -> None:
    assert names(NEIGHBOURS[BY_NAME[cell]]) == set(neighbours.split())


@for_each(
    ("cell", "distance", "ends"),
    [
        ("A1", 4, "E1 E5"),
        ("F3", 2, "D3 H3 F5 H5 F1 D1"),
        ("A3", 10, "K3"),
        ("K3", 10, "A3"),
        ("F3", 6, ""),
    ],
)
def test_d5_lines_end_on_the_right_cells(cell: str, distance: int, ends: str) -> None:
    assert names(LINES[BY_NAME[cell]][distance]) == set(ends.split())


def test_opposite_cells_share_the_centre() -> None:
    assert NAMES[CENTRE] == "F3"
    assert NAMES[opposite(BY_NAME["A1"])] == "K5"
    assert NAMES[opposite(BY_NAME["A3"])] == "K3"
    assert all(opposite(cell) in NAMES for cell in CELLS)


def test_a_position_begins_with_row_5_and_the_leftmost_cell() -> None:
    state = GAME.decode("w......../........../.......b.../........../........r w")
    assert stacks(state) == {"C5": "w", "H3": "b", "I1": "r"}
