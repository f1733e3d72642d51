from __future__ import annotations

import json

import pytest

from pbm.core.games import all_games, spec
from pbm.play.programs import LEVELS, enlist, here, stuck_at
from tests.pbm.cli.program import pbm
from tests.pbm.town import Town


@pytest.fixture
def club(cli_town: Town) -> Town:
    """The town with programs."""
    with cli_town.app.store.transaction() as tx:
        enlist(tx, "owl", cli_town.time)
    return cli_town


def test_programs_are_listed_with_their_levels(club: Town) -> None:
    rows = json.loads(pbm("programs", "list", "--json").stdout)
    assert rows[0] == {"userid": "owl", "level": 3, "plays": "on", "boards": 0}
    assert [row["level"] for row in rows] == [3, 1, 2, 3, 4, 5]


def test_the_measured_strength_of_every_level_is_listed(club: Town) -> None:
    rows = json.loads(pbm("programs", "strength", "--json").stdout)
    assert [(row["ruleset"], row["level"]) for row in rows] == [
        (spec(game), level) for game in all_games() for level in LEVELS
    ]
    for game in all_games():
        points = [row["points"] for row in rows if row["ruleset"] == spec(game)]
        known = [each for each in points if each is not None]
        assert (points[0], points) == (0, [*sorted(known), *[None] * (len(points) - len(known))])
    assert {row["rating"] for row in rows} == {None}


def test_a_program_is_stopped_and_started(club: Town) -> None:
    assert pbm("programs", "stop", "owl").exit_code == 0
    assert json.loads(pbm("programs", "show", "owl", "--json").stdout)["plays"] == "stopped"
    assert pbm("programs", "start", "owl").exit_code == 0
    with club.app.store.reading() as tx:
        assert "owl" in [each.userid for each in here(tx)]


def test_a_program_that_is_started_tries_again_where_it_is_stuck(club: Town) -> None:
    pbm("games", "create", "gyges", "owl", "bob")
    mark = stuck_at(club.match())
    with club.app.store.transaction() as tx:
        tx.moments.set(mark, club.time)
    shown = json.loads(pbm("programs", "show", "owl", "--json").stdout)
    assert (shown["boards"], shown["running"], shown["stuck"]) == (1, [1], [1])
    pbm("programs", "start", "owl")
    with club.app.store.reading() as tx:
        assert tx.moments.get(mark) is None


@pytest.mark.parametrize("command", ["show", "stop", "start"])
def test_a_person_is_no_program(club: Town, command: str) -> None:
    assert pbm("programs", command, "bob").exit_code == 2


@pytest.mark.parametrize(
    ("setting", "value"), [("PBM_PROGRAMS_NAME", "x"), ("PBM_PROGRAMS_DELAY", "soon")]
)
def test_a_setting_of_programs_that_cannot_be_is_refused(
    club: Town, monkeypatch: pytest.MonkeyPatch, setting: str, value: str
) -> None:
    monkeypatch.setenv(setting, value)
    result = pbm("doctor")
    assert (result.exit_code, "is expected" in result.stderr or "30s" in result.stderr) == (2, True)


def test_a_program_is_stopped_and_not_suspended(club: Town) -> None:
    result = pbm("players", "suspend", "owl", "--why", "a test")
    assert (result.exit_code, "pbm programs stop owl" in result.stderr) == (1, True)
    assert not club.player("owl").suspended


def test_a_program_is_not_forgotten(club: Town) -> None:
    result = pbm("players", "forget", "owl", "--why", "a test")
    assert (result.exit_code, "is a program" in result.stderr) == (1, True)
    assert club.player("owl").is_program
