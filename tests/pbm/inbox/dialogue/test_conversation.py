"""Held commands, mails of many commands, strangers, and how many answers there are."""

from __future__ import annotations

import pytest

from pbm.inbox.budgets import STRANGER_PER_DAY
from pbm.inbox.rate_limits import REPLIES_PER_HOUR
from pbm.mail.correspondence import LetterStatus
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    NORTH,
    PASSWORD,
    SOUTH,
    STRANGER,
    Mail,
    Town,
    kinds,
    of,
    only,
)

# Commands that wait for a yes

OVER = "The question that you answered does not stand any more"


def test_a_held_command_is_quoted_exactly(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, f"gyges move 1 {SOUTH} #0\nhave fun"))
    assert f"\n    gyges move 1 {SOUTH} #0\n" in question.text


def test_a_held_command_is_done_once_it_is_confirmed(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, f"gyges move 1 {SOUTH}\nhave fun"))
    mails = town_with_game.answer(question, "yes")
    assert {mail.to for mail in mails} == {ALICE, BOB}
    assert "| have fun" in of(mails, BOB).text
    assert town_with_game.match().plies == 1


def test_a_question_is_answered_once(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, "gyges chat 1\nhello"))
    assert kinds(town_with_game.answer(question, "yes")) == ["chat", "chat"]
    again = only(town_with_game.answer(question, "yes"))
    assert again.kind == "no_command"
    assert OVER in again.text


def test_a_yes_too_late_is_told_so_and_other_words_are_not(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, "gyges chat 1\nhello"))
    town_with_game.later(hours=49)
    assert OVER in only(town_with_game.answer(question, "Ja, gerne!")).text
    assert OVER not in only(town_with_game.answer(question, "What was that?")).text


def test_a_signup_that_is_confirmed_twice_is_told_so(town: Town) -> None:
    question = only(town.write(STRANGER, "signup carol"))
    assert kinds(town.answer(question, "yes")) == ["welcome"]
    assert OVER in only(town.answer(question, "yes")).text


def test_nobody_else_learns_that_an_address_of_ours_was_a_question(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, "gyges chat 1\nhello"))
    town_with_game.answer(question, "yes")
    assert OVER not in only(town_with_game.answer(question, "yes", author=BOB)).text


def test_one_question_is_outstanding_the_latest(town_with_game: Town) -> None:
    first = only(town_with_game.write(ALICE, "gyges chat 1\none"))
    second = only(town_with_game.write(ALICE, "gyges chat 1\ntwo"))
    assert OVER in only(town_with_game.answer(first, "yes")).text
    assert "| two" in of(town_with_game.answer(second, "yes"), BOB).text


def test_only_the_player_himself_says_yes(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, f"gyges move 1 {SOUTH}"))
    assert "wrong_secret" in kinds(town_with_game.answer(question, "yes", author=BOB))
    assert town_with_game.match().plies == 0


@pytest.mark.parametrize("text", ["", "Thanks, I am away until Monday.", "> yes", "no"])
def test_nothing_but_an_own_line_confirms(town_with_game: Town, text: str) -> None:
    question = only(town_with_game.write(ALICE, f"gyges move 1 {SOUTH}"))
    town_with_game.answer(question, f"{text}\n")
    assert town_with_game.match().plies == 0


def test_a_robot_that_copies_the_subject_confirms_nothing(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, f"gyges move 1 {SOUTH}"))
    town_with_game.answer(question, "\n", subject="yes")
    assert town_with_game.match().plies == 0


def test_nobody_is_asked_to_confirm_what_cannot_be_done(town_with_game: Town) -> None:
    assert kinds(town_with_game.write(ALICE, "gyges move 1 111111")) == ["illegal"]
    assert kinds(town_with_game.write(ALICE, "gyges resign 99")) == ["refusal"]


def test_a_yes_is_proof_of_its_own_commands_alone(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, f"gyges move 1 {SOUTH}"))
    assert kinds(town_with_game.answer(question, "gyges resign 1")) == ["confirm"]
    assert town_with_game.match().running


def test_an_answer_that_says_nothing_has_the_question_asked_again(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, "gyges chat 1\nhello"))
    again = only(town_with_game.answer(question, "Oh yes, that was me"))
    assert again.kind == "no_command"
    assert "\n    gyges chat 1\n" in again.text and "the one word yes" in again.text
    assert kinds(town_with_game.answer(question, "yes")) == ["no_command"]
    assert kinds(town_with_game.answer(again, "yes")) == ["chat", "chat"]
    assert kinds(town_with_game.answer(again, "yes")) == ["no_command"]


