from __future__ import annotations

from pbm.rules.kit.grid import DIAGONALS, SIDES, Place, lattice, letter_and_number, square
from tests.combinations import for_each


def test_squares_are_numbered_and_named_row_by_row_from_below() -> None:
    grid = square(8, 8)
    assert list(grid.names.values())[:3] == ["a1", "b1", "c1"]
    assert (grid.by_name["a1"], grid.by_name["h8"]) == (0, 63)
    assert grid.rows[1][0] == grid.by_name["a2"]


@for_each(
    ("cell", "sides", "all_around"),
    [("a1", 2, 3), ("h8", 2, 3), ("a4", 3, 5), ("e8", 3, 5), ("d5", 4, 8)],
)
def test_a_square_touches_others_by_sides_and_corners(
    cell: str, sides: int, all_around: int
) -> None:
    for diagonal, count in ((False, sides), (True, all_around)):
        grid = square(8, 8, diagonal)
        assert len(grid.neighbours(grid.by_name[cell])) == count


def test_a_ray_ends_at_the_edge() -> None:
    grid = square(6, 5)
    names = [grid.names[cell] for cell in grid.ray(grid.by_name["b2"], DIAGONALS[0])]
    assert names == ["c3", "d4", "e5"]
    assert grid.ray(grid.by_name["f3"], SIDES[0]) == ()
    assert grid.step(grid.by_name["a1"], SIDES[2]) is None


def test_cells_can_be_numbered_so_that_a_direction_is_always_the_same_difference() -> None:
    places = [Place(column, row) for row in range(2) for column in range(row, 3)]
    grid = lattice(places, SIDES, letter_and_number, width=10)
    assert grid.cells == (0, 1, 2, 11, 12)
    assert grid.rows == ((0, 1, 2), (11, 12))
