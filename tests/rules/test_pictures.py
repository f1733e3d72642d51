"""Pictures of boards, compared with the same boards in text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import accumulate
from typing import Any

from pbm import rules
from pbm.rules.game import Seat, Style
from pbm.rules.picture import Mark, Picture, Row
from pbm.rules.words import WORDS
from tests.combinations import for_each
from tests.rules.playouts import SPECS, final, turns

VIEWERS = (None, *Seat)
every_game = for_each("spec", SPECS)


def some_states(spec: str) -> Iterator[Any]:
    states = [state for state, _ in turns(spec, 1)]
    yield from states[:5]
    yield from states[5::12]
    yield final(spec)[0]


def words_of_picture(picture: Picture) -> list[str]:
    """Return every word, from top to bottom and from left to right, without strokes."""
    shown = [row for row in picture.rows if not row.thin]
    rows = (" ".join([*(tile.text for tile in row.tiles), row.note]) for row in shown)
    return " ".join([picture.above, *rows, picture.below]).split()


def words_of_text(text: str) -> list[str]:
    """Like ``words_of_picture``, for a board in text, without the lines between its cells."""
    lines = [line for line in text.splitlines() if not re.fullmatch(r"[-+ \\/]+", line)]
    cells = " ".join(lines).replace("|", " ")
    # Where cells are not ruled off, the mark of the last move stands between two of them.
    return re.sub(r"(?<=\S)>(?=\w)", " >", cells).split()


@every_game
@for_each("viewer", VIEWERS)
def test_a_picture_contains_the_words_of_the_grid(spec: str, viewer: Seat | None) -> None:
    game = rules.games()[spec]
    for state in some_states(spec):
        text = game.render(state, Style.GRID, viewer)
        assert words_of_picture(game.picture(state, viewer)) == words_of_text(text)


@every_game
def test_a_picture_can_be_translated(spec: str) -> None:
    game = rules.games()[spec]
    words = {**WORDS, **game.words}
    shouted = {code: text.upper() for code, text in words.items() if "{" not in text}
    for state in some_states(spec):
        text = game.render(state, Style.GRID, Seat.FIRST, shouted)
        assert words_of_picture(game.picture(state, Seat.FIRST, shouted)) == words_of_text(text)


@every_game
def test_exactly_the_signs_of_the_last_move_are_marked(spec: str) -> None:
    signs = {Mark.MOVED: ">", Mark.DISPLACED: "=", Mark.LEFT: ":>"}
    for state in some_states(spec):
        for row in rules.games()[spec].picture(state).rows:
            for tile in row.tiles:
                assert (tile.mark is not None) == bool(re.search("[>=:]", tile.text))
                assert tile.mark is None or set(signs[tile.mark]) & set(tile.text)


def marks(picture: Picture) -> dict[str, Mark]:
    return {tile.text: tile.mark for row in picture.rows for tile in row.tiles if tile.mark}


def test_a_ring_marks_the_slots_that_it_left_and_reached_and_the_displaced_ring() -> None:
    game = rules.games()["gyges/classic"]
    state = game.start()
    for move in ("231123", "321123", "13x14=44"):
        state = game.apply(state, game.parse(state, move))
    assert marks(game.picture(state)) == {
        ">1<": Mark.MOVED,
        ":": Mark.LEFT,
        "=1=": Mark.DISPLACED,
    }


def test_rows_of_a_hexagonal_board_are_shifted_by_half_tiles() -> None:
    game = rules.games()["dvonn/standard"]
    *rows, letters = (row for row in game.picture(game.start()).rows if not row.thin)
    assert [row.offset for row in rows] == [2, 1, 0, 1, 2]
    assert [row.tiles[0].text for row in rows] == ["5", "4", "3", "2", "1"]
    assert [tile.text for tile in letters.tiles] == list("ABCDEFGHI")


def middles(row: Row) -> dict[int, str]:
    """Return the texts of the tiles by the positions of their centres, in quarters of a tile."""
    ends = accumulate((tile.span for tile in row.tiles), initial=row.offset)
    return {2 * at + tile.span: tile.text for at, tile in zip(ends, row.tiles, strict=False)}


def test_strokes_lead_from_each_cell_down_to_its_letter() -> None:
    game = rules.games()["dvonn/standard"]
    rows = game.picture(game.start()).rows
    for cells, strokes, below in zip(rows[::2], rows[1::2], rows[2::2], strict=False):
        starts = [at for at, text in middles(cells).items() if text == "."]
        drawn = [at for at, text in middles(strokes).items() if text]
        assert drawn == [at + 1 for at in starts]
        assert all(middles(below)[at + 1] for at in drawn)
    assert [middles(rows[-1])[at + 1] for at in drawn] == list("ABCDEFGHI")
