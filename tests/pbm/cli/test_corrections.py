"""``pbm games adjudicate --again``, ``reopen`` and ``deadline``: what the operator puts right."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import pytest

from tests.pbm.cli.program import pbm
from tests.pbm.town import ALICE, BOB, NORTH, SOUTH, Town, kinds


@pytest.fixture
def town_with_two_finished_games(cli_town: Town) -> Town:
    """Two rated games, one after the other, both resigned by alice."""
    for _ in range(2):
        alice, _ = cli_town.play(cli_town.board(), SOUTH, NORTH)
        cli_town.later(days=1)
        cli_town.answer(alice, "resign\n")
    cli_town.new_mails()
    return cli_town


def correct(*arguments: str) -> str:
    """Run the command, which must leave no finding of the audit, and return its output."""
    result = pbm("games", *arguments, "--why", "the mail was down")
    assert (result.exit_code, result.stderr) == (0, "")
    assert pbm("audit").stdout == ""
    assert "; 0 numbers were wrong\n" in pbm("ratings", "rebuild").stdout
    return str(result.stdout)


def points(town: Town, board: int) -> list[int]:
    """The ratings of both players after that board, first seat first; empty if it is unrated."""
    with town.app.store.reading() as tx:
        return [change.after.points for change in tx.ratings.of_board(board)]


def test_another_result_is_mailed_to_both_and_later_games_are_rated_again(
    town_with_two_finished_games: Town,
) -> None:
    before = points(town_with_two_finished_games, 1)
    assert correct("adjudicate", "1", "1-0", "--again") == "board 1 is over: 1-0\n"
    alice, bob = town_with_two_finished_games.new_mails()
    assert (alice.to, alice.subject) == (ALICE, "[gyges 1] ply 2: you won")
    assert (bob.to, bob.subject) == (BOB, "[gyges 1] ply 2: alice won")
    assert "The operator decided the game again: the mail was down\n" in alice.text
    assert points(town_with_two_finished_games, 1) == []
    assert points(town_with_two_finished_games, 2) == before
    assert json.loads(pbm("games", "show", "1", "--json").stdout)["why"] == "the mail was down"


def test_a_decision_can_be_decided_again(cli_town: Town) -> None:
    cli_town.board()
    pbm("games", "adjudicate", "1", "1-0", "--why", "first")
    correct("adjudicate", "1", "0-1", "--again")
    assert cli_town.match().result == "0-1"


def test_a_reopened_game_continues(town_with_two_finished_games: Town) -> None:
    town_with_two_finished_games.later(days=1)
    assert correct("reopen", "1") == "board 1 goes on\n"
    alice, bob = town_with_two_finished_games.new_mails()
    assert (alice.to, alice.subject) == (ALICE, "[gyges 1] ply 3: your move, alice")
    assert "took back how the game ended: the mail was down\n" in alice.text
    assert "21 days left" in bob.text
    assert points(town_with_two_finished_games, 1) == []
    assert kinds(town_with_two_finished_games.answer(alice, "11-31\n")) == ["board", "board"]
    assert json.loads(pbm("games", "show", "1", "--json").stdout)["why"] is None
    assert pbm("audit").stdout == ""


def test_a_new_deadline_is_mailed_to_both(cli_town: Town) -> None:
    cli_town.board()
    assert re.fullmatch(r"the deadline on board 1 is [-0-9: +]+\n", correct("deadline", "1", "5d"))
    alice, bob = cli_town.new_mails()[-2:]
    assert "The operator set a new deadline for alice: the mail was down\n" in alice.text
    assert "5 days left" in bob.text
    assert (alice.to, bob.to) == (ALICE, BOB)


@pytest.mark.parametrize("language", ["de", "fr", "it", "nl"])
def test_mails_about_corrections_are_in_the_language_of_their_reader(
    cli_town: Town, language: str
) -> None:
    with cli_town.app.store.transaction() as tx:
        tx.players.set_setting(cli_town.player("bob").id, "lang", language)
    cli_town.board()
    cli_town.new_mails()
    for command in (["deadline", "1", "9d"], ["abort", "1"], ["reopen", "1"]):
        pbm("games", *command, "--why", "ab")
    pbm("games", "adjudicate", "1", "1-0", "--why", "ab")
    pbm("games", "adjudicate", "1", "0-1", "--again", "--why", "ab")
    mails = [mail for mail in cli_town.new_mails() if mail.to == BOB]
    assert len(mails) == 5
    assert not any("The operator" in mail.text or "The game" in mail.text for mail in mails)


@pytest.mark.parametrize(
    ("command", "status", "why"),
    [
        (["adjudicate", "1", "0-1", "--again"], 1, "only a game that is over can be decided again"),
        (["reopen", "1"], 1, "only a game that is over can be reopened"),
        (["reopen", "7"], 2, "there is no board 7"),
        (["deadline", "1", "soon"], 2, '"soon" cannot be the time of the deadline'),
        (["deadline", "1", "1000d"], 2, '"1000d" cannot be the time of the deadline'),
        (["deadline", "7", "2d"], 2, "there is no board 7"),
    ],
)
def test_a_refused_correction_changes_nothing(
    cli_town: Town, command: Sequence[str], status: int, why: str
) -> None:
    cli_town.board()
    cli_town.new_mails()
    before = cli_town.match()
    result = pbm("games", *command, "--why", "x")
    assert (result.exit_code, result.stdout) == (status, "")
    assert why in result.stderr
    assert (cli_town.match(), cli_town.new_mails()) == (before, [])