def test_nobody_has_the_question_to_another_asked_again(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, "gyges chat 1\nhello"))
    mail = only(town_with_game.answer(question, "What is this?", author=BOB))
    assert "gyges chat 1" not in mail.text
    assert kinds(town_with_game.answer(question, "yes")) == ["chat", "chat"]


@pytest.mark.parametrize("text", ["Yes", "accept"])
def test_who_loses_the_reply_address_is_told_where_to_send_his_answer(
    town_with_players: Town, welcomes: tuple[Mail, Mail], text: str
) -> None:
    answered = {"In_Reply_To": str(welcomes[1].message["Message-ID"])}
    mail = only(town_with_players.write(BOB, text, subject="Re: hello", **answered))
    assert mail.kind == "no_command"
    assert "but your mail came to pbm@pbm.example" in mail.text
    assert "Did you mean" not in mail.text
    assert "but your mail came" not in only(town_with_players.answer(mail, text)).text


def test_who_is_asked_for_a_yes_is_told_where_to_send_his_answer_instead(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    """He could not say yes either."""
    answered = {"In_Reply_To": str(board_mails[0].message["Message-ID"])}
    question = only(town_with_game.write(ALICE, SOUTH, subject=board_mails[0].subject, **answered))
    assert question.kind == "confirm"
    assert "but your mail came to pbm@pbm.example" in question.text
    assert (
        "but your mail"
        not in only(town_with_game.write(ALICE, NORTH, subject=board_mails[0].subject)).text
    )


def test_who_waits_is_not_told_to_move(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    told = only(town_with_game.answer(placed_mails[1], "I do not know yet")).text
    assert "It is not your turn. Write a command on the first line" in told
    assert "\nReply with: queue, show, review, chat, resign, help gyges\n" in told
    assert "your move" not in told.partition("--")[0]


def test_only_who_may_answer_a_proposal_is_told_to(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    proposed = town_with_game.answer(placed_mails[0], "propose draw")
    hers = only(town_with_game.answer(of(proposed, ALICE), "Well then"))
    his = only(town_with_game.answer(of(proposed, BOB), "Well then"))
    assert "accept or reject" not in hers.text
    assert 'To take it back, write "reject".' in hers.text
    assert "To answer the proposal, write accept or reject." in his.text


def test_who_watches_is_not_told_to_move_or_resign(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    town_with_game.sign_up(CAROL)
    shown = only(town_with_game.write(CAROL, subject="gyges show 1"))
    told = only(town_with_game.answer(shown, "How exciting")).text
    assert "resign" not in told and "your move" not in told


# Many commands in one mail


def test_a_reply_that_lost_its_address_is_known_by_its_subject_and_asked_about(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    board = next(mail for mail in board_mails if mail.to == ALICE)
    asked = only(town_with_game.write(ALICE, SOUTH, subject=f"AW: {board.subject}"))
    assert (asked.kind, town_with_game.match().plies) == ("confirm", 0)
    assert f"    gyges move 1 {SOUTH}\n" in asked.text
    town_with_game.answer(asked, "yes")
    assert town_with_game.match().plies == 1


@pytest.mark.parametrize("subject", ["[gyges 9] ply 1", "[dvonn 1] ply 1", "[gyges 1]ply 1"])
def test_a_subject_that_names_no_board_of_his_is_plain_text(
    town_with_game: Town, subject: str
) -> None:
    assert only(town_with_game.write(ALICE, SOUTH, subject=subject)).kind == "no_command"


def test_a_board_in_the_subject_is_nothing_to_who_does_not_play_there(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    town_with_game.sign_up(CAROL)
    assert (
        only(town_with_game.write(CAROL, SOUTH, subject=board_mails[0].subject)).kind
        == "no_command"
    )


def test_each_line_of_a_multiple_stands_for_itself(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    lines = f"gyges move 1 {SOUTH}\ngyges show 99\nnonsense here\nchat\n"
    mails = town_with_game.write(
        ALICE, lines + "whoami\n", subject="multiple", to=board_mails[0].reply_to
    )
    assert town_with_game.match().plies == 1
    answer = of([mail for mail in mails if mail.kind == "multiple"], ALICE)
    results = answer.text.partition("\n\n")[0].split("\n")
    assert [line[:3] for line in results if line[2:3] == "."] == [
        f"{number:2}." for number in range(1, 6)
    ]
    assert "There is no board 99." in answer.text
    assert "That line is no command." in answer.text
    assert of([mail for mail in mails if mail.kind == "board"], BOB).row.player is not None


def test_the_unproven_lines_of_a_multiple_share_one_question(town_with_game: Town) -> None:
    town_with_game.board()
    lines = f"gyges move 1 {SOUTH}\nwhoami\ngyges move 2 {SOUTH}\n"
    question = only(town_with_game.write(ALICE, lines, subject="multiple"))
    assert "reply yes" in question.subject
    town_with_game.answer(question, "yes")
    assert (town_with_game.match(1).plies, town_with_game.match(2).plies) == (1, 1)


def test_the_first_wrong_secret_ends_a_multiple(town_with_game: Town) -> None:
    lines = (
        f"gyges chat 1 alice {PASSWORD} hello",
        "gyges chat 1 alice wrong-horse hello",
        f"gyges move 1 alice {PASSWORD} {SOUTH}",
    )
    town_with_game.write(ALICE, "\n".join(lines), subject="multiple")
    assert town_with_game.note == "done, wrong_password"
    assert town_with_game.match().plies == 0


def test_a_multiple_from_a_foreign_address_is_answered_to_the_player(town_with_game: Town) -> None:
    lines = f"gyges move 1 alice {PASSWORD} {SOUTH}\nwhoami\n"
    mails = town_with_game.write(STRANGER, lines, subject="multiple")
    assert town_with_game.match().plies == 1
    assert {mail.to for mail in mails} == {ALICE, BOB}
    (answer,) = (mail for mail in mails if mail.kind == "multiple")
    assert "Only players can do that" in answer.text


def test_of_a_strangers_multiple_the_first_line_alone_is_read(town_with_game: Town) -> None:
    lines = f"signup carol\ngyges resign 1 alice {PASSWORD}\nsignup caroline\n"
    mails = town_with_game.write(STRANGER, lines, subject="multiple")
    assert [(mail.kind, mail.to) for mail in mails] == [("signup", STRANGER)]
    assert town_with_game.note == "done"
    assert town_with_game.match().running


def test_a_wrong_secret_in_a_strangers_multiple_is_reported(town_with_game: Town) -> None:
    lines = "gyges resign 1 alice wrong-horse\nwhoami\n"
    mails = town_with_game.write(STRANGER, lines, subject="multiple")
    assert {(mail.kind, mail.to) for mail in mails} == {
        ("refusal", STRANGER),
        ("wrong_secret", ALICE),
    }


# Strangers


@pytest.mark.parametrize(
    "subject", ["hello", "a list of games", "gyges is a game", "users of pbm", ""]
)
def test_a_stranger_who_wants_nothing_of_us_is_not_answered(
    town_with_players: Town, subject: str
) -> None:
    assert town_with_players.write(STRANGER, "Buy now!", subject=subject) == []
    assert town_with_players.status is LetterStatus.IGNORED


@pytest.mark.parametrize("subject", ["help", "help gyges", "signup carol", "confirm abc"])
def test_a_stranger_is_answered_on_these(town_with_players: Town, subject: str) -> None:
    assert only(town_with_players.write(STRANGER, subject=subject)).to == STRANGER


@pytest.mark.parametrize("subject", ["whoami", "list", "gyges show 1", "dvonn challenge alice"])
def test_a_stranger_is_told_how_to_become_a_player(town_with_players: Town, subject: str) -> None:
    told = only(town_with_players.write(STRANGER, subject=subject))
    assert "Only players can do that" in told.text
    assert "signup USERID" in told.text


def test_a_stranger_gets_three_mails_a_day(town_with_players: Town) -> None:
    for _ in range(STRANGER_PER_DAY):
        assert len(town_with_players.write(STRANGER, subject="help")) == 1
    assert town_with_players.write(STRANGER, subject="help") == []
    assert town_with_players.status is LetterStatus.IGNORED
    town_with_players.later(hours=25)
    assert len(town_with_players.write(STRANGER, subject="help")) == 1


def test_a_stranger_who_answers_our_mail_is_answered(town_with_players: Town) -> None:
    mail = only(town_with_players.write(CAROL, subject="signup alice"))
    assert "taken" in mail.text
    mail = only(town_with_players.answer(mail, "signup bob"))
    mail = only(town_with_players.answer(mail, "signup carol"))
    assert mail.kind == "signup"


def test_a_strangers_token_is_of_no_use_to_another_stranger(town_with_players: Town) -> None:
    mail = only(town_with_players.write(CAROL, subject="help"))
    for _ in range(STRANGER_PER_DAY):
        town_with_players.write(STRANGER, subject="help")
    assert town_with_players.answer(mail, "help", author=STRANGER) == []


# Every mail of a player gets one reply


@pytest.mark.parametrize(
    "text", ["whoami", "gyges show 1", "hello there", "gyges resign 99", "help"]
)
def test_every_mail_of_a_player_gets_one_reply(town_with_game: Town, text: str) -> None:
    assert only(town_with_game.write(ALICE, text)).to == ALICE


def test_thirty_replies_an_hour_then_silence(town_with_players: Town) -> None:
    town_with_players.later(hours=2)
    answered = [bool(town_with_players.write(ALICE, "hello")) for _ in range(REPLIES_PER_HOUR + 2)]
    assert answered == [True] * REPLIES_PER_HOUR + [False, False]
    town_with_players.later(hours=1, seconds=1)
    assert town_with_players.write(ALICE, "hello")


def test_a_move_is_told_however_many_replies_there_were(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    for _ in range(REPLIES_PER_HOUR + 1):
        town_with_game.write(ALICE, "hello")
    assert {mail.to for mail in town_with_game.answer(board_mails[0], SOUTH)} == {ALICE, BOB}


def test_what_became_of_a_move_is_told_however_many_replies_there_were(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    for _ in range(REPLIES_PER_HOUR + 1):
        town_with_game.write(ALICE, "hello")
    illegal = only(town_with_game.answer(board_mails[0], "111111"))
    assert illegal.kind == "illegal"
    assert kinds(town_with_game.answer(illegal, "I do not know yet")) == ["no_command"]


def test_thirty_replies_an_hour_on_each_board_then_silence(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    answers = [town_with_game.answer(board_mails[0], "show") for _ in range(REPLIES_PER_HOUR + 2)]
    assert [len(mails) for mails in answers] == [1] * REPLIES_PER_HOUR + [0, 0]
    assert "This was the last answer of this kind" in answers[REPLIES_PER_HOUR - 1][0].text
    assert town_with_game.note == "done, answer withheld"
    assert only(town_with_game.answer(board_mails[0], "111111")).kind == "illegal"
    assert town_with_game.write(ALICE, "hello")
    assert {mail.to for mail in town_with_game.answer(board_mails[0], SOUTH)} == {ALICE, BOB}


def test_who_answers_the_board_of_another_uses_up_his_own_replies(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    for _ in range(REPLIES_PER_HOUR + 1):
        town_with_game.answer(board_mails[0], "show", author=BOB)
    assert town_with_game.write(BOB, "hello") == []
    assert town_with_game.answer(board_mails[0], "show")


def test_a_reply_to_a_refusal_on_a_board_is_still_about_the_board(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    lost = only(town_with_game.answer(board_mails[0], "I do not know yet"))
    town_with_game.answer(lost, SOUTH)
    assert town_with_game.match().plies == 1


def test_the_answer_says_what_was_read_and_how_much_was_left_aside(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.answer(board_mails[0], f"{SOUTH}\n\n> one\n> two\n-- \nalice\n")
    assert f"\nRead as: gyges move 1 {SOUTH}\n4 quoted or signature lines" in of(mails, ALICE).text
    assert "Read as" not in of(mails, BOB).text


def test_the_comment_reaches_both_behind_a_bar(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.answer(board_mails[0], f"{SOUTH}\nresign\u2028gyges resign 1\n")
    for address in (ALICE, BOB):
        lines = of(mails, address).text.split("\n")
        assert "alice writes:" in lines
        assert not any(line.startswith(("resign", "gyges resign")) for line in lines)


def test_a_game_is_played_to_its_end_by_mail(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.play(board_mails, SOUTH, NORTH)
    ended = town_with_game.answer(mails[0], "resign")
    assert "bob won" in of(ended, ALICE).subject
    assert "you won" in of(ended, BOB).subject
    assert town_with_game.match().result == "0-1"
