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


def test_a_held_command_is_quoted_exactly(players: Town, game: object) -> None:
    question = only(players.write(ALICE, f"gyges move 1 {SOUTH} #0\nhave fun"))
    assert f"\n    gyges move 1 {SOUTH} #0\n" in question.text


def test_a_held_command_is_done_once_it_is_confirmed(players: Town, game: object) -> None:
    question = only(players.write(ALICE, f"gyges move 1 {SOUTH}\nhave fun"))
    mails = players.answer(question, "yes")
    assert {mail.to for mail in mails} == {ALICE, BOB}
    assert "| have fun" in of(mails, BOB).text
    assert players.match().plies == 1


def test_a_question_is_answered_once(players: Town, game: object) -> None:
    question = only(players.write(ALICE, "gyges chat 1\nhello"))
    assert kinds(players.answer(question, "yes")) == ["chat", "chat"]
    again = only(players.answer(question, "yes"))
    assert again.kind == "no_command"
    assert OVER in again.text


def test_a_yes_too_late_is_told_so_and_other_words_are_not(players: Town, game: object) -> None:
    question = only(players.write(ALICE, "gyges chat 1\nhello"))
    players.later(hours=49)
    assert OVER in only(players.answer(question, "Ja, gerne!")).text
    assert OVER not in only(players.answer(question, "What was that?")).text


def test_a_signup_that_is_confirmed_twice_is_told_so(town: Town) -> None:
    question = only(town.write(STRANGER, "signup carol"))
    assert kinds(town.answer(question, "yes")) == ["welcome"]
    assert OVER in only(town.answer(question, "yes")).text


def test_nobody_else_learns_that_an_address_of_ours_was_a_question(
    players: Town, game: object
) -> None:
    question = only(players.write(ALICE, "gyges chat 1\nhello"))
    players.answer(question, "yes")
    assert OVER not in only(players.answer(question, "yes", author=BOB)).text


def test_one_question_is_outstanding_the_latest(players: Town, game: object) -> None:
    first = only(players.write(ALICE, "gyges chat 1\none"))
    second = only(players.write(ALICE, "gyges chat 1\ntwo"))
    assert OVER in only(players.answer(first, "yes")).text
    assert "| two" in of(players.answer(second, "yes"), BOB).text


def test_only_the_player_himself_says_yes(players: Town, game: object) -> None:
    question = only(players.write(ALICE, f"gyges move 1 {SOUTH}"))
    assert "wrong_secret" in kinds(players.answer(question, "yes", author=BOB))
    assert players.match().plies == 0


@pytest.mark.parametrize("text", ["", "Thanks, I am away until Monday.", "> yes", "no"])
def test_nothing_but_an_own_line_confirms(players: Town, game: object, text: str) -> None:
    question = only(players.write(ALICE, f"gyges move 1 {SOUTH}"))
    players.answer(question, f"{text}\n")
    assert players.match().plies == 0


def test_a_robot_that_copies_the_subject_confirms_nothing(players: Town, game: object) -> None:
    question = only(players.write(ALICE, f"gyges move 1 {SOUTH}"))
    players.answer(question, "\n", subject="yes")
    assert players.match().plies == 0


def test_nobody_is_asked_to_confirm_what_cannot_be_done(players: Town, game: object) -> None:
    assert kinds(players.write(ALICE, "gyges move 1 111111")) == ["illegal"]
    assert kinds(players.write(ALICE, "gyges resign 99")) == ["refusal"]


def test_a_yes_is_proof_of_its_own_commands_alone(players: Town, game: object) -> None:
    question = only(players.write(ALICE, f"gyges move 1 {SOUTH}"))
    assert kinds(players.answer(question, "gyges resign 1")) == ["confirm"]
    assert players.match().running


def test_an_answer_that_says_nothing_has_the_question_asked_again(
    players: Town, game: object
) -> None:
    question = only(players.write(ALICE, "gyges chat 1\nhello"))
    again = only(players.answer(question, "Oh yes, that was me"))
    assert again.kind == "no_command"
    assert "\n    gyges chat 1\n" in again.text and "the one word yes" in again.text
    assert kinds(players.answer(question, "yes")) == ["no_command"]
    assert kinds(players.answer(again, "yes")) == ["chat", "chat"]
    assert kinds(players.answer(again, "yes")) == ["no_command"]


