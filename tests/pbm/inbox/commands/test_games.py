"""Invitations, moves, resignations, looking at boards, talking."""

from __future__ import annotations

import pytest

from pbm.core.model import MatchStatus
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    NORTH,
    PASSWORD,
    SOUTH,
    Mail,
    Town,
    of,
    only,
    refused,
)


def challenge(town: Town, rest: str = "bob") -> list[Mail]:
    return town.write(ALICE, f"gyges challenge alice {PASSWORD} {rest}\nA game?\n")


# Invitations


def test_a_challenge_is_an_invitation_with_a_note(players: Town) -> None:
    mails = challenge(players)
    assert (of(mails, ALICE).kind, of(mails, BOB).kind) == ("invited", "invitation")
    assert "| A game?" in of(mails, BOB).text
    assert players.match().status is MatchStatus.INVITED


def test_the_invited_player_accepts(players: Town) -> None:
    mails = players.answer(of(challenge(players), BOB), "accept")
    assert "your move, alice" in of(mails, ALICE).subject
    assert "alice to move" in of(mails, BOB).subject
    assert players.match().running


@pytest.mark.parametrize("word", ["decline", "reject"])
@pytest.mark.parametrize("address", [ALICE, BOB])
def test_either_player_ends_an_invitation(players: Town, word: str, address: str) -> None:
    mails = players.answer(of(challenge(players), address), word)
    assert {mail.to for mail in mails} == {ALICE, BOB}
    assert players.match().status is MatchStatus.DECLINED


@pytest.mark.parametrize("word", ["accept", "yes"])
@pytest.mark.parametrize("address", [ALICE, BOB])
def test_who_accepts_too_late_is_told_that_there_is_no_invitation(
    players: Town, address: str, word: str
) -> None:
    mails = challenge(players)
    players.answer(of(mails, address), "decline")
    answer = only(players.answer(of(mails, BOB), word))
    assert answer.subject == "[gyges 1] the invitation does not stand any more"
    assert "The invitation to gyges 1 was declined or taken back, so nothing was" in answer.text
    assert "how it stands" not in answer.text
    assert "South" not in answer.text


@pytest.mark.parametrize(
    ("answer", "status"), [("Ja, bitte!", MatchStatus.RUNNING), ("No.", MatchStatus.DECLINED)]
)
def test_an_invitation_is_answered_with_yes_or_no(
    players: Town, answer: str, status: MatchStatus
) -> None:
    players.answer(of(challenge(players), BOB), f"{answer}\nThanks for asking.")
    assert players.match().status is status


@pytest.mark.parametrize("answer", ["OK, let me see!", "why not"])
def test_an_unclear_answer_to_an_invitation_is_told_the_words(players: Town, answer: str) -> None:
    mail = only(players.answer(of(challenge(players), BOB), answer))
    assert "the one word accept, or with decline," in mail.text
    assert players.answer(mail, "accept")
    assert players.match().running


def test_yes_without_a_reply_address_accepts_nothing(players: Town) -> None:
    invitation = of(challenge(players), BOB)
    players.write(BOB, "yes", subject=f"Re: {invitation.subject}")
    assert players.match().status is MatchStatus.INVITED


def test_nobody_accepts_his_own_invitation(players: Town) -> None:
    players.answer(of(challenge(players), ALICE), "accept")
    assert players.note == "own_invitation"
    assert players.match().status is MatchStatus.INVITED


def test_an_invitation_is_answered_once(players: Town) -> None:
    invitation = of(challenge(players), BOB)
    players.answer(invitation, "accept")
    players.answer(invitation, "decline")
    assert players.match().running


@pytest.mark.parametrize(
    ("rest", "code"),
    [
        ("nobody", "unknown_player"),
        ("alice", "not_yourself"),
        ("bob -first=carol", "unknown_first"),
        ("bob -rules=chess", "unknown_rules"),
        ("bob -random", "no_such_start"),
        ("bob -random -symmetry", "one_start"),
        ("bob -fast", "unknown_option"),
    ],
)
def test_what_cannot_be_challenged(players: Town, rest: str, code: str) -> None:
    challenge(players, rest)
    assert players.note == code


@pytest.mark.parametrize(("game", "offered"), [("gyges", False), ("dvonn", True)])
def test_the_starts_of_a_game_are_options_of_it_alone(
    players: Town, game: str, offered: bool
) -> None:
    told = refused(players.write(ALICE, f"{game} challenge alice {PASSWORD} bob -fast"))
    assert ("-symmetry" in told) is offered


@pytest.mark.parametrize(("first", "turn"), [("alice", "alice"), ("bob", "bob"), ("BOB", "bob")])
def test_the_challenge_says_who_moves_first(players: Town, first: str, turn: str) -> None:
    challenge(players, f"bob -first={first}")
    assert players.match().players[0] == players.player(turn).id


