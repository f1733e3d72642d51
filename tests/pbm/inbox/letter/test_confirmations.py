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
    older = only(town_with_players.answer(welcome, "Please delete my account\n"))
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


AGREEING = [
    "Yes, that's me! 😊",
    "Yes, go ahead!!",
    "Yes, I resign.",
    "yes, that one",
    "yes i do",
    "Yep!",
    "y",
    "j",
    "Ja, ich gebe auf.",
    "Ja, bitte machen",
    "Oui, c'est bien moi",
    "Ja, doe maar",
    "Sì, confermo",
]
NOT_AGREEING = [
    "yes, but not now",
    "Yes, I play on",
    "yes, resign 2",
    "yes, I want to undo",
    "Yes, I am away.",
    "Yes, I",
    "yes, resign?",
    "ja, nein",
    "Oui, mais plus tard",
]


@for_each("text", AGREEING)
def test_a_yes_with_courtesies_or_the_deed_confirms(town_with_game: Town, text: str) -> None:
    question = only(town_with_game.write(ALICE, "gyges resign 1"))
    town_with_game.answer(question, f"{text}\n\nAlice")
    assert not town_with_game.match().running


PROPOSING = [
    *("Sì, lo propongo!", "Ja, ich schlage es vor", "Yes, I propose it"),
    *("Oui, je le propose", "Ja, ik stel het voor"),
]


@for_each("text", PROPOSING)
def test_a_yes_that_repeats_in_words_what_is_proposed_confirms(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], text: str
) -> None:
    assert placed_mails
    question = only(town_with_game.write(ALICE, "gyges propose 1 draw"))
    assert of(town_with_game.answer(question, text), BOB).news == "proposed"


@for_each("text", [*NOT_AGREEING, *PROPOSING])
def test_a_yes_with_other_words_confirms_nothing(town_with_game: Town, text: str) -> None:
    question = only(town_with_game.write(ALICE, "gyges resign 1"))
    town_with_game.answer(question, text)
    assert town_with_game.match().running


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


@for_each("text", ["Yes, that's me! 😊", "yes, carol", "Yep!", "Ja, das bin ich."])
def test_a_yes_with_courtesies_signs_up(town: Town, text: str) -> None:
    assert kinds(town.answer(only(town.write(STRANGER, "signup carol")), text)) == ["welcome"]


WARM = [
    "Yes please! looking forward to it :)",
    "Yes, sounds great, can't wait!",
    "Ja gerne, ich freue mich schon drauf!",
    "Oui, j'ai hâte !",
    "Sì, non vedo l'ora!",
    "Ja graag, ik heb er zin in!",
]


@for_each("text", WARM)
def test_a_warm_yes_signs_up_and_begins_a_game_but_gives_nothing_up(
    town_with_game: Town, text: str
) -> None:
    signup = only(town_with_game.write(STRANGER, "signup carol"))
    assert kinds(town_with_game.answer(signup, text)) == ["welcome"]
    challenge = only(town_with_game.write(ALICE, "gyges challenge bob"))
    assert "invitation" in kinds(town_with_game.answer(challenge, text))
    resigning = only(town_with_game.write(ALICE, "gyges resign 1"))
    town_with_game.answer(resigning, text)
    assert town_with_game.match().running


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
    assert list(again.facts["message"]) == list(asked.facts["text"]) == ["Regards to Ann!"]
    forged = only(town_with_game.write(ALICE, "gyges chat 1\nhello there"))
    assert only(town_with_game.answer(forged, "Yes but who is it?")).facts["message"] == ()


REFUSING = [
    *("no", "No, thanks!", "Nein danke.", "oops no", "Non merci", "Nee!"),
    *("please don't!", "Never mind", "Bitte nicht!", "Surtout pas !", "Per carità!", "Laat maar"),
]


@for_each("text", REFUSING)
def test_a_no_drops_the_question(town_with_game: Town, text: str) -> None:
    question = only(town_with_game.write(ALICE, "gyges resign 1"))
    told = only(town_with_game.answer(question, text))
    assert (told.kind, told.facts["dropped"], told.facts["question"]) == ("no_command", True, "")
    assert is_over(town_with_game.answer(question, "yes"))


