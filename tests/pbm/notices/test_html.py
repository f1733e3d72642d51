"""HTML pages made from the text of a mail."""

from __future__ import annotations

from typing import Any

import pytest
from lxml import etree

from pbm.core.games import Mark, Picture, Row, Seat, Tile, Tint, all_games, spec
from pbm.mail.html_text import html_lines
from pbm.notices.html import PAINTS, Inset, Sizes, page
from tests.rules.playouts import final, turns

BOARD = Picture([Row([Tile("A", Tint.FIRST), Tile("B")])], "above", "below")
NARROW = 360 - 2 * 8
"""The width of a narrow phone without the default margins of browsers."""
ALLOWED = {
    "html", "head", "meta", "body", "div", "p", "br", "pre", "blockquote", "table", "tr", "td",
}  # fmt: skip


def parsed(html: str) -> Any:
    """Parse the page, which must be well-formed except for tags without an end tag."""
    closed = html.removeprefix("<!DOCTYPE html>\n").replace("<br>", "<br/>")
    return etree.fromstring(closed.replace('charset=utf-8">', 'charset=utf-8"/>'))


def seen(html: str) -> list[str]:
    """The words of a page, including quotes."""
    shown = html.replace("<blockquote", "<div").replace("</blockquote", "</div")
    return " ".join(html_lines(shown)).split()


@pytest.mark.parametrize("game", all_games(), ids=spec)
def test_a_page_consists_of_tables_with_inline_styles_and_loads_nothing(game: Any) -> None:
    for state in (turns(spec(game), 1)[0][0], turns(spec(game), 1)[3][0], final(spec(game))[0]):
        html = page("Hello\n\nboard\n\nBye\n", [Inset(2, 3, game.picture(state, Seat.FIRST))])
        tree = parsed(html)
        assert {each.tag for each in tree.iter()} <= ALLOWED
        assert not [each for each in tree.iter() if {"src", "href", "class"} & set(each.attrib)]
        assert "url(" not in html
        assert max(map(len, html.splitlines())) < 200
        widths = [int(each.get("width")) for each in tree.iter() if each.get("width")]
        assert 0 < max(widths) <= NARROW


@pytest.mark.parametrize("game", all_games(), ids=spec)
def test_every_marked_tile_has_its_colour_and_text(game: Any) -> None:
    state = final(spec(game))[0]
    picture = game.picture(state)
    cells = {
        ("".join(cell.itertext()), cell.get("bgcolor"))
        for cell in parsed(page("x\nboard\n", [Inset(1, 2, picture)])).iter("td")
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


def test_a_page_has_the_words_of_the_text_with_the_board_in_its_place() -> None:
    text = "Hello,  you\n\na b\nc d\n\nbob writes:\n| a <b>c</b> & d\n\n    move\n-- \npbm\n"
    words = "Hello, you above A B below bob writes: | a <b>c</b> & d move -- pbm".split()
    assert seen(page(text, [Inset(2, 4, BOARD)])) == words


def test_folded_lines_are_joined_and_short_ones_are_not() -> None:
    long = "word " * 14 + "word"
    html = page(f"{long}\nsentence\nshort\nlines\n")
    assert html_lines(html) == [f"{long} sentence", "short", "lines"]


def test_columns_keep_their_spaces() -> None:
    assert "\nalice   3\nbob     4\n" in page("alice   3\nbob     4\n")


def test_lines_of_others_become_a_quote_that_is_never_first() -> None:
    (body,) = parsed(page("| hello\n")).iter("body")
    first, quote = body[0]
    assert (first.tag, quote.tag) == ("p", "blockquote")
    assert "".join(quote.itertext()).strip() == "| hello"


def test_a_page_is_ascii() -> None:
    html = page("| Zoë → 漢\n")
    assert html.isascii()
    assert seen(html) == ["|", "Zoë", "→", "漢"]


def test_markup_written_by_a_player_is_escaped() -> None:
    words = '| <img src="http://example.org/x"></blockquote><script>x</script>\n'
    assert {each.tag for each in parsed(page(words)).iter()} <= ALLOWED
