from __future__ import annotations

import json

import pytest

from pbm.core.ratings import FIRST_RATING
from tests.pbm.cli.program import pbm
from tests.pbm.inbox.letter.mails import PUZZLES
from tests.pbm.town import ALICE, Town, of, tamper


@pytest.fixture
def stocked(cli_town: Town) -> Town:
    """The town with a puzzle of each game."""
    with cli_town.app.store.transaction() as tx:
        for spec, puzzle in PUZZLES:
            tx.puzzles.add(spec, puzzle, "a test")
    return cli_town


def test_puzzles_are_listed_by_game(stocked: Town) -> None:
    rows = json.loads(pbm("puzzles", "list", "--json").stdout)
    assert rows[0] == {
        "puzzle": 1,
        "spec": "gyges/classic",
        "moves": 2,
        "rating": FIRST_RATING,
        "tried": 0,
        "origin": "a test",
    }
    assert len(rows) == len(PUZZLES)
    only = json.loads(pbm("puzzles", "list", "--game", "dvonn", "--json").stdout)
    assert [row["puzzle"] for row in only] == [2]


def test_a_puzzle_is_shown_with_its_solution(stocked: Town) -> None:
    shown = json.loads(pbm("puzzles", "show", "1", "--json").stdout)
    assert shown["line"] == [*PUZZLES[0][1].line]
    assert "+---+" in pbm("puzzles", "show", "1").stdout
    assert pbm("puzzles", "show", "99").exit_code == 2


@pytest.mark.slow
def test_puzzles_are_mined_once_and_keep_their_origin(cli_town: Town) -> None:
    mine = ("puzzles", "mine", "gyges/classic", "--games", "1", "--seed", "4", "--json")
    assert json.loads(pbm(*mine).stdout) == {"found": 1, "added": [1]}
    assert json.loads(pbm(*mine).stdout) == {"found": 1, "added": []}
    (row,) = json.loads(pbm("puzzles", "list", "--json").stdout)
    assert row["origin"] == "level 2, seed 4, ply 14"


def test_puzzles_are_mined_from_finished_games_but_not_from_running_positions(
    cli_town: Town,
) -> None:
    opening = ("332121", "213123", "12x11=32", "66x65=52")
    moves = (*opening, "13-11x32=31", "62-52x32=22", "11-14x15=23")
    mails = cli_town.play(cli_town.board(), *moves)
    running = cli_town.play(cli_town.board(), *moves)
    cli_town.play(mails, "61-52-32-31-S")
    mine = ("puzzles", "mine", "gyges/classic", "--finished", "--json")
    assert json.loads(pbm(*mine).stdout) == {"found": 0, "added": []}
    cli_town.answer(of(running, ALICE), "resign\n")
    cli_town.write(ALICE, "set alice quiet-lantern public off\n")
    assert json.loads(pbm(*mine).stdout)["found"] == 0
    cli_town.write(ALICE, "set alice quiet-lantern public on\n")
    assert json.loads(pbm(*mine).stdout) == {"found": 1, "added": [1]}
    (row,) = json.loads(pbm("puzzles", "list", "--json").stdout)
    assert row["origin"] == "board 1, ply 8"


def test_puzzles_are_proven_again(stocked: Town) -> None:
    checked = pbm("puzzles", "check", "--json")
    assert (checked.exit_code, json.loads(checked.stdout)) == (0, [])
    tamper(stocked, """UPDATE puzzles SET line = '["14-24"]' WHERE id = 1""")
    checked = pbm("puzzles", "check", "--json")
    assert (checked.exit_code, [row["puzzle"] for row in json.loads(checked.stdout)]) == (1, [1])


def test_the_audit_plays_the_lines_of_puzzles(stocked: Town) -> None:
    assert pbm("audit").exit_code == 0
    tamper(stocked, """UPDATE puzzles SET line = '["66-11"]' WHERE id = 1""")
    assert pbm("audit").exit_code == 1