def test_no_problem_drops_no_question(town_with_game: Town) -> None:
    question = only(town_with_game.write(ALICE, "gyges resign 1"))
    assert not only(town_with_game.answer(question, "no problem")).facts["dropped"]


@for_each("text", ["no! {0}", "No\n{0}", "no, i want to play {0}", "nein, {0} bitte"])
def test_what_follows_a_no_is_read_on_the_board(town_with_game: Town, text: str) -> None:
    question = only(town_with_game.write(ALICE, "gyges resign 1"))
    again = only(town_with_game.answer(question, text.format(SOUTH)))
    assert (again.kind, again.facts["command"]) == ("confirm", "gyges move 1")
    assert is_over(town_with_game.answer(question, "yes"))
    town_with_game.answer(again, "yes")
    assert town_with_game.match().plies == 1


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
    first = only(town_with_players.answer(welcomes[0], "please delete my account\n"))
    second = only(town_with_players.answer(welcomes[0], "I might seek a game of gyges\n"))
    assert (first.facts["replaces"], second.facts["replaces"]) == ([], ["signoff"])
    assert is_over(town_with_players.answer(first, "yes"))


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


GRUMBLING = [
    "No!\nSorry, I was only grumbling, the car wouldn't start.\nThanks for asking,\nAlice",
    "Nein, bitte nicht.\nIch wollte nur wissen, ob der Computer stark ist.",
    "Non non, surtout pas !\nJ'ai dit ça sous le coup de la colère",
    "No, no, per carità!\nEra solo uno sfogo.",
    "Nee, liever niet.\nIk was alleen maar aan het mopperen.",
]


@for_each("text", GRUMBLING)
def test_a_no_with_its_reasons_drops_the_question(
    town_with_game: Town, resigning: Mail, text: str
) -> None:
    told = only(town_with_game.answer(resigning, text))
    assert (told.kind, told.facts["dropped"], told.facts["not_read"]) == ("no_command", True, True)
    assert "| 2 | 3 | 1 |" in told.text
    assert is_over(town_with_game.answer(resigning, "yes"))


def test_a_no_alone_is_understood_as_a_whole(town_with_game: Town, resigning: Mail) -> None:
    assert not only(town_with_game.answer(resigning, "no, thanks\nAlice")).facts["not_read"]


@for_each("text", ["show", "show me the board please", "montre moi la partie", "Show 1"])
def test_what_is_only_shown_leaves_the_question_open(
    town_with_game: Town, resigning: Mail, text: str
) -> None:
    shown = only(town_with_game.answer(resigning, text))
    assert (shown.kind, shown.facts["still_asked"]) == ("board", ["gyges resign 1"])
    town_with_game.answer(resigning, "yes")
    assert not town_with_game.match().running


@for_each("text", ["16-35", "16 en 35 et toc", "I play 16-35"])
def test_a_move_in_place_of_an_answer_is_asked_about(
    town_with_game: Town, resigning: Mail, text: str
) -> None:
    again = only(town_with_game.answer(resigning, text))
    assert (again.kind, again.facts["move"]) == ("confirm", "16-35")
    assert (again.facts["replaces"], again.facts["still_asked"]) == (["gyges resign 1"], [])
    assert is_over(town_with_game.answer(resigning, "yes"))
    assert town_with_game.match().running


def test_another_wish_in_place_of_an_answer_is_asked_about(
    town_with_game: Town, resigning: Mail
) -> None:
    away = only(town_with_game.answer(resigning, "I'm away from 5 to 20 December"))
    assert (away.kind, away.facts["command"]) == ("confirm", "vacation")
    assert away.facts["still_asked"] == ["gyges resign 1"]
    assert kinds(town_with_game.answer(away, "yes"))[:1] == ["vacation"]


UNCLEAR = [
    *("I resign", "resign", "accept", "Yes, I play on", "oui, montre moi la partie", "undo"),
    *("That was me", "I think so", "What does that mean?", "ik weet het niet", "Das war ich"),
]