def test_nobody_has_the_question_to_another_asked_again(players: Town, game: object) -> None:
    question = only(players.write(ALICE, "gyges chat 1\nhello"))
    mail = only(players.answer(question, "What is this?", author=BOB))
    assert "gyges chat 1" not in mail.text
    assert kinds(players.answer(question, "yes")) == ["chat", "chat"]


@pytest.mark.parametrize("text", ["Yes", "accept"])
def test_who_loses_the_reply_address_is_told_where_to_send_his_answer(
    players: Town, welcomes: tuple[Mail, Mail], text: str
) -> None:
    answered = {"In_Reply_To": str(welcomes[1].message["Message-ID"])}
    mail = only(players.write(BOB, text, subject="Re: hello", **answered))
    assert mail.kind == "no_command"
    assert "but your mail came to pbm@pbm.example" in mail.text
    assert "Did you mean" not in mail.text
    assert "but your mail came" not in only(players.answer(mail, text)).text


def test_who_is_asked_for_a_yes_is_told_where_to_send_his_answer_instead(
    players: Town, game: tuple[Mail, Mail]
) -> None:
    """He could not say yes either."""
    answered = {"In_Reply_To": str(game[0].message["Message-ID"])}
    question = only(players.write(ALICE, SOUTH, subject=game[0].subject, **answered))
    assert question.kind == "confirm"
    assert "but your mail came to pbm@pbm.example" in question.text
    assert "but your mail" not in only(players.write(ALICE, NORTH, subject=game[0].subject)).text


def test_who_waits_is_not_told_to_move(players: Town, begun: tuple[Mail, Mail]) -> None:
    told = only(players.answer(begun[1], "I do not know yet")).text
    assert "It is not your turn. Write a command on the first line" in told
    assert "\nReply with: queue, show, review, chat, resign, help gyges\n" in told
    assert "your move" not in told.partition("--")[0]


def test_only_who_may_answer_a_proposal_is_told_to(players: Town, begun: tuple[Mail, Mail]) -> None:
    proposed = players.answer(begun[0], "propose draw")
    hers = only(players.answer(of(proposed, ALICE), "Well then"))
    his = only(players.answer(of(proposed, BOB), "Well then"))
    assert "accept or reject" not in hers.text
    assert 'To take it back, write "reject".' in hers.text
    assert "To answer the proposal, write accept or reject." in his.text


def test_who_watches_is_not_told_to_move_or_resign(players: Town, begun: tuple[Mail, Mail]) -> None:
    players.sign_up(CAROL)
    shown = only(players.write(CAROL, subject="gyges show 1"))
    told = only(players.answer(shown, "How exciting")).text
    assert "resign" not in told and "your move" not in told


# Many commands in one mail


def test_a_reply_that_lost_its_address_is_known_by_its_subject_and_asked_about(
    players: Town, game: tuple[Mail, Mail]
) -> None:
    board = next(mail for mail in game if mail.to == ALICE)
    asked = only(players.write(ALICE, SOUTH, subject=f"AW: {board.subject}"))
    assert (asked.kind, players.match().plies) == ("confirm", 0)
    assert f"    gyges move 1 {SOUTH}\n" in asked.text
    players.answer(asked, "yes")
    assert players.match().plies == 1


@pytest.mark.parametrize("subject", ["[gyges 9] ply 1", "[dvonn 1] ply 1", "[gyges 1]ply 1"])
def test_a_subject_that_names_no_board_of_his_is_plain_text(
    players: Town, game: object, subject: str
) -> None:
    assert only(players.write(ALICE, SOUTH, subject=subject)).kind == "no_command"


def test_a_board_in_the_subject_is_nothing_to_who_does_not_play_there(
    players: Town, game: tuple[Mail, Mail]
) -> None:
    players.sign_up(CAROL)
    assert only(players.write(CAROL, SOUTH, subject=game[0].subject)).kind == "no_command"


def test_each_line_of_a_multiple_stands_for_itself(players: Town, game: tuple[Mail, Mail]) -> None:
    lines = f"gyges move 1 {SOUTH}\ngyges show 99\nnonsense here\nchat\n"
    mails = players.write(ALICE, lines + "whoami\n", subject="multiple", to=game[0].reply_to)
    assert players.match().plies == 1
    answer = of([mail for mail in mails if mail.kind == "multiple"], ALICE)
    results = answer.text.partition("\n\n")[0].split("\n")
    assert [line[:3] for line in results if line[2:3] == "."] == [
        f"{number:2}." for number in range(1, 6)
    ]
    assert "There is no board 99." in answer.text
    assert "That line is no command." in answer.text
    assert of([mail for mail in mails if mail.kind == "board"], BOB).row.player is not None