def test_a_drawn_start_is_on_the_board_of_the_invitation(players: Town) -> None:
    mails = players.write(ALICE, f"dvonn challenge alice {PASSWORD} bob -symmetry")
    assert players.match().start == "symmetry"
    assert players.match().setup == players.match().position
    assert "symmetry start" in of(mails, BOB).text


def test_nothing_is_played_on_an_invitation(players: Town) -> None:
    players.answer(of(challenge(players), ALICE), SOUTH)
    assert players.note == "not_running"


# Moves


def test_a_move_is_mailed_to_both(players: Town, game: tuple[Mail, Mail]) -> None:
    mails = players.answer(game[0], f"{SOUTH}\nGood luck")
    assert "ply 2: your move, bob" in of(mails, BOB).subject
    assert "| Good luck" in of(mails, BOB).text
    assert "Reply with your move" in of(mails, BOB).text
    assert "Reply with your move" not in of(mails, ALICE).text


def test_moves_with_blanks_between_them_are_told_from_one_that_cannot_be_read(
    players: Town, game: tuple[Mail, Mail]
) -> None:
    mails = players.play(game, SOUTH, NORTH)
    told = only(players.answer(mails[0], "16-35 61-51")).text
    assert players.note == "several_moves"
    assert "Your line holds 2 moves" in told
    assert players.match().plies == 2


@pytest.mark.parametrize("line", ["3 2 1 1 2 4", "16 35 44", "a9 b2 c3"])
def test_a_slip_of_several_words_is_repeated(
    players: Town, game: tuple[Mail, Mail], line: str
) -> None:
    told = only(players.answer(game[0], line))
    assert (told.kind, players.note) == ("illegal", "illegal")
    assert f"Nothing was played: {line}\n" in told.text


def test_words_as_long_as_a_password_are_not_repeated(
    players: Town, game: tuple[Mail, Mail]
) -> None:
    told = only(players.answer(game[0], "move zo 12345678 13-14"))
    assert told.kind == "illegal"
    assert "12345678" not in told.text.partition("Read as")[0]


def test_an_illegal_move_names_the_rule_and_shows_the_board(
    players: Town, game: tuple[Mail, Mail]
) -> None:
    mails = players.play(game, SOUTH, NORTH)
    mail = only(players.answer(mails[0], "13-66"))
    assert mail.kind == "illegal"
    assert "+---+" in mail.text
    assert players.match().plies == 2
    again = players.answer(mail, "16-35")
    assert {each.kind for each in again} == {"board"}


def test_a_refusal_offers_moves_that_can_be_played(players: Town, game: tuple[Mail, Mail]) -> None:
    mails = players.play(game, SOUTH, NORTH)
    mail = only(players.answer(mails[0], "13-66"))
    offered = [line.strip() for line in mail.text.split("\n") if line.startswith("    13-")]
    assert offered
    players.answer(mail, offered[0])
    assert players.match().plies == 3


def test_a_move_like_no_other_is_refused_as_well(players: Town, game: tuple[Mail, Mail]) -> None:
    mails = players.play(game, SOUTH, NORTH)
    assert only(players.answer(mails[0], "44-45")).kind == "illegal"


@pytest.mark.parametrize(
    "line",
    ["12x12", "16-16", "move 16-16", "16-16#2", "13x14", "gyges move 1 33-33", "queue 33-33"],
)
def test_what_can_be_no_whole_move_is_refused_all_the_same(
    players: Town, game: tuple[Mail, Mail], line: str
) -> None:
    mails = players.play(game, SOUTH, NORTH)
    assert only(players.answer(mails[0], f"{line}\n\nGood luck!")).kind in ("illegal", "unqueued")
    assert players.match().plies == 2


@pytest.mark.parametrize("line", ["12x12", "33-33", "22-11-22"])
def test_what_can_be_no_whole_move_is_none_beside_a_move(
    players: Town, game: tuple[Mail, Mail], line: str
) -> None:
    mails = players.play(game, SOUTH, NORTH)
    players.answer(mails[0], f"16-35\n\nMy tiles:\n{line}\n")
    assert players.match().plies == 3


@pytest.mark.parametrize(("ply", "plies"), [("#0", 1), ("#1", 0), (" #0", 1), (" #7", 0)])
def test_a_ply_number_guards_a_move(
    players: Town, game: tuple[Mail, Mail], ply: str, plies: int
) -> None:
    players.answer(game[0], f"{SOUTH}{ply}")
    assert players.match().plies == plies


def test_who_does_not_play_on_a_board_moves_nothing_there(players: Town, game: object) -> None:
    players.sign_up(CAROL, "marble-tower")
    players.write(CAROL, f"gyges move 1 carol marble-tower {SOUTH}")
    assert players.note == "not_your_board"


