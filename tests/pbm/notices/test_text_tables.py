"""Tables in texts: narrow in every language, and such that a page has them as tables."""

from __future__ import annotations

from pbm.core.languages import languages
from pbm.notices.languages import translations
from pbm.notices.page.tables import table_of
from pbm.notices.text_tables import TABLE_WIDTH, crosstable, labelled, with_state
from tests.combinations import for_each

HEADINGS = ("Player", "Points", "SB", "To play", "Start")
LARGEST = 8


def row(userid: str, cell: str) -> dict[str, object]:
    cells = [cell] * LARGEST
    points = {"points": "14.0", "berger": "132.50", "left": 14, "rating": 2100, "struck": False}
    return {"userid": userid, "cells": cells, **points}


@for_each("language", languages())
@for_each("cell", ["1", "1="])
def test_the_widest_table_has_72_columns(language: str, cell: str) -> None:
    headings = [translations(language).pgettext("heading", each) for each in HEADINGS]
    userids = [f"somebody-with-a-long{number}" for number in range(LARGEST)]
    table = crosstable({"rows": [row(userid, cell) for userid in userids]}, headings)
    lines = table.splitlines()
    assert len(lines) == LARGEST + 1
    assert max(map(len, lines)) <= TABLE_WIDTH
    assert all("somebody-wit" in line for line in lines[1:]), "the name is cut, but not lost"


def test_a_label_and_its_value_are_two_spaces_apart_after_the_longest_label_too() -> None:
    row_of = labelled(4, ["Seek", "Options"])
    assert (row_of("Seek", 1), row_of("Options", "-x")) == ("Seek     1", "Options  -x")


@for_each(
    ("width", "rows"),
    [
        (40, ["x" * 40 + "  your move by Fri 11 Dec 10:00"]),
        (50, ["x" * 50 + "  your move", " " * 52 + "by Fri 11 Dec 10:00"]),
        (70, ["x" * 70, " " * 45 + "your move by Fri 11 Dec 10:00"]),
    ],
)
def test_what_does_not_fit_beside_a_row_is_below_it(width: int, rows: list[str]) -> None:
    shown = with_state("x" * width, "your move", "by Fri 11 Dec 10:00")
    assert shown.split("\n") == rows


def test_a_state_below_its_row_is_its_last_cell_on_a_page() -> None:
    head = "Board  First, second" + " " * 40 + "Plies  State"
    row = "    1  alice, bob" + " " * 47 + "1"
    table = table_of([head, *with_state(row, "alice to move", "by Monday").split("\n")])
    assert table is not None
    assert [*table.rows] == [["1", "alice, bob", "1", "alice to move by Monday"]]
