"""Boards as HTML tables."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.core.games import Mark, Row, Tile, Tint, all_games, spec
from pbm.notices.page.board_tables import PAINTS, Sizes
from pbm.notices.page.html import Inset, page
from tests.pbm.notices.page.test_html import parsed
from tests.rules.playouts import final


@pytest.mark.parametrize("game", all_games(), ids=spec)
def test_every_marked_tile_has_its_colour_and_text(game: Any) -> None:
    state = final(spec(game))[0]
    picture = game.picture(state)
    cells = {
        ("".join(cell.itertext()), cell.get("bgcolor"))
        for cell in parsed(page("x", "x\nboard\n", [Inset(1, 2, picture)])).iter("td")
    }
    marked = [tile for row in picture.rows for tile in row.tiles if tile.mark]
    for tile in marked:
        assert (tile.text, PAINTS[tile.tint, tile.mark].ground) in cells


def test_most_games_mark_the_last_move() -> None:
    finals = {spec(game): game.picture(final(spec(game))[0]) for game in all_games()}
    marking = {
        name
        for name, picture in finals.items()
        if any(tile.mark for row in picture.rows for tile in row.tiles)
    }
    assert marking >= {name for name in finals if name.startswith(("gyges/", "dvonn/"))}


def test_every_mark_differs_from_an_unmarked_tile() -> None:
    for tint in Tint:
        for mark in Mark:
            assert PAINTS[tint, mark] != PAINTS[tint, None]


def test_the_cells_of_a_row_fill_it() -> None:
    row = Row([Tile(span=1), Tile(), Tile(span=12)], offset=1)
    size = Sizes()
    spaces = size.gap * (1 + 4)
    assert size.across(row) == sum(map(size.width, (1, 1, 2, 12))) + spaces


def test_a_wide_board_has_smaller_tiles_and_smaller_text_in_full_ones() -> None:
    wide, small = (Sizes.of([Row([Tile()] * columns)]) for columns in (12, 6))
    assert wide.half < small.half
    full, free = Tile(">W2*<"), Tile("W")
    assert wide.font(full) < small.font(full) < small.font(free) == wide.font(free)
