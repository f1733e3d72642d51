"""The output formats that scripts outside the project read, on boards of Gyges."""

from __future__ import annotations

import pytest

from tests.pbm.cli.program import pbm

START = "321123/....../....../....../....../231123 s"
SINGLES = "2...../....../....../11..../....../...... s"


def test_moves_of_a_filled_start_are_counted() -> None:
    result = pbm("rules", "moves", "gyges/classic", START, "--count")
    assert result.stdout == "352 moves 336 positions\n"


def test_start_is_the_empty_start() -> None:
    result = pbm("rules", "play", "gyges/classic", "start", "231123", "3,2,1,1,2,3")
    assert result.stdout.splitlines()[-1] == START


def test_a_refusal_names_ply_player_and_rule() -> None:
    result = pbm("rules", "play", "gyges/classic", SINGLES, "31-32-31")
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "ply 1 South: G5: connection 31-32 is crossed twice\n"


def test_plies_are_counted_from_the_position_that_was_given() -> None:
    moves = ("13x12=31", "61-31-12-S", "11-21")
    result = pbm("rules", "play", "gyges/classic", START, *moves)
    assert result.stderr.startswith("ply 3 ")
    assert ": over: " in result.stderr


@pytest.mark.parametrize("end", ["13x12=31 61-31-12-S", "13x12=31; 61-31-12-S;", "Resign"])
def test_replay_names_the_winner(end: str) -> None:
    result = pbm("rules", "replay", "gyges/classic", "-", stdin=f"231123 321123 {end}\n")
    assert result.stdout == "won north\n"
    assert result.exit_code == 0


def test_replay_continues_after_an_illegal_move() -> None:
    stdin = "231123 321123 13-13\n231123 321123\n"
    result = pbm("rules", "replay", "gyges/classic", "-", stdin=stdin)
    illegal, unfinished = result.stdout.splitlines()
    assert illegal.startswith("illegal ply 3 South: ")
    assert unfinished == "unfinished"
    assert result.exit_code == 1