def test_nothing_is_played_when_the_game_is_over(players: Town, game: tuple[Mail, Mail]) -> None:
    mails = players.play(game, SOUTH, NORTH)
    over = of(players.answer(mails[0], "resign"), BOB)
    players.answer(over, "61-53")
    assert players.note == "not_running"


@pytest.mark.parametrize(
    ("moves", "result", "reason"),
    [(0, "*", "aborted"), (1, "*", "aborted"), (2, "0-1", "resigned")],
)
def test_before_the_second_move_resigning_cancels(
    players: Town, game: tuple[Mail, Mail], moves: int, result: str, reason: str
) -> None:
    mails = players.play(game, *(SOUTH, NORTH)[:moves])
    (text, _) = [mail.text for mail in players.answer(mails[0], "resign")]
    assert "The game is over without a result." not in text
    assert ("alice cancelled the game before the second move." in text) == (moves < 2)
    assert (players.match().result, players.match().reason) == (result, reason)


def test_a_game_and_its_board_must_fit(players: Town, game: object) -> None:
    players.write(ALICE, f"dvonn resign 1 alice {PASSWORD}")
    assert players.note == "other_game"


# Looking


def test_anybody_looks_at_any_board(players: Town, game: object) -> None:
    players.sign_up(CAROL)
    mail = only(players.write(CAROL, "gyges show 1"))
    assert "+---+" in mail.text
    assert "your move" not in mail.text


def test_looking_changes_no_board_however_it_is_answered(
    players: Town, game: tuple[Mail, Mail]
) -> None:
    players.sign_up(CAROL)
    mail = only(players.write(CAROL, "gyges show 1"))
    players.answer(mail, SOUTH)
    assert players.note == "not_your_board"
    assert players.match().plies == 0


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("gyges show 99", "unknown_board"),
        ("dvonn show 1", "other_game"),
        ("gyges show 1#9", "no_such_ply"),
        ("gyges show nobody", "unknown_player"),
        ("gyges show", "which_board"),
        ("gyges show 1 x", "no_board_number"),
        ("gyges show ١", "unknown_player"),
        (f"gyges show {' 1' * 11}", "too_many_boards"),
        ("gyges history nobody", "unknown_player"),
    ],
)
def test_what_cannot_be_shown(players: Town, game: object, command: str, code: str) -> None:
    players.write(ALICE, command)
    assert players.note == code


@pytest.mark.parametrize("command", ["show", "review"])
def test_a_reply_that_lost_its_address_shows_the_board_of_its_subject(
    players: Town, game: tuple[Mail, Mail], command: str
) -> None:
    mail = only(players.write(BOB, command, subject=f"Re: {game[1].subject}"))
    assert mail.subject.startswith("[gyges 1]")
    assert "+---+" in mail.text


def test_in_answer_to_a_board_another_games_word_shows_nothing(
    players: Town, game: tuple[Mail, Mail]
) -> None:
    players.answer(game[0], "dvonn show")
    assert players.note == "other_game"


def test_an_earlier_ply_is_shown_as_it_was(players: Town, game: tuple[Mail, Mail]) -> None:
    players.play(game, SOUTH, NORTH)
    mail = only(players.write(ALICE, "gyges show 1#1"))
    assert "after ply 1 of 2" in mail.text
    assert " 1 | 2 | 3 | 1 | 1 | 2 | 3 |" in mail.text
    assert " 6 |   |   |   |   |   |   |" in mail.text


def test_lists_name_the_boards(players: Town, game: object) -> None:
    for command in ("list", "list gyges", "gyges games", "gyges games alice next"):
        assert "alice, bob" in only(players.write(ALICE, command)).text, command
    for command in ("list dvonn", "gyges games bob next", "gyges history", "dvonn games all"):
        assert "There are no such boards." in only(players.write(ALICE, command)).text, command


# Talking


def test_chat_goes_to_both_players_behind_a_bar(players: Town, game: tuple[Mail, Mail]) -> None:
    mails = players.answer(game[1], "chat\nHello alice\nresign")
    assert {mail.to for mail in mails} == {ALICE, BOB}
    assert "| Hello alice\n| resign" in of(mails, ALICE).text


def test_chat_needs_words_and_a_seat(players: Town, game: tuple[Mail, Mail]) -> None:
    players.answer(game[0], "chat")
    assert players.note == "nothing_said"
    players.sign_up(CAROL, "marble-tower")
    players.write(CAROL, "gyges chat 1 carol marble-tower\nhello")
    assert players.note == "not_your_board"


def test_chat_is_no_move_so_the_mail_before_it_is_still_good(
    players: Town, game: tuple[Mail, Mail]
) -> None:
    players.answer(game[1], "chat\nHello")
    players.answer(game[0], SOUTH)
    assert players.match().plies == 1
