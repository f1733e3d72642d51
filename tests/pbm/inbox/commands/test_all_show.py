from __future__ import annotations

import pytest

from tests.pbm.conftest import Prepared
from tests.pbm.inbox.commands.people import account, is_turned_away, suspend
from tests.pbm.town import ALICE, BOB, NORTH, SOUTH, Mail, Town, of, only, refused, refused_because


def keep_busy(town: Town) -> None:
    """Board 1 is over, on 2 (gyges) and 3 (dvonn) alice is to move, on 4 bob; 5 is offered."""
    mails = town.play(town.board(), SOUTH, NORTH)
    town.answer(mails[0], "resign\n")
    town.board()
    town.board(game="dvonn")
    town.play(town.board(), SOUTH)
    town.answer(account(town, BOB), "gyges challenge alice\n")


@pytest.fixture
def busy(town_with_players: Town, prepared: Prepared) -> Town:
    prepared(town_with_players, keep_busy)
    return town_with_players


def shown(mail: Mail) -> set[str]:
    return {f"{each['game']} {each['board']}" for each in mail.facts["boards"]}


@pytest.mark.parametrize(
    ("words", "boards"),
    [
        ("alice", {"gyges 2", "dvonn 3", "gyges 4"}),
        ("ALICE active", {"gyges 2", "dvonn 3", "gyges 4"}),
        ("alice next", {"gyges 2", "dvonn 3"}),
        ("bob next", {"gyges 4"}),
        ("alice inactive", {"gyges 1", "gyges 5"}),
        ("alice all", {"gyges 1", "gyges 2", "dvonn 3", "gyges 4", "gyges 5"}),
    ],
)
def test_boards_of_all_games_are_shown(busy: Town, words: str, boards: set[str]) -> None:
    assert shown(only(busy.write(BOB, f"all show {words}\n"))) == boards


def test_boards_beyond_the_tenth_are_only_named(busy: Town) -> None:
    for _ in range(9):
        busy.board()
    mail = only(busy.write(BOB, "all show alice\n"))
    assert len(shown(mail)) == 10
    assert len(mail.facts["left_out"]) == 2


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("all show", "missing_word"),
        ("all show nobody", "unknown_player"),
        ("all show alice often", "unknown_filter"),
        ("all show alice next now", "too_many_words"),
    ],
)
def test_boards_that_cannot_be_shown_are_refused(busy: Town, line: str, code: str) -> None:
    assert refused(busy.write(BOB, f"{line}\n")) == code


def test_the_boards_of_a_player_without_boards_are_refused(town_with_players: Town) -> None:
    code, facts = refused_because(town_with_players.write(BOB, "all show alice\n"))
    assert (code, facts["userid"], facts["which"]) == ("no_boards_of", "alice", "active")


def test_a_suspended_player_looks_and_a_stranger_does_not(busy: Town) -> None:
    suspend(busy, "bob")
    assert only(busy.write(BOB, "all show alice\n")).kind == "boards"
    assert is_turned_away(busy, "all show alice\n")


def test_all_show_works_in_reply_to_a_board(busy: Town) -> None:
    board = of(busy.write(ALICE, "gyges show 2\n"), ALICE)
    assert shown(only(busy.answer(board, "all show bob next\n"))) == {"gyges 4"}
