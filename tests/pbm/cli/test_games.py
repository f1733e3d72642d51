"""``pbm games``: create, list, show and end boards."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import timedelta

import pytest

from pbm.core.boards import seeded_setup
from pbm.core.games import find
from pbm.notices.headlines import Headline
from tests.pbm.cli.program import pbm
from tests.pbm.town import ALICE, BOB, CAROL, NORTH, PASSWORD, SOUTH, Town, kinds, of

# Creating


def test_a_created_game_starts_at_once_and_both_play_by_replying(cli_town: Town) -> None:
    result = pbm("games", "create", "gyges", "alice", "bob")
    assert (result.exit_code, result.stdout.splitlines()[-1]) == (0, "1")
    mails = cli_town.new_mails()
    south, north = of(mails, ALICE), of(mails, BOB)
    assert (south.news, north.news) == (Headline.CREATED, Headline.CREATED)
    assert (south.facts["your_seat"], north.facts["your_seat"]) == ("South", "North")
    assert south.facts["your_turn"]
    assert kinds(cli_town.answer(south, f"{SOUTH}\n")) == ["board", "board"]
    assert pbm("audit").stdout == ""


def test_a_game_has_the_given_time_limits(cli_town: Town) -> None:
    pbm("games", "create", "gyges", "alice", "bob")
    pbm("games", "create", "gyges", "alice", "bob", "--forfeittime=36h", "--totaltime", "30d")
    limits = [cli_town.match(board).clock.limits for board in (1, 2)]
    assert [(each.forfeit, each.total) for each in limits] == [
        (timedelta(days=21), None),
        (timedelta(hours=36), timedelta(days=30)),
    ]
    assert cli_town.new_mails()[-1].facts["clock"]["limits"]["forfeit"] == "1 day and 12 hours"


def test_a_game_can_be_unrated(cli_town: Town) -> None:
    pbm("games", "create", "gyges", "alice", "bob", "--unrated")
    pbm("games", "create", "gyges", "alice", "bob")
    assert [cli_town.match(board).rated for board in (1, 2)] == [False, True]
    assert [mail.facts["rated"] for mail in cli_town.new_mails()] == [False, False, True, True]
    assert pbm("audit").stdout == ""


@pytest.mark.parametrize(
    ("arguments", "seated"),
    [
        ([], ["alice", "bob"]),
        (["--first", "u1"], ["alice", "bob"]),
        (["--first", "u2"], ["bob", "alice"]),
        (["--first", "Bob"], ["bob", "alice"]),
        (["--first", "alice"], ["alice", "bob"]),
    ],
)
def test_the_first_seat_is_the_first_player_s_or_chosen(
    arguments: Sequence[str], seated: Sequence[str], cli_town: Town
) -> None:
    pbm("games", "create", "gyges", "alice", "bob", *arguments)
    (game,) = json.loads(pbm("games", "list", "--json").stdout)
    assert game["players"] == seated


def test_a_userid_takes_precedence_over_the_word_u2(cli_town: Town) -> None:
    pbm("players", "add", "u2", CAROL)
    pbm("games", "create", "gyges", "u2", "bob", "--first", "u2")
    (game,) = json.loads(pbm("games", "list", "--json").stdout)
    assert game["players"] == ["u2", "bob"]


def test_the_first_seat_can_be_drawn(cli_town: Town) -> None:
    assert pbm("games", "create", "gyges", "alice", "bob", "--first", "random").stdout == "1\n"


@pytest.mark.parametrize("start", find("dvonn").starts)
def test_a_seeded_start_is_what_its_seed_gives(start: str, cli_town: Town) -> None:
    assert pbm("games", "create", "dvonn", "alice", "bob", f"--{start}").exit_code == 0
    match = cli_town.match()
    assert match.start == start
    assert match.position == match.setup == seeded_setup("dvonn/standard", start, match.seed)


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["chess", "alice", "bob"], 2),
        (["gyges/chess", "alice", "bob"], 2),
        (["gyges", "alice", "carol"], 2),
        (["gyges", "alice", "Alice"], 2),
        (["gyges", "alice", "bob", "--first", "carol"], 2),
        (["gyges", "alice", "bob", "--random"], 2),
        (["gyges", "alice", "bob", "--nagtime=soon"], 2),
        (["dvonn", "alice", "bob", "--random", "--symmetry"], 2),
        (["gyges", "alice", "dave"], 1),
    ],
)
def test_a_game_that_cannot_be_created_leaves_no_trace(
    arguments: Sequence[str], status: int, cli_town: Town
) -> None:
    pbm("players", "add", "dave", "dave@example.org")
    pbm("players", "suspend", "dave")
    cli_town.new_mails()
    result = pbm("games", "create", *arguments)
    assert (result.exit_code, result.stdout) == (status, "")
    assert cli_town.new_mails() == []
    assert pbm("games", "list").stdout == ""


# Listing and showing


def test_the_list_can_be_of_one_game_or_status(cli_town: Town) -> None:
    for game in ("gyges", "dvonn", "gyges"):
        pbm("games", "create", game, "alice", "bob")
    pbm("games", "abort", "3", "--why", "a test")
    assert [line[:1] for line in pbm("games", "list").stdout.splitlines()] == ["1", "2", "3"]
    assert [line[:1] for line in pbm("games", "list", "gyges").stdout.splitlines()] == ["1", "3"]
    running = pbm("games", "list", "gyges/classic", "--status", "running")
    assert [line[:1] for line in running.stdout.splitlines()] == ["1"]


def test_the_list_as_json(cli_town: Town) -> None:
    cli_town.play(cli_town.board(), SOUTH)
    (game,) = json.loads(pbm("games", "list", "--json").stdout)
    assert game == {
        "board": 1,
        "game": "gyges/classic",
        "players": ["alice", "bob"],
        "ply": 1,
        "status": "running",
        "result": "*",
        "reason": "*",
        "turn": "bob",
        "deadline": "2026-12-11T10:00:00+00:00",
        "updated": "2026-11-20",
    }


def test_a_board_is_shown_with_its_clock(cli_town: Town) -> None:
    cli_town.board("-totaltime=30d")
    cli_town.board("-nagtime=off -forfeittime=off")
    timed, free = (json.loads(pbm("games", "show", board, "--json").stdout) for board in "12")
    assert timed["deadline"] == "2026-12-11T10:00:00+00:00"
    assert timed["limits"] == {"nag": "7 days", "forfeit": "21 days", "total": "30 days"}
    assert timed["taken"] == {"alice": "0:00:00", "bob": "0:00:00"}
    assert (free["deadline"], free["limits"], free["taken"]) == (None, {}, {})
    assert "limits    nag=7 days forfeit=21 days total=30 days" in pbm("games", "show", "1").stdout


def test_a_board_is_shown_now_and_after_an_earlier_ply(cli_town: Town) -> None:
    cli_town.play(cli_town.board(), SOUTH, NORTH)
    now, then = pbm("games", "show", "1").stdout, pbm("games", "show", "1", "--ply", "1").stdout
    assert "321123/....../....../....../....../231123 s\n" in now
    assert " 6 | 3 | 2 | 1 | 1 | 2 | 3 | 6" in now
    assert "....../....../....../....../....../231123 n\n" in then
    assert "ply       1 of 2\n" in then
    assert pbm("games", "show", "1#1").stdout == then


@pytest.mark.parametrize("arguments", [["2"], ["1", "--ply", "1"], ["1#3"], ["1#"], ["x"]])
def test_a_board_that_cannot_be_shown(arguments: Sequence[str], cli_town: Town) -> None:
    cli_town.board()
    assert pbm("games", "show", *arguments).exit_code == 2


# Ending


def test_an_adjudication_is_mailed_to_both_with_its_reason(cli_town: Town) -> None:
    cli_town.board()
    result = pbm("games", "adjudicate", "1", "1/2-1/2", "--why", "the mail was down for a month")
    assert result.exit_code == 0
    mails = cli_town.new_mails()
    assert {mail.to for mail in mails} == {ALICE, BOB}
    for mail in mails:
        assert mail.news == Headline.ADJUDICATED
        assert mail.facts["why"] == "the mail was down for a month"
    match = cli_town.match()
    assert (match.status, match.result, match.reason) == ("finished", "1/2-1/2", "adjudicated")
    assert pbm("audit").exit_code == 0


def test_an_abort_is_mailed_to_both_with_its_reason(cli_town: Town) -> None:
    cli_town.board()
    assert pbm("games", "abort", "1", "--why", "set up by mistake").exit_code == 0
    mails = cli_town.new_mails()
    assert {mail.to for mail in mails} == {ALICE, BOB}
    for mail in mails:
        assert (mail.news, mail.facts["why"]) == (Headline.ABORTED, "set up by mistake")
    assert (cli_town.match().result, cli_town.match().reason) == ("*", "aborted")
    assert pbm("audit").exit_code == 0


def test_an_invitation_can_be_aborted(cli_town: Town) -> None:
    invited = cli_town.write(ALICE, f"gyges challenge alice {PASSWORD} bob\n")
    assert pbm("games", "abort", "1", "--why", "bob has left").exit_code == 0
    mails = cli_town.new_mails()
    assert {mail.to for mail in mails} == {ALICE, BOB}
    for told in mails:
        assert (told.news, told.facts["why"]) == (Headline.CALLED_OFF, "bob has left")
        assert "South" not in told.text
        assert "rematch" not in told.text
    assert kinds(cli_town.answer(of(invited, BOB), "accept\n")) == ["board"]
    assert cli_town.match().finished


@pytest.mark.parametrize("command", [["adjudicate", "1", "1-0"], ["abort", "1"]])
def test_a_finished_game_cannot_be_ended_again(command: Sequence[str], cli_town: Town) -> None:
    cli_town.board()
    pbm("games", "adjudicate", "1", "0-1", "--why", "first")
    cli_town.new_mails()
    result = pbm("games", *command, "--why", "second")
    assert result.exit_code == 1
    assert cli_town.new_mails() == []
    assert cli_town.match().result == "0-1"


def test_an_invitation_cannot_be_adjudicated(cli_town: Town) -> None:
    cli_town.write(ALICE, f"gyges challenge alice {PASSWORD} bob\n")
    result = pbm("games", "adjudicate", "1", "1-0", "--why", "x")
    assert (result.exit_code, cli_town.match().status) == (1, "invited")


@pytest.mark.parametrize(
    "command",
    [
        ["adjudicate", "1", "1-0"],
        ["adjudicate", "1", "2-0", "--why", "x"],
        ["adjudicate", "7", "1-0", "--why", "x"],
        ["abort", "1"],
        ["abort", "7", "--why", "x"],
        ["export"],
        ["export", "7"],
    ],
)
def test_wrong_usage_changes_nothing(command: Sequence[str], cli_town: Town) -> None:
    cli_town.board()
    result = pbm("games", *command)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert re.search(r"[^.] See ", result.stderr) is None
    assert cli_town.match().running


@pytest.mark.parametrize("command", [["adjudicate", "1", "1-0"], ["abort", "1"]])
def test_a_game_is_shown_with_the_reason_why_it_was_ended(
    command: Sequence[str], cli_town: Town
) -> None:
    cli_town.board()
    assert json.loads(pbm("games", "show", "1", "--json").stdout)["why"] is None
    pbm("games", *command, "--why", "bob has left us")
    shown = json.loads(pbm("games", "show", "1", "--json").stdout)
    assert shown["why"] == "bob has left us"
    assert "why       bob has left us" in pbm("games", "show", "1").stdout


def test_a_board_as_json(cli_town: Town) -> None:
    cli_town.play(cli_town.board(), "231123")
    shown = json.loads(pbm("games", "show", "1", "--json").stdout)
    assert (shown["board"], shown["ply"], shown["plies"]) == (1, 1, 1)
    earlier = json.loads(pbm("games", "show", "1#0", "--json").stdout)
    assert (earlier["ply"], earlier["plies"]) == (0, 1)
    assert earlier["position"] != shown["position"]
    assert shown["drawing"] in pbm("games", "show", "1").stdout
