from __future__ import annotations

import json

import pytest

from pbm.play.contests import rulings
from tests.pbm.cli.program import pbm
from tests.pbm.notices.helpers import work_in
from tests.pbm.town import PASSWORD, Town, findings

NAMES = ("alice", "bob", "carol", "dave")


@pytest.fixture
def cup(cli_town: Town) -> Town:
    """A town where a cup has begun."""
    for name in NAMES:
        cli_town.answer(cli_town.sign_up(f"{name}@example.org", PASSWORD), "gyges cup join")
    cli_town.serve_contests()
    return cli_town


def test_contests_are_listed(cup: Town) -> None:
    (row,) = json.loads(pbm("contests", "list", "--json").stdout)
    assert (row["contest"], row["name"], row["status"]) == (1, "Gyges cup 1", "running")
    assert row["players"] == 4


def test_a_contest_is_shown_with_its_table(cup: Town) -> None:
    page = json.loads(pbm("contests", "show", "1", "--json").stdout)
    assert [line["player"] for line in page["table"]["lines"]] == [*NAMES]
    assert len(page["games"]) == 6
    assert "alice" in pbm("contests", "show", "1").stdout


def test_a_season_is_shown_with_its_leagues(cli_town: Town) -> None:
    for name in (*NAMES, "erin", "frank", "grace", "heidi"):
        cli_town.answer(cli_town.sign_up(f"{name}@example.org", PASSWORD), "gyges season join")
    with work_in(cli_town) as work:
        (season,) = work.tx.contests.list()
        rulings.start(work, season, "a test")
    cli_town.serve_contests()
    shown = pbm("contests", "show", "1").stdout
    for number, league in ((2, "A"), (3, "B")):
        assert f"contest {number}: Gyges season 1, league {league} (running)" in shown
    assert shown.count("To play") == 2
    page = json.loads(pbm("contests", "show", "1", "--json").stdout)
    assert page["leagues"] == [2, 3]


def test_a_contest_is_exported_with_the_records_of_its_games(cup: Town) -> None:
    page = json.loads(pbm("contests", "export", "1").stdout)
    assert len(page["records"]) == 6
    assert all('[Event "Gyges cup 1"]' in record for record in page["records"])


def test_a_player_is_withdrawn(cup: Town) -> None:
    assert pbm("contests", "withdraw", "1", "alice", "--why", "asked").exit_code == 0
    page = json.loads(pbm("contests", "show", "1", "--json").stdout)
    assert [line["player"] for line in page["table"]["lines"] if line["struck"]] == ["alice"]
    assert findings(cup) == []


def test_a_season_on_a_day_that_does_not_exist_is_refused(cup: Town) -> None:
    created = pbm("contests", "create", "season", "gyges", "--start", "2027-02-30")
    assert created.exit_code == 2
    assert len(json.loads(pbm("contests", "list", "--json").stdout)) == 1


def test_contests_are_created_and_started(cup: Town) -> None:
    created = pbm("contests", "create", "season", "gyges", "--size", "5", "--start", "2040-01-01")
    assert created.stdout.strip() == "2"
    assert pbm("contests", "create", "cup", "gyges", "--programs").stdout.strip() == "3"
    assert pbm("contests", "start", "3").exit_code == 1
    assert pbm("contests", "close", "2", "--why", "a test").exit_code == 0
    assert pbm("contests", "rebuild").stdout.strip() == "results recorded: 0"
    assert findings(cup) == []
