"""A short season, a cup and stairs, as in the year whose diary is ``year.txt``."""

from __future__ import annotations

import pytest

from pbm.core.contests.model import ContestKind, ContestStatus
from tests.contests.year import Club, year
from tests.pbm.town import tamper

pytestmark = pytest.mark.slow

DAYS = 75
"""The days from December until the leagues of the first season are over."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Club:
    return year(tmp_path_factory.mktemp("club"), players=9, days=DAYS)


def test_a_season_cups_and_stairs_run_by_themselves(club: Club) -> None:
    assert club.tables >= 3
    told = "\n".join(club.diary)
    assert "Gyges season 1, league B is over" in told
    assert "carol is out of Gyges season 1, league A (left), and is struck from the table" in told
    assert "erin is out of Gyges season 1, league B (forfeits)" in told
    assert "erin is no longer entered for Gyges season 2" in told


def test_the_audit_notices_what_was_changed(club: Club) -> None:
    club.town.reopen()
    with club.town.app.store.reading() as tx:
        over = [
            each.id
            for each in tx.contests.list(ContestKind.LEAGUE)
            if each.status is ContestStatus.OVER
        ]
    tampered = [
        f"UPDATE contest_entries SET final = 9 WHERE contest = {over[0]}",
        f"UPDATE contest_games SET halves = 2 WHERE contest = {over[0]}",
        f"UPDATE contest_events SET data = '{{}}' WHERE contest = {over[1]} AND kind = 'finished'",
    ]
    for statement in tampered:
        before = len(club.found())
        tamper(club.town, statement)
        assert len(club.found()) > before, statement
    club.town.close()
