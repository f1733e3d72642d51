"""Commands of a letter that are not done, since another command is, are named in the answer."""

from __future__ import annotations

from tests.combinations import for_each
from tests.pbm.town import ALICE, SOUTH, Town, of, only


def left_out(town: Town, text: str) -> list[str]:
    account = only(town.write(ALICE, "whoami"))
    return list(of(town.answer(account, text), ALICE).facts["not_done"])


@for_each(
    ("text", "named"),
    [
        ("gyges seek\n\nAnd a puzzle, please:\n\npuzzle\n", ["puzzle"]),
        ("gyges seek\nmail text\nhelp gyges\nwhoami\n", ["set mail text", "help gyges"]),
        ("gyges seek\nHelp me please\nlist of\nThank you!\n", []),
        ("gyges seek\ngyges seek\n", []),
        ("gyges seek\nset alice Xk9!fooZ digest daily\n", []),
        ("whoami\n", []),
    ],
)
def test_other_commands_are_named(town_with_players: Town, text: str, named: list[str]) -> None:
    assert left_out(town_with_players, text) == named


def test_they_come_behind_bars(town_with_players: Town) -> None:
    account = only(town_with_players.write(ALICE, "whoami"))
    answer = only(town_with_players.answer(account, "gyges seek\npuzzle\n"))
    assert "| puzzle\n" in answer.text
    assert "\npuzzle" not in answer.text


def test_one_below_a_move_is_named(town_with_game: Town) -> None:
    board = only(town_with_game.write(ALICE, "gyges show 1"))
    receipt = of(town_with_game.answer(board, f"{SOUTH}\npuzzle\n"), ALICE)
    assert (receipt.moves, receipt.facts["not_done"]) == ([SOUTH], ["puzzle"])


def test_several_lines_of_several_commands_are_all_done(town_with_players: Town) -> None:
    account = only(town_with_players.write(ALICE, "whoami"))
    answer = only(town_with_players.answer(account, "whoami\nhelp gyges\n", subject="multiple"))
    assert "Not done" not in answer.text
