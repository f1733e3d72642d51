"""Invitations, moves, resignations, looking at boards, talking."""

from __future__ import annotations

import pytest

from pbm.core.games import Scored, find
from pbm.core.model import MatchStatus
from tests.combinations import for_each
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    NORTH,
    PASSWORD,
    SOUTH,
    Mail,
    Town,
    kinds,
    of,
    only,
    refused_because,
)


def challenge(town: Town, rest: str = "bob") -> list[Mail]:
    return town.write(ALICE, f"gyges challenge alice {PASSWORD} {rest}\nA game?\n")


# Invitations


def test_a_challenge_is_an_invitation_with_a_note(town_with_players: Town) -> None:
    mails = challenge(town_with_players)
    assert (of(mails, ALICE).kind, of(mails, BOB).kind) == ("invited", "invitation")
    assert "| A game?" in of(mails, BOB).text
    assert town_with_players.match().status is MatchStatus.INVITED


def test_the_invited_player_accepts(town_with_players: Town) -> None:
    mails = town_with_players.answer(of(challenge(town_with_players), BOB), "accept")
    assert [of(mails, to).facts["your_turn"] for to in (ALICE, BOB)] == [True, False]
    assert town_with_players.match().running


@pytest.mark.parametrize("word", ["decline", "reject"])
@pytest.mark.parametrize("address", [ALICE, BOB])
def test_either_player_ends_an_invitation(town_with_players: Town, word: str, address: str) -> None:
    mails = town_with_players.answer(of(challenge(town_with_players), address), word)
    assert {mail.to for mail in mails} == {ALICE, BOB}
    assert town_with_players.match().status is MatchStatus.DECLINED


@pytest.mark.parametrize("word", ["accept", "yes"])
@pytest.mark.parametrize("address", [ALICE, BOB])
def test_accepting_too_late_is_answered_that_the_invitation_does_not_stand(
    town_with_players: Town, address: str, word: str
) -> None:
    mails = challenge(town_with_players)
    town_with_players.answer(of(mails, address), "decline")
    answer = only(town_with_players.answer(of(mails, BOB), word))
    assert (answer.news, answer.facts["declined"]) == ("stale", True)
    assert "South" not in answer.text


@pytest.mark.parametrize(
    ("answer", "status"), [("Ja, bitte!", MatchStatus.RUNNING), ("No.", MatchStatus.DECLINED)]
)
def test_an_invitation_is_answered_with_yes_or_no(
    town_with_players: Town, answer: str, status: MatchStatus
) -> None:
    town_with_players.answer(of(challenge(town_with_players), BOB), f"{answer}\nThanks for asking.")
    assert town_with_players.match().status is status


@pytest.mark.parametrize("answer", ["OK, let me see!", "maybe later"])
def test_an_unclear_answer_to_an_invitation_accepts_nothing(
    town_with_players: Town, answer: str
) -> None:
    invitation = of(challenge(town_with_players), BOB)
    assert only(town_with_players.answer(invitation, answer)).kind in ("no_command", "confirm")
    assert town_with_players.match().status is MatchStatus.INVITED
    assert town_with_players.answer(invitation, "accept")
    assert town_with_players.match().running


def test_yes_without_a_reply_address_accepts_nothing(town_with_players: Town) -> None:
    invitation = of(challenge(town_with_players), BOB)
    town_with_players.write(BOB, "yes", subject=f"Re: {invitation.subject}")
    assert town_with_players.match().status is MatchStatus.INVITED


def test_nobody_accepts_their_own_invitation(town_with_players: Town) -> None:
    town_with_players.answer(of(challenge(town_with_players), ALICE), "accept")
    assert town_with_players.note == "own_invitation"
    assert town_with_players.match().status is MatchStatus.INVITED


def test_an_invitation_is_answered_once(town_with_players: Town) -> None:
    invitation = of(challenge(town_with_players), BOB)
    town_with_players.answer(invitation, "accept")
    town_with_players.answer(invitation, "decline")
    assert town_with_players.match().running


@pytest.mark.parametrize(("game", "offered"), [("gyges", False), ("dvonn", True)])
def test_the_starts_of_a_game_are_options_of_that_game_alone(
    town_with_game: Town, game: str, offered: bool
) -> None:
    refusal = town_with_game.write(ALICE, f"{game} challenge alice {PASSWORD} bob -fast")
    code, facts = refused_because(refusal)
    assert code == "unknown_option"
    assert ("-symmetry" in facts["known"]) is offered