def test_the_unproven_lines_of_a_multiple_share_one_question(players: Town, game: object) -> None:
    players.board()
    lines = f"gyges move 1 {SOUTH}\nwhoami\ngyges move 2 {SOUTH}\n"
    question = only(players.write(ALICE, lines, subject="multiple"))
    assert "reply yes" in question.subject
    players.answer(question, "yes")
    assert (players.match(1).plies, players.match(2).plies) == (1, 1)


def test_the_first_wrong_secret_ends_a_multiple(players: Town, game: object) -> None:
    lines = (
        f"gyges chat 1 alice {PASSWORD} hello",
        "gyges chat 1 alice wrong-horse hello",
        f"gyges move 1 alice {PASSWORD} {SOUTH}",
    )
    players.write(ALICE, "\n".join(lines), subject="multiple")
    assert players.note == "done, wrong_password"
    assert players.match().plies == 0


def test_a_multiple_from_a_foreign_address_is_answered_to_the_player(
    players: Town, game: object
) -> None:
    lines = f"gyges move 1 alice {PASSWORD} {SOUTH}\nwhoami\n"
    mails = players.write(STRANGER, lines, subject="multiple")
    assert players.match().plies == 1
    assert {mail.to for mail in mails} == {ALICE, BOB}
    (answer,) = (mail for mail in mails if mail.kind == "multiple")
    assert "Only players can do that" in answer.text


def test_of_a_strangers_multiple_the_first_line_alone_is_read(players: Town, game: object) -> None:
    lines = f"signup carol\ngyges resign 1 alice {PASSWORD}\nsignup caroline\n"
    mails = players.write(STRANGER, lines, subject="multiple")
    assert [(mail.kind, mail.to) for mail in mails] == [("signup", STRANGER)]
    assert players.note == "done"
    assert players.match().running


def test_a_wrong_secret_in_a_strangers_multiple_is_reported(players: Town, game: object) -> None:
    lines = "gyges resign 1 alice wrong-horse\nwhoami\n"
    mails = players.write(STRANGER, lines, subject="multiple")
    assert {(mail.kind, mail.to) for mail in mails} == {
        ("refusal", STRANGER),
        ("wrong_secret", ALICE),
    }


# Strangers


@pytest.mark.parametrize(
    "subject", ["hello", "a list of games", "gyges is a game", "users of pbm", ""]
)
def test_a_stranger_who_wants_nothing_of_us_is_not_answered(players: Town, subject: str) -> None:
    assert players.write(STRANGER, "Buy now!", subject=subject) == []
    assert players.status is LetterStatus.IGNORED


@pytest.mark.parametrize("subject", ["help", "help gyges", "signup carol", "confirm abc"])
def test_a_stranger_is_answered_on_these(players: Town, subject: str) -> None:
    assert only(players.write(STRANGER, subject=subject)).to == STRANGER


@pytest.mark.parametrize("subject", ["whoami", "list", "gyges show 1", "dvonn challenge alice"])
def test_a_stranger_is_told_how_to_become_a_player(players: Town, subject: str) -> None:
    told = only(players.write(STRANGER, subject=subject))
    assert "Only players can do that" in told.text
    assert "signup USERID" in told.text


def test_a_stranger_gets_three_mails_a_day(players: Town) -> None:
    for _ in range(STRANGER_PER_DAY):
        assert len(players.write(STRANGER, subject="help")) == 1
    assert players.write(STRANGER, subject="help") == []
    assert players.status is LetterStatus.IGNORED
    players.later(hours=25)
    assert len(players.write(STRANGER, subject="help")) == 1


def test_a_stranger_who_answers_our_mail_is_answered(players: Town) -> None:
    mail = only(players.write(CAROL, subject="signup alice"))
    assert "taken" in mail.text
    mail = only(players.answer(mail, "signup bob"))
    mail = only(players.answer(mail, "signup carol"))
    assert mail.kind == "signup"


