"""The tables of contests: at most 72 columns, whoever plays and in whichever language."""

from __future__ import annotations

from pbm.core.languages import languages
from pbm.notices.languages import translations
from pbm.notices.rendering import TABLE_WIDTH, crosstable
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