def test_an_option_that_there_is_not_is_answered_with_values_and_a_line_that_works(
    town_with_players: Town,
) -> None:
    code, facts = refused_because(
        town_with_players.write(ALICE, f"gyges seek alice {PASSWORD} -rated -time=3days")
    )
    assert code == "unknown_option"
    assert "-rules=NAME" in facts["known"]
    line = facts["example"].replace(" seek ", f" seek alice {PASSWORD} ")
    assert kinds(town_with_players.write(ALICE, line)) == ["seek"]


@pytest.mark.parametrize(("first", "turn"), [("alice", "alice"), ("bob", "bob"), ("BOB", "bob")])
def test_the_challenge_says_who_moves_first(town_with_players: Town, first: str, turn: str) -> None:
    challenge(town_with_players, f"bob -first={first}")
    assert town_with_players.match().players[0] == town_with_players.player(turn).id


def test_an_invitation_shows_the_drawn_start(town_with_players: Town) -> None:
    mails = town_with_players.write(ALICE, f"dvonn challenge alice {PASSWORD} bob -symmetry")
    assert town_with_players.match().start == "symmetry"
    assert town_with_players.match().setup == town_with_players.match().position
    assert of(mails, BOB).facts["start"] == "symmetry"


def test_nothing_is_played_on_an_invitation(town_with_players: Town) -> None:
    town_with_players.answer(of(challenge(town_with_players), ALICE), SOUTH)
    assert town_with_players.note == "not_running"


# Moves


def test_a_move_is_mailed_to_both(town_with_game: Town, board_mails: tuple[Mail, Mail]) -> None:
    mails = town_with_game.answer(board_mails[0], f"{SOUTH}\nGood luck")
    assert [of(mails, to).facts["your_turn"] for to in (ALICE, BOB)] == [False, True]
    assert [of(mails, to).moves for to in (ALICE, BOB)] == [[SOUTH], [SOUTH]]
    assert "| Good luck" in of(mails, BOB).text


