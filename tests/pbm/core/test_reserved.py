from __future__ import annotations

import pytest

from pbm.core.reserved import is_reserved

TAKEN = [
    *("monday", "mardi", "domenica", "vrijdag", "december", "aout", "marzo", "maandag"),
    *("tomorrow", "demain", "gestern", "weekend", "oggi"),
    *("admin", "admins", "operators", "postmasters", "support", "security", "noc", "webmaster"),
    *("hostmaster", "no-reply", "rnoderator", "adm1n", "w.w.w"),
    *("con", "aux", "nul", "prn", "com1", "lpt9", "con.bob"),
    *("index", "feed", "players", "archive", "ratings", "puzzles", "games", "pictures"),
]
FREE = [
    *("alice", "bob", "mona", "decembra", "mayor", "conny", "auxane", "com10", "bob.con"),
    *("jan", "sam", "noel"),
    *("indexer", "feeder", "player1", "administra", "newsman", "tomorrowland", "carlo"),
]


@pytest.mark.parametrize("userid", TAKEN)
def test_names_of_days_offices_files_and_pages_are_reserved(userid: str) -> None:
    assert is_reserved(userid)
    assert is_reserved(userid.upper())


@pytest.mark.parametrize("userid", FREE)
def test_names_that_only_begin_or_end_so_are_not(userid: str) -> None:
    assert not is_reserved(userid)