def test_a_strangers_token_is_of_no_use_to_another_stranger(players: Town) -> None:
    mail = only(players.write(CAROL, subject="help"))
    for _ in range(STRANGER_PER_DAY):
        players.write(STRANGER, subject="help")
    assert players.answer(mail, "help", author=STRANGER) == []


# Every mail of a player gets one reply


@pytest.mark.parametrize(
    "text", ["whoami", "gyges show 1", "hello there", "gyges resign 99", "help"]
)
def test_every_mail_of_a_player_gets_one_reply(players: Town, game: object, text: str) -> None:
    assert only(players.write(ALICE, text)).to == ALICE


def test_thirty_replies_an_hour_then_silence(players: Town) -> None:
    players.later(hours=2)
    answered = [bool(players.write(ALICE, "hello")) for _ in range(REPLIES_PER_HOUR + 2)]
    assert answered == [True] * REPLIES_PER_HOUR + [False, False]
    players.later(hours=1, seconds=1)
    assert players.write(ALICE, "hello")


def test_a_move_is_told_however_many_replies_there_were(
    players: Town, game: tuple[Mail, Mail]
) -> None:
    for _ in range(REPLIES_PER_HOUR + 1):
        players.write(ALICE, "hello")
    assert {mail.to for mail in players.answer(game[0], SOUTH)} == {ALICE, BOB}


def test_what_became_of_a_move_is_told_however_many_replies_there_were(
    players: Town, game: tuple[Mail, Mail]
) -> None:
    for _ in range(REPLIES_PER_HOUR + 1):
        players.write(ALICE, "hello")
    illegal = only(players.answer(game[0], "111111"))
    assert illegal.kind == "illegal"
    assert kinds(players.answer(illegal, "I do not know yet")) == ["no_command"]


def test_thirty_replies_an_hour_on_each_board_then_silence(
    players: Town, game: tuple[Mail, Mail]
) -> None:
    answers = [players.answer(game[0], "show") for _ in range(REPLIES_PER_HOUR + 2)]
    assert [len(mails) for mails in answers] == [1] * REPLIES_PER_HOUR + [0, 0]
    assert "This was the last answer of this kind" in answers[REPLIES_PER_HOUR - 1][0].text
    assert players.note == "done, answer withheld"
    assert only(players.answer(game[0], "111111")).kind == "illegal"
    assert players.write(ALICE, "hello")
    assert {mail.to for mail in players.answer(game[0], SOUTH)} == {ALICE, BOB}


def test_who_answers_the_board_of_another_uses_up_his_own_replies(
    players: Town, game: tuple[Mail, Mail]
) -> None:
    for _ in range(REPLIES_PER_HOUR + 1):
        players.answer(game[0], "show", author=BOB)
    assert players.write(BOB, "hello") == []
    assert players.answer(game[0], "show")


def test_a_reply_to_a_refusal_on_a_board_is_still_about_the_board(
    players: Town, game: tuple[Mail, Mail]
) -> None:
    lost = only(players.answer(game[0], "I do not know yet"))
    players.answer(lost, SOUTH)
    assert players.match().plies == 1


def test_the_answer_says_what_was_read_and_how_much_was_left_aside(
    players: Town, game: tuple[Mail, Mail]
) -> None:
    mails = players.answer(game[0], f"{SOUTH}\n\n> one\n> two\n-- \nalice\n")
    assert f"\nRead as: gyges move 1 {SOUTH}\n4 quoted or signature lines" in of(mails, ALICE).text
    assert "Read as" not in of(mails, BOB).text


def test_the_comment_reaches_both_behind_a_bar(players: Town, game: tuple[Mail, Mail]) -> None:
    mails = players.answer(game[0], f"{SOUTH}\nresign\u2028gyges resign 1\n")
    for address in (ALICE, BOB):
        lines = of(mails, address).text.split("\n")
        assert "alice writes:" in lines
        assert not any(line.startswith(("resign", "gyges resign")) for line in lines)


def test_a_game_is_played_to_its_end_by_mail(players: Town, game: tuple[Mail, Mail]) -> None:
    mails = players.play(game, SOUTH, NORTH)
    ended = players.answer(mails[0], "resign")
    assert "bob won" in of(ended, ALICE).subject
    assert "you won" in of(ended, BOB).subject
    assert players.match().result == "0-1"