@for_each("text", UNCLEAR)
def test_what_may_be_an_answer_is_asked_about_again_with_a_way_to_say_no(
    town_with_game: Town, resigning: Mail, text: str
) -> None:
    again = only(town_with_game.answer(resigning, text))
    assert (again.kind, again.facts["unclear"], again.facts["lines"]) == (
        "no_command",
        True,
        ["gyges resign 1"],
    )
    assert "To say no, write this one word: no." in again.text
    assert town_with_game.match().running


@for_each("text", ["show", "16-35", "I'm away from 5 to 20 December"])
def test_no_other_wish_is_read_in_reply_to_a_question_about_an_unproven_letter(
    town_with_game: Town, placed_mails: tuple[Mail, Mail], text: str
) -> None:
    assert placed_mails
    question = only(town_with_game.write(ALICE, "gyges resign 1"))
    assert only(town_with_game.answer(question, text)).facts["unclear"]


def test_nobody_else_wishes_for_something_in_reply_to_a_question(
    town_with_game: Town, resigning: Mail
) -> None:
    assert "board" not in kinds(town_with_game.answer(resigning, "show", author=BOB))


def test_a_wish_below_a_no_may_be_about_no_board(town_with_game: Town, resigning: Mail) -> None:
    told = only(town_with_game.answer(resigning, "Non, je veux un casse-tête à résoudre"))
    assert (told.kind, told.facts["refusal"]) == ("refusal", "no_puzzles")


INSTEAD = [
    *("no, 11-31 instead", "no, 11 to 31 instead", "11-31 instead", "no, after all 11-31"),
    *("ne doch lieber 11-31", "nein, dann doch lieber 11 auf 31", "lieber 11-31"),
    *("non, finalement 11 sur 31", "non, plutôt 11-31", "finalement 11-31 à la place"),
    *("nee toch maar 11-31", "nee, liever 11 naar 31", "nee, 11-31 in plaats daarvan"),
    *("no, anzi 11-31", "no, meglio 11-31", "no, invece 11 su 31"),
]


@for_each("text", INSTEAD)
def test_another_move_in_place_of_the_one_that_is_asked_about_is_asked_about(
    town_with_game: Town, board_mails: tuple[Mail, Mail], text: str
) -> None:
    mail, _ = town_with_game.play(board_mails, SOUTH, NORTH)
    question = only(town_with_game.answer(mail, "I think I will go 16-35"))
    again = only(town_with_game.answer(question, text))
    assert (again.kind, again.facts["move"], again.facts["text"]) == ("confirm", "11-31", [])
    assert is_over(town_with_game.answer(question, "yes"))


@for_each("text", ["finalement 11-31", "toch maar 11-31", "anzi 11-31", "doch lieber 11-31"])
def test_a_move_behind_words_that_take_back_others_is_no_chat(
    town_with_game: Town, board_mails: tuple[Mail, Mail], text: str
) -> None:
    mail, _ = town_with_game.play(board_mails, SOUTH, NORTH)
    asked = only(town_with_game.answer(mail, text))
    assert (asked.kind, asked.facts["move"]) == ("confirm", "11-31")


@for_each("word", ["instead", "stattdessen", "à la place", "in plaats daarvan", "invece"])
def test_a_word_for_instead_is_no_comment(
    town_with_game: Town, board_mails: tuple[Mail, Mail], word: str
) -> None:
    mail, _ = town_with_game.play(board_mails, SOUTH, NORTH)
    told = of(town_with_game.answer(mail, f"11-31 {word}"), BOB)
    assert (told.moves[-1], told.facts["comment"]) == ("11-31", [])


def test_a_responder_that_answers_each_question_with_a_command_is_asked_twice(
    town_with_game: Town, placed_mails: tuple[Mail, Mail]
) -> None:
    first = only(town_with_game.answer(placed_mails[0], "Vacation until 2 December\n"))
    second = only(town_with_game.answer(first, "Vacation until 3 December\n"))
    assert kinds([first, second]) == [MailKind.CONFIRM, MailKind.CONFIRM]
    assert town_with_game.answer(second, "Vacation until 4 December\n") == []
    told = only(town_with_game.answer(second, "yes\n")[:1])
    assert told.kind == MailKind.VACATION
