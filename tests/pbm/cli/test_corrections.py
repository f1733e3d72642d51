"""``pbm games adjudicate --again``, ``reopen`` and ``deadline``: corrections by the operator."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from pbm.core.analyses import GameAnalysis
from pbm.core.games import Analysis
from pbm.notices.headlines import Headline
from tests.pbm.cli.program import numbers_in, pbm
from tests.pbm.town import ALICE, BOB, NORTH, SOUTH, Mail, Town, kinds

WHY = "the mail was down"


@pytest.fixture
def town_with_two_finished_games(cli_town: Town) -> Town:
    """A town with two rated games, both resigned by alice, the second one a day later."""
    for _ in range(2):
        alice, _ = cli_town.play(cli_town.board(), SOUTH, NORTH)
        cli_town.later(days=1)
        cli_town.answer(alice, "resign\n")
    cli_town.new_mails()
    return cli_town


def days_left(mail: Mail) -> int:
    """Days until the deadline that a board mail names. The commands use the real clock."""
    left: timedelta = mail.facts["clock"]["deadline"] - datetime.now(UTC)
    return round(left / timedelta(days=1))


def correct(*arguments: str) -> str:
    """Run the command, which must leave no finding of the audit, and return its output."""
    result = pbm("games", *arguments, "--why", WHY)
    assert (result.exit_code, result.stderr) == (0, "")
    assert pbm("audit").stdout == ""
    assert numbers_in(pbm("ratings", "rebuild").stdout)[-1] == 0
    return str(result.stdout)


def points(town: Town, board: int) -> list[int]:
    """The ratings of both players after that board, first seat first; empty if it is unrated."""
    with town.app.store.reading() as tx:
        return [change.after.points for change in tx.ratings.of_board(board)]


def test_another_result_is_mailed_to_both_and_later_games_are_rated_again(
    town_with_two_finished_games: Town,
) -> None:
    before = points(town_with_two_finished_games, 1)
    correct("adjudicate", "1", "1-0", "--again")
    alice, bob = town_with_two_finished_games.new_mails()
    assert (alice.to, bob.to) == (ALICE, BOB)
    for mail in (alice, bob):
        assert (mail.news, mail.facts["why"]) == (Headline.CORRECTED, WHY)
        assert mail.facts["result"]["winner"] == "alice"
    assert points(town_with_two_finished_games, 1) == []
    assert points(town_with_two_finished_games, 2) == before
    assert json.loads(pbm("games", "show", "1", "--json").stdout)["why"] == WHY


def test_a_decision_can_be_decided_again(cli_town: Town) -> None:
    cli_town.board()
    pbm("games", "adjudicate", "1", "1-0", "--why", "first")
    correct("adjudicate", "1", "0-1", "--again")
    assert cli_town.match().result == "0-1"


def test_a_reopened_game_continues(town_with_two_finished_games: Town) -> None:
    town_with_two_finished_games.later(days=1)
    correct("reopen", "1")
    alice, bob = town_with_two_finished_games.new_mails()
    assert (alice.to, bob.to) == (ALICE, BOB)
    for mail in (alice, bob):
        assert (mail.news, mail.facts["why"]) == (Headline.REOPENED, WHY)
    assert alice.facts["your_turn"]
    assert days_left(alice) == 21
    assert points(town_with_two_finished_games, 1) == []
    assert kinds(town_with_two_finished_games.answer(alice, "11-31\n")) == ["board", "board"]
    assert json.loads(pbm("games", "show", "1", "--json").stdout)["why"] is None
    assert pbm("audit").stdout == ""


def test_an_analysed_game_is_not_reopened(town_with_two_finished_games: Town) -> None:
    town = town_with_two_finished_games
    with town.app.store.transaction() as tx:
        tx.analyses.put(GameAnalysis(1, town.match().seq, 1, town.time, Analysis((), ())))
    result = pbm("games", "reopen", "1", "--why", WHY)
    assert (result.exit_code, "analysed" in result.stderr) == (1, True)


def test_a_new_deadline_is_mailed_to_both(cli_town: Town) -> None:
    cli_town.board()
    printed = correct("deadline", "1", "5d")
    alice, bob = cli_town.new_mails()[-2:]
    assert (alice.to, bob.to) == (ALICE, BOB)
    for mail in (alice, bob):
        assert (mail.news, mail.facts["why"]) == (Headline.GRANTED, WHY)
        assert days_left(mail) == 5
    assert f"{alice.facts['clock']['deadline']:%Y-%m-%d %H:%M}" in printed


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
    ("command", "status"),
    [
        (["adjudicate", "1", "0-1", "--again"], 1),
        (["reopen", "1"], 1),
        (["reopen", "7"], 2),
        (["deadline", "1", "soon"], 2),
        (["deadline", "1", "1000d"], 2),
        (["deadline", "7", "2d"], 2),
    ],
)
def test_a_refused_correction_changes_nothing(
    cli_town: Town, command: Sequence[str], status: int
) -> None:
    cli_town.board()
    cli_town.new_mails()
    before = cli_town.match()
    result = pbm("games", *command, "--why", "x")
    assert (result.exit_code, result.stdout) == (status, "")
    assert (cli_town.match(), cli_town.new_mails()) == (before, [])
