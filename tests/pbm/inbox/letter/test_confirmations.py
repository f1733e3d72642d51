"""Commands that are held until their player says yes."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pbm.notices.kinds import MailKind
from tests.combinations import for_each
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


def test_a_held_command_is_quoted_exactly(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, f"gyges move 1 {SOUTH} #0\nhave fun"))
    assert question.facts["line"] == f"gyges move 1 {SOUTH} #0"


def test_a_held_command_is_done_once_it_is_confirmed(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, f"gyges move 1 {SOUTH}\nhave fun"))
    mails = town_with_game.answer(question, "yes")
    assert {mail.to for mail in mails} == {ALICE, BOB}
    assert of(mails, BOB).facts["comment"] == ["have fun"]
    assert town_with_game.match().plies == 1


@pytest.mark.parametrize(
    ("yes", "carried"),
    [
        ("yes\n\nHello Bob, do you feel like it?\n", ["Hello Bob, do you feel like it?"]),
        ("ja\nHallo Bob, hast du Lust?\n", ["Hallo Bob, hast du Lust?"]),
        ("yes\n", []),
    ],
)
def test_a_greeting_below_the_yes_is_carried_into_the_invitation(
    town_with_players: Town, yes: str, carried: Sequence[str]
) -> None:
    question = only(town_with_players.write(ALICE, "gyges challenge bob\n"))
    invitation = of(town_with_players.answer(question, yes), BOB)
    assert invitation.kind == MailKind.INVITATION
    assert invitation.facts["note"] == carried


@pytest.mark.parametrize(
    ("command", "passed_on"), [("gyges chat 1", True), ("set board compact", False)]
)
def test_a_question_shows_the_text_below_only_if_others_will_get_it(
    town_with_game: Town, command: str, passed_on: bool
) -> None:
    question = only(town_with_game.write(ALICE, f"{command}\nhello there"))
    assert question.facts["text"] == (["hello there"] if passed_on else [])


def is_over(mails: Sequence[Mail]) -> bool:
    """Whether the answer says that the question is no longer open."""
    answer = only(mails)
    return answer.kind == "no_command" and bool(answer.facts["question_over"])


def test_a_question_is_answered_once(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, "gyges chat 1\nhello"))
    assert kinds(town_with_game.answer(question, "yes")) == ["chat", "chat"]
    assert is_over(town_with_game.answer(question, "yes"))


def test_a_late_yes_is_told_that_the_question_is_over(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, "gyges chat 1\nhello"))
    town_with_game.later(hours=49)
    assert is_over(town_with_game.answer(question, "Ja, gerne!"))
    assert not is_over(town_with_game.answer(question, "What was that?"))


def test_a_second_yes_to_a_signup_is_told_that_the_question_is_over(town: Town) -> None:
    question = only(town.write(STRANGER, "signup carol"))
    assert kinds(town.answer(question, "yes")) == ["welcome"]
    assert is_over(town.answer(question, "yes"))


def test_nobody_else_learns_that_an_address_of_ours_was_a_question(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, "gyges chat 1\nhello"))
    town_with_game.answer(question, "yes")
    assert not is_over(town_with_game.answer(question, "yes", author=BOB))


def test_a_new_question_replaces_the_one_before(town_with_game: Town) -> None:
    first = only(town_with_game.write(ALICE, "gyges chat 1\none"))
    second = only(town_with_game.write(ALICE, "gyges chat 1\ntwo"))
    assert is_over(town_with_game.answer(first, "yes"))
    assert of(town_with_game.answer(second, "yes"), BOB).facts["said"] == ["two"]


def test_a_yes_to_the_older_question_is_told_which_one_is_open(
    town_with_players: Town, welcome: Mail
) -> None:
    older = only(town_with_players.answer(welcome, "I'm away until 5 December\n"))
    newer = only(town_with_players.answer(welcome, "I'm away until 3 December\n"))
    (answer,) = town_with_players.answer(older, "yes\n")
    assert answer.facts["open"] == [newer.facts["line"]]
    assert f"\n    {newer.facts['line']}\n" in answer.text
    assert kinds(town_with_players.answer(newer, "yes\n"))[:1] == ["vacation"]
    assert only(town_with_players.answer(older, "yes\n")).facts["open"] == []


def test_a_late_yes_is_told_what_it_answered_and_only_what_can_still_be_done(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.play(board_mails, SOUTH, NORTH)
    moving = only(town_with_game.answer(mails[0], "I think I will go 16-35"))
    leaving = only(town_with_game.answer(only(town_with_game.write(ALICE, "whoami")), "signoff"))
    town_with_game.answer(leaving, "no")
    late = only(town_with_game.answer(leaving, "yes"))
    assert late.facts["over"] == leaving.subject.removeprefix("[pbm] ")
    assert late.facts["open"] == [moving.facts["line"]]
    town_with_game.play(mails, "16-35")
    assert only(town_with_game.answer(leaving, "Yes!")).facts["open"] == []


def test_only_the_player_who_was_asked_can_say_yes(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, f"gyges move 1 {SOUTH}"))
    assert "wrong_secret" in kinds(town_with_game.answer(question, "yes", author=BOB))
    assert town_with_game.match().plies == 0


@for_each("text", ["", "Thanks, I am away until Monday.", "> yes", "no"])
def test_only_a_yes_in_a_line_of_the_reply_confirms(town_with_game: Town, text: str) -> None:
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


def test_a_yes_proves_only_the_commands_that_were_asked_about(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, f"gyges move 1 {SOUTH}"))
    assert kinds(town_with_game.answer(question, "gyges resign 1")) == ["confirm"]
    assert town_with_game.match().running


def test_an_answer_that_says_nothing_has_the_question_asked_again(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, "gyges chat 1\nhello"))
    again = only(town_with_game.answer(question, "Oh yes, that was me"))
    assert again.kind == "no_command"
    assert (again.facts["question"], again.facts["lines"]) == ("confirm", ["gyges chat 1"])
    assert kinds(town_with_game.answer(question, "yes")) == ["no_command"]
    assert kinds(town_with_game.answer(again, "yes")) == ["chat", "chat"]
    assert kinds(town_with_game.answer(again, "yes")) == ["no_command"]


def test_an_answer_that_is_no_yes_is_quoted_with_the_question(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, "gyges chat 1\nhello"))
    again = only(town_with_game.answer(question, "Hm, what would that do?"))
    assert (again.facts["unclear"], again.facts["wrote"]) == (True, "Hm, what would that do?")
    assert "neither a plain yes nor a plain no" in again.text


def test_an_answer_that_may_hold_a_password_is_not_quoted(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, "gyges chat 1\nhello"))
    again = only(town_with_game.answer(question, "my password is Xk9!fooZ"))
    assert "Xk9" not in again.text


def test_a_move_that_is_asked_about_again_is_shown_as_it_is_written(town_with_game: Town) -> None:
    board = only(town_with_game.write(ALICE, "gyges show 1"))
    question = only(town_with_game.answer(board, f"I think I will go {SOUTH}."))
    again = only(town_with_game.answer(question, "Hm, what would that do?"))
    assert again.facts["lines"] == [f"gyges move 1 {SOUTH}"]
    town_with_game.answer(again, "yes")
    assert town_with_game.match().plies == 1


def test_a_yes_after_the_game_has_gone_on_shows_the_board(town_with_game: Town) -> None:
    board = only(town_with_game.write(ALICE, "gyges show 1"))
    question = only(town_with_game.answer(board, f"I think I will go {SOUTH}."))
    town_with_game.write(ALICE, f"gyges move 1 alice {PASSWORD} {SOUTH}")
    assert town_with_game.match().plies == 1
    told = only(town_with_game.answer(question, "yes"))
    assert (told.kind, told.facts["news"], told.facts["asked"]) == ("board", "stale", True)
    assert town_with_game.match().plies == 1


@pytest.fixture
def asked(town_with_players: Town) -> Mail:
    """A question to alice about a letter in reply to her welcome: whether to challenge bob."""
    account = only(town_with_players.write(ALICE, "whoami"))
    question = only(town_with_players.answer(account, "maybe challenge bob?"))
    assert (question.kind, question.facts["proven"]) == ("confirm", True)
    return question


def test_an_exact_command_below_a_no_is_done(town_with_players: Town, asked: Mail) -> None:
    assert kinds(town_with_players.answer(asked, "no\ndvonn challenge bob -random")) == [
        "invited",
        "invitation",
    ]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("no\n    gyges challenge bob", id="the line that was asked about"),
        pytest.param("no, a game of dvonn with bob", id="other words"),
        pytest.param("dvonn challenge bob -random", id="without a no"),
        pytest.param("no\nsignoff alice", id="a command that needs a password"),
    ],
)
def test_nothing_else_below_a_no_is_done(town_with_players: Town, asked: Mail, text: str) -> None:
    assert {"invited", "signed_off"}.isdisjoint(kinds(town_with_players.answer(asked, text)))


def test_below_a_no_to_a_question_about_an_unproven_letter_nothing_is_done(
    town_with_players: Town,
) -> None:
    question = only(town_with_players.write(ALICE, "gyges challenge bob"))
    assert not question.facts["proven"]
    answer = town_with_players.answer(question, "no\ndvonn challenge bob -random")
    assert kinds(answer) == ["confirm"]


@for_each("language", ["de", "fr", "it", "nl"])
def test_the_word_that_is_asked_for_is_a_yes(town_with_players: Town, language: str) -> None:
    account = only(town_with_players.write(ALICE, "whoami"))
    town_with_players.answer(account, f"set lang {language}")
    question = only(town_with_players.write(ALICE, "gyges challenge bob"))
    word = {"de": "ja", "fr": "oui", "it": "sì", "nl": "ja"}[language]
    assert word in question.subject.replace(",", "").split()
    assert word in question.text.replace(",", "").split()
    assert "yes" not in f"{question.subject} {question.text}"
    assert kinds(town_with_players.answer(question, word)) == ["invited", "invitation"]


def test_who_has_no_password_is_not_told_of_it(town: Town) -> None:
    question = only(town.write(STRANGER, "signup carol"))
    town.answer(question, "yes")
    asked = only(town.write(STRANGER, "gyges seek"))
    assert asked.kind == "confirm"
    assert "password" not in asked.text


def test_a_question_is_not_repeated_to_another_player(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, "gyges chat 1\nhello"))
    mail = only(town_with_game.answer(question, "What is this?", author=BOB))
    assert "lines" not in mail.facts or mail.facts["lines"] == ()
    assert kinds(town_with_game.answer(question, "yes")) == ["chat", "chat"]


@for_each(
    ("said", "text"),
    [
        ("nicht", "Natürlich nicht!"),
        ("nicht", "sicher nicht, danke"),
        ("not", "Of course not"),
        ("no", "sure, no"),
        ("jamais", "bien sûr, jamais"),
        ("liar", "yes liar"),
    ],
)
def test_a_refusal_in_the_words_of_a_forged_letter_confirms_nothing(
    town_with_game: Town, said: str, text: str
) -> None:
    question = only(town_with_game.write(ALICE, f"gyges chat 1 {said}\n"))
    again = only(town_with_game.answer(question, text))
    assert again.kind == "no_command"
    assert kinds(town_with_game.answer(again, "yes, chat")) == ["chat", "chat"]


def test_a_question_that_is_asked_again_has_the_links_of_the_first_mail(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mail, _ = town_with_game.play(board_mails, SOUTH, NORTH)
    moving = only(town_with_game.answer(mail, "I think I will go 16-35"))
    assert only(town_with_game.answer(moving, "Yes but who are you?")).facts["at_once"]
    forged = only(town_with_game.write(ALICE, "gyges resign 1"))
    assert not only(town_with_game.answer(forged, "Yes but who is it?")).facts["at_once"]


def test_a_question_that_is_asked_again_shows_the_message_of_the_first_mail(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mail, _ = town_with_game.play(board_mails, SOUTH, NORTH)
    asked = only(town_with_game.answer(mail, "I give up, I think. Regards to Ann!"))
    again = only(town_with_game.answer(asked, "Yes but who are you?"))
    said = ["I give up, I think. Regards to Ann!"]
    assert list(again.facts["message"]) == list(asked.facts["text"]) == said
    forged = only(town_with_game.write(ALICE, "gyges chat 1\nhello there"))
    assert only(town_with_game.answer(forged, "Yes but who is it?")).facts["message"] == ()


def test_nobody_else_drops_a_question(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, "gyges resign 1"))
    town_with_game.answer(question, "no", author=BOB)
    town_with_game.answer(question, "yes")
    assert not town_with_game.match().running


@pytest.mark.parametrize("text", ["No, against carol please", "nein, gegen carol bitte"])
def test_what_follows_a_no_amends_the_invitation(town_with_game: Town, text: str) -> None:
    town_with_game.sign_up(CAROL)
    question = only(town_with_game.write(ALICE, "gyges challenge bob"))
    again = only(town_with_game.answer(question, text))
    assert (again.kind, again.facts["line"]) == ("confirm", "gyges challenge carol")


def test_a_question_about_a_corrected_move_repeats_the_correction(
    town_with_players: Town,
) -> None:
    mail = town_with_players.play(town_with_players.board(), SOUTH, NORTH)[0]
    asked = only(town_with_players.answer(mail, "16-35\n\nOops no, I meant 11-31\n"))
    assert asked.kind == "confirm"
    assert asked.facts["wrote"] == "16-35 / Oops no, I meant 11-31"


def test_a_question_names_the_earlier_one_that_it_replaces(
    town_with_players: Town, welcomes: tuple[Mail, Mail]
) -> None:
    first = only(town_with_players.answer(welcomes[0], "I might seek a game of dvonn\n"))
    second = only(town_with_players.answer(welcomes[0], "I might seek a game of gyges\n"))
    assert (first.facts["replaces"], second.facts["replaces"]) == ([], ["dvonn seek"])
    assert is_over(town_with_players.answer(first, "yes"))


def test_a_question_names_no_earlier_one_about_a_move_that_was_played_since(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    asked = only(town_with_game.answer(placed_mails[0], "I think I will go 16-35\n"))
    assert asked.kind == MailKind.CONFIRM
    mails = town_with_game.answer(placed_mails[0], "16-35\n")
    again = only(town_with_game.answer(of(mails, ALICE), "I give up\n"))
    assert (again.kind, again.facts["replaces"]) == (MailKind.CONFIRM, [])


def test_a_question_replaces_none_about_another_command(
    town_with_players: Town, welcome: Mail
) -> None:
    leaving = only(town_with_players.answer(welcome, "Please delete my account\n"))
    away = only(town_with_players.answer(welcome, "I'm away until 3 December\n"))
    assert (leaving.kind, away.kind, away.facts["replaces"]) == ("confirm", "confirm", [])
    assert kinds(town_with_players.answer(away, "yes\n"))[:1] == ["vacation"]
    assert kinds(town_with_players.answer(leaving, "yes\n")) == ["signed_off"]


def test_what_a_stranger_may_have_asked_is_not_named(town_with_game: Town) -> None:
    only(town_with_game.write(ALICE, "gyges chat 1\nyou fool"))
    question = only(town_with_game.write(ALICE, "set board compact"))
    assert question.facts["replaces"] == []


@pytest.fixture
def resigning(town_with_game: Town, placed_mails: tuple[Mail, Mail]) -> Mail:
    """A question to alice about a letter in reply to her board: whether to resign."""
    question = only(town_with_game.answer(placed_mails[0], "I give up"))
    assert (question.kind, question.facts["command"]) == ("confirm", "gyges resign 1")
    return question


def test_a_no_with_its_reasons_drops_the_question(town_with_game: Town, resigning: Mail) -> None:
    told = only(town_with_game.answer(resigning, "No, no, per carità!\nEra solo uno sfogo."))
    assert (told.kind, told.facts["dropped"], told.facts["not_read"]) == ("no_command", True, True)
    assert "| 2 | 3 | 1 |" in told.text
    assert is_over(town_with_game.answer(resigning, "yes"))


def test_what_is_only_shown_leaves_the_question_open(town_with_game: Town, resigning: Mail) -> None:
    shown = only(town_with_game.answer(resigning, "show me the board please"))
    assert (shown.kind, shown.facts["still_asked"]) == ("board", ["gyges resign 1"])
    town_with_game.answer(resigning, "yes")
    assert not town_with_game.match().running


def test_nobody_else_wishes_for_something_in_reply_to_a_question(
    town_with_game: Town, resigning: Mail
) -> None:
    assert "board" not in kinds(town_with_game.answer(resigning, "show", author=BOB))


def test_a_responder_that_answers_each_question_with_a_command_is_asked_twice(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    first = only(town_with_game.answer(placed_mails[0], "Vacation until 2 December\n"))
    second = only(town_with_game.answer(first, "Vacation until 3 December\n"))
    assert kinds([first, second]) == [MailKind.CONFIRM, MailKind.CONFIRM]
    assert town_with_game.answer(second, "Vacation until 4 December\n") == []
    told = only(town_with_game.answer(second, "yes\n")[:1])
    assert told.kind == MailKind.VACATION