def test_several_moves_on_a_line_are_refused_as_several(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.play(board_mails, SOUTH, NORTH)
    code, facts = refused_because(town_with_game.answer(mails[0], "16-35 61-51"))
    assert (code, facts["moves"]) == ("several_moves", 2)
    assert town_with_game.match().plies == 2


@pytest.mark.parametrize("line", ["3 2 1 1 2 4", "16 35 44", "a9 b2 c3"])
def test_a_line_that_is_no_legal_move_is_repeated_in_the_answer(
    town_with_game: Town, board_mails: tuple[Mail, Mail], line: str
) -> None:
    told = only(town_with_game.answer(board_mails[0], line))
    assert (told.kind, town_with_game.note) == ("illegal", "illegal")
    assert told.facts["line"] == line


def test_words_as_long_as_a_password_are_not_repeated(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    told = only(town_with_game.answer(board_mails[0], "move zo 12345678 13-14"))
    assert told.kind == "illegal"
    assert "12345678" not in told.facts["line"]


def test_an_illegal_move_names_the_rule_and_shows_the_board(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.play(board_mails, SOUTH, NORTH)
    mail = only(town_with_game.answer(mails[0], "13-66"))
    assert (mail.kind, mail.facts["rule"]) == ("illegal", "G3")
    assert "+---+" in mail.text
    assert town_with_game.match().plies == 2
    again = town_with_game.answer(mail, "16-35")
    assert {each.kind for each in again} == {"board"}


def test_a_refusal_offers_moves_that_can_be_played(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.play(board_mails, SOUTH, NORTH)
    mail = only(town_with_game.answer(mails[0], "13-66"))
    offered = mail.facts["similar"]
    assert offered[0].startswith("13-")
    town_with_game.answer(mail, offered[0])
    assert town_with_game.match().plies == 3


@for_each(
    "line",
    ["12x12", "16-16", "move 16-16", "16-16#2", "13x14", "gyges move 1 33-33", "queue 33-33"],
)
def test_a_line_in_move_notation_that_no_rule_allows_is_refused_as_illegal(
    town_with_game: Town, board_mails: tuple[Mail, Mail], line: str
) -> None:
    mails = town_with_game.play(board_mails, SOUTH, NORTH)
    assert only(town_with_game.answer(mails[0], f"{line}\n\nGood luck!")).kind in (
        "illegal",
        "unqueued",
    )
    assert town_with_game.match().plies == 2


@pytest.mark.parametrize("line", ["12x12", "33-33", "22-11-22"])
def test_an_impossible_move_below_a_move_is_ignored(
    town_with_game: Town, board_mails: tuple[Mail, Mail], line: str
) -> None:
    mails = town_with_game.play(board_mails, SOUTH, NORTH)
    town_with_game.answer(mails[0], f"16-35\n\nMy tiles:\n{line}\n")
    assert town_with_game.match().plies == 3


@for_each(("ply", "plies"), [("#0", 1), ("#1", 0), (" #0", 1), (" #7", 0)])
def test_a_ply_number_guards_a_move(
    town_with_game: Town, board_mails: tuple[Mail, Mail], ply: str, plies: int
) -> None:
    town_with_game.answer(board_mails[0], f"{SOUTH}{ply}")
    assert town_with_game.match().plies == plies


def test_only_the_players_of_a_board_move_there(town_with_game: Town) -> None:
    town_with_game.sign_up(CAROL, "marble-tower")
    town_with_game.write(CAROL, f"gyges move 1 carol marble-tower {SOUTH}")
    assert town_with_game.note == "not_your_board"


def test_nothing_is_played_when_the_game_is_over(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.play(board_mails, SOUTH, NORTH)
    over = of(town_with_game.answer(mails[0], "resign"), BOB)
    town_with_game.answer(over, "61-53")
    assert town_with_game.note == "not_running"


@pytest.mark.parametrize(
    ("moves", "result", "reason"),
    [(0, "*", "aborted"), (1, "*", "aborted"), (2, "0-1", "resigned")],
)
def test_before_the_second_move_resigning_cancels(
    town_with_game: Town, board_mails: tuple[Mail, Mail], moves: int, result: str, reason: str
) -> None:
    mails = town_with_game.play(board_mails, *(SOUTH, NORTH)[:moves])
    told = town_with_game.answer(mails[0], "resign")
    assert [mail.news for mail in told] == ["cancelled" if moves < 2 else "resigned"] * 2
    assert (town_with_game.match().result, town_with_game.match().reason) == (result, reason)


# Looking


def test_every_player_can_look_at_every_board(town_with_game: Town) -> None:
    town_with_game.sign_up(CAROL)
    mail = only(town_with_game.write(CAROL, "gyges show 1"))
    assert "+---+" in mail.text
    assert (mail.news, mail.facts["your_turn"], mail.facts["your_seat"]) == ("shown", False, "")


def test_a_reply_to_a_shown_board_cannot_move_for_its_players(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    town_with_game.sign_up(CAROL)
    mail = only(town_with_game.write(CAROL, "gyges show 1"))
    town_with_game.answer(mail, SOUTH)
    assert town_with_game.note == "not_your_board"
    assert town_with_game.match().plies == 0


@pytest.mark.parametrize("command", ["show", "review"])
def test_a_reply_that_lost_its_address_shows_the_board_of_its_subject(
    town_with_game: Town, board_mails: tuple[Mail, Mail], command: str
) -> None:
    mail = only(town_with_game.write(BOB, command, subject=f"Re: {board_mails[1].subject}"))
    assert mail.subject.startswith("[gyges 1]")
    assert "+---+" in mail.text


def test_an_earlier_ply_is_shown_as_it_was(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    town_with_game.play(board_mails, SOUTH, NORTH)
    mail = only(town_with_game.write(ALICE, "gyges show 1#1"))
    (shown,) = mail.facts["boards"]
    assert (shown["at"], shown["ply"]) == (1, 2)
    assert " 1 | 2 | 3 | 1 | 1 | 2 | 3 |" in mail.text
    assert " 6 |   |   |   |   |   |   |" in mail.text


def test_lists_name_the_boards(town_with_game: Town) -> None:
    for command in ("list", "list gyges", "gyges games", "gyges games alice next"):
        (row,) = only(town_with_game.write(ALICE, command)).facts["rows"]
        assert (row["board"], row["players"]) == (1, ["alice", "bob"]), command
    for command in ("list dvonn", "gyges games bob next", "gyges history", "dvonn games all"):
        assert only(town_with_game.write(ALICE, command)).facts["rows"] == [], command


def test_lists_tell_deadlines_in_the_zone_of_the_reader(town_with_game: Town) -> None:
    town_with_game.write(ALICE, f"set alice {PASSWORD} timezone Asia/Tokyo")
    mail = only(town_with_game.write(ALICE, "list"))
    (row,) = mail.facts["rows"]
    assert mail.facts["zone"] == "Asia/Tokyo"
    assert row["by"].endswith(" 19:00"), "the clocks of the town run since 10:00 UTC"
    assert row["by"] in mail.text
    (shown,) = only(town_with_game.write(ALICE, "all show alice")).facts["boards"]
    assert row["by"] in shown["clock"]["by"]


def test_lists_of_games_without_clocks_have_no_deadlines(town_with_game: Town) -> None:
    town_with_game.write(ALICE, f"gyges resign 1 alice {PASSWORD}")
    mail = only(town_with_game.write(ALICE, "gyges games all"))
    assert [row["by"] for row in mail.facts["rows"]] == [""]
    assert mail.facts["zone"] == ""


# Chat


def test_chat_goes_to_both_players_each_line_behind_a_bar(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.answer(board_mails[1], "chat\nHello alice\nresign")
    assert {mail.to for mail in mails} == {ALICE, BOB}
    assert "| Hello alice\n| resign" in of(mails, ALICE).text


def test_chat_needs_words_and_a_seat(town_with_game: Town, board_mails: tuple[Mail, Mail]) -> None:
    town_with_game.answer(board_mails[0], "chat")
    assert town_with_game.note == "nothing_said"
    town_with_game.sign_up(CAROL, "marble-tower")
    town_with_game.write(CAROL, "gyges chat 1 carol marble-tower\nhello")
    assert town_with_game.note == "not_your_board"


def test_chat_does_not_make_an_earlier_board_mail_stale(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    town_with_game.answer(board_mails[1], "chat\nHello")
    town_with_game.answer(board_mails[0], SOUTH)
    assert town_with_game.match().plies == 1


def test_own_games_begin_with_those_where_it_is_your_turn(town_with_players: Town) -> None:
    town = town_with_players
    waiting = town.play(town.board(), SOUTH)
    town.answer(of(town.board(), ALICE), "resign")
    town.board("-random", "dvonn")
    town.write(BOB, f"gyges challenge bob {PASSWORD} carol\n")
    mail = only(town.answer(waiting[0], "Which games am I playing at the moment?\n"))
    assert [row["board"] for row in mail.facts["rows"]] == [3, 1, 2]
    assert "your move" in mail.text
    assert '"gyges show' in mail.text or '"dvonn show 3"' in mail.text
    assert ">dvonn/standard</td>" in mail.html.replace("\n", "")
    assert only(town.answer(waiting[0], "list mine gyges\n")).facts["which"] == "mine"


def test_the_score_of_a_game_that_counts_is_told(town_with_players: Town) -> None:
    mail = town_with_players.board("-random", "dvonn")[0]
    told = only(town_with_players.answer(mail, "score\n"))
    assert (told.kind, told.news) == ("board", "scored")
    assert told.facts["score"] == {"points": [23, 23], "leader": "", "later": False}


def test_who_is_ahead_is_named(town_with_players: Town) -> None:
    mail = town_with_players.board("-random", "dvonn")[0]
    game = find("dvonn")
    assert isinstance(game, Scored)
    state = game.decode(town_with_players.match().setup)
    captures = (
        game.format(state, each)
        for each in game.legal_moves(state)
        if game.score(game.apply(state, each)) == (24, 22)
    )
    moved = town_with_players.answer(mail, f"{next(captures)}\n")
    for reader in (ALICE, BOB):
        told = only(town_with_players.answer(of(moved, reader), "score\n"))
        assert told.facts["score"] == {"points": [24, 22], "leader": "alice", "later": False}


@for_each(("game", "later"), [("gyges", False), ("dvonn", True)])
def test_where_nothing_is_counted_that_is_said(
    town_with_players: Town, game: str, later: bool
) -> None:
    mail = town_with_players.board(game=game)[0]
    told = only(town_with_players.answer(mail, "score\n"))
    assert told.facts["score"] == {"points": None, "leader": "", "later": later}
