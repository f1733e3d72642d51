from __future__ import annotations

import json

import pytest

from tests.pbm.cli.program import pbm, pbm_on_terminal
from tests.pbm.town import NORTH, SOUTH, Town, tamper


@pytest.fixture
def town_with_two_boards(cli_town: Town) -> Town:
    """A town with two boards. On board 1, letters 7 and 8 have played two plies."""
    cli_town.play(cli_town.board(), SOUTH, NORTH)
    cli_town.board()
    return cli_town


def test_an_audit_without_findings_prints_nothing(town_with_two_boards: Town) -> None:
    for arguments in ([], ["1"], ["1", "2"]):
        result = pbm("audit", *arguments)
        assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert pbm("audit", "--json").stdout == "[]\n"


def test_an_audit_without_findings_says_so_on_a_terminal(town_with_two_boards: Town) -> None:
    assert pbm_on_terminal("audit").endswith("nothing wrong: 2 boards, 10 letters\n")
    assert pbm_on_terminal("audit", "1", "2").endswith("nothing wrong: board 1, 2\n")
    tamper(town_with_two_boards, "UPDATE matches SET result = '1-0' WHERE board = 1")
    assert "nothing wrong" not in pbm_on_terminal("audit")


def test_a_finding_is_one_line_and_the_exit_status_1(town_with_two_boards: Town) -> None:
    tamper(town_with_two_boards, "UPDATE matches SET result = '1-0' WHERE board = 1")
    result = pbm("audit")
    assert result.exit_code == 1
    (line,) = result.stdout.splitlines()
    assert line.startswith("board 1 (letter 8): ")


def test_findings_as_json(town_with_two_boards: Town) -> None:
    tamper(town_with_two_boards, "DELETE FROM events WHERE board = 1 AND seq = 4")
    result = pbm("audit", "--json")
    assert result.exit_code == 1
    (found,) = json.loads(result.stdout)
    assert found.pop("finding")
    causes = {"letter": 8, "act": None, "request": None}
    assert found == {"board": 1, "contest": None, "event": 4, **causes}


def test_only_the_named_boards_are_audited(town_with_two_boards: Town) -> None:
    tamper(town_with_two_boards, "UPDATE matches SET position = 'x' WHERE board = 1")
    assert pbm("audit", "2").exit_code == 0
    assert pbm("audit", "2", "1").exit_code == 1


def test_an_unknown_board_is_wrong_usage(town_with_two_boards: Town) -> None:
    result = pbm("audit", "3")
    assert (result.exit_code, result.stdout) == (2, "")


def test_a_deleted_board_is_a_finding(town_with_two_boards: Town) -> None:
    tamper(town_with_two_boards, "DELETE FROM matches WHERE board = 2")
    result = pbm("audit", "2")
    assert result.exit_code == 1
    assert result.stdout.startswith("board 2 (letter 10): ")
