"""Moves and commands in proven letters, and questions about them, are always answered.

Neither forged letters nor many other answers prevent these answers.
"""

from __future__ import annotations

import pytest

from pbm.core.model import MatchStatus
from pbm.inbox.desk import Desk
from pbm.inbox.limits import QUESTIONS_PER_HOUR, REPLIES_PER_HOUR
from tests.pbm.inbox.commands.people import account
from tests.pbm.security.attack import MALLORY
from tests.pbm.town import ALICE, BOB, NORTH, PASSWORD, SOUTH, Mail, Town, kinds, letter, of, only

MOVE = f"gyges move 1 {SOUTH}"


@pytest.fixture
def answered(
    town_with_game: Town, board_mails: tuple[Mail, Mail], welcomes: tuple[Mail, Mail]
) -> Town:
    """A town where alice has used up the informative answers of this hour."""
    town_with_game.later(hours=2)
    words = ["H" + length * "m" for length in range(1, REPLIES_PER_HOUR + 3)]
    mails = [town_with_game.answer(welcomes[0], word) for word in words]
    assert [len(each) for each in mails[-3:]] == [1, 0, 0]
    return town_with_game


def test_a_move_beyond_a_reply_address_is_asked_about_however_many_answers_there_were(
    answered: Town, welcomes: tuple[Mail, Mail]
) -> None:
    question = only(answered.answer(welcomes[0], MOVE))
    assert (question.to, question.kind) == (ALICE, "confirm")
    assert {mail.to for mail in answered.answer(question, "yes")} == {ALICE, BOB}
    assert answered.match().plies == 1


@pytest.mark.parametrize(
    ("line", "kind"),
    [("set lang de", "settings"), ("gyges challenge bob", "invited"), (MOVE, "board")],
)
def test_any_other_change_is_answered_however_many_answers_there_were(
    answered: Town, welcomes: tuple[Mail, Mail], line: str, kind: str
) -> None:
    written = line.replace("set", f"set alice {PASSWORD}").replace("1 ", f"1 alice {PASSWORD} ")
    written = written.replace("challenge", f"challenge alice {PASSWORD}")
    assert of(answered.write(ALICE, written), ALICE).kind == kind
    assert answered.note == "done"


@pytest.mark.parametrize("line", ["111111", f"{SOUTH}\n{NORTH}", "move", "resign -x", "undo"])
def test_a_refused_move_is_answered_however_often(
    town_with_game: Town, board_mails: tuple[Mail, Mail], line: str
) -> None:
    for _ in range(REPLIES_PER_HOUR + 1):
        mails = town_with_game.answer(board_mails[0], line)
    assert of(mails, ALICE).kind in ("illegal", "refusal", "confirm")


def test_several_commands_of_one_letter_are_answered_too(
    answered: Town, welcomes: tuple[Mail, Mail]
) -> None:
    told = of(answered.answer(welcomes[0], f"set lang de\n{MOVE}", subject="multiple"), ALICE)
    assert told.kind == "multiple"
    answered.answer(told, "yes")
    assert answered.match().plies == 1


def test_a_program_that_answers_for_ever_gets_a_last_answer(
    town_with_game: Town, board_mails: tuple[Mail, Mail], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbm.inbox.limits.PROVEN_PER_HOUR", 4)
    answers = [town_with_game.answer(board_mails[0], "111111") for _ in range(6)]
    assert [len(mails) for mails in answers] == [1, 1, 1, 1, 0, 0]
    assert [mails[0].facts["last_reply"] for mails in answers[:4]] == ["", "", "", "proven"]
    assert town_with_game.note == "illegal, answer withheld"
    assert {mail.to for mail in town_with_game.answer(board_mails[0], SOUTH)} == {ALICE, BOB}


# Questions


def test_the_question_about_a_proven_letter_says_so(
    town_with_game: Town, board_mails: tuple[Mail, Mail], welcomes: tuple[Mail, Mail]
) -> None:
    question = only(town_with_game.answer(welcomes[0], MOVE))
    assert question.facts["proven"]
    assert SOUTH in question.subject
    unproven = only(town_with_game.write(ALICE, f"gyges move 1 {NORTH}"))
    assert not unproven.facts["proven"]


def test_no_words_of_an_unproven_letter_are_in_a_subject(town_with_game: Town) -> None:
    assert SOUTH not in only(town_with_game.write(ALICE, MOVE)).subject


def test_a_forged_letter_takes_no_question_away_from_a_proven_one(
    town_with_game: Town, board_mails: tuple[Mail, Mail], welcomes: tuple[Mail, Mail]
) -> None:
    question = only(town_with_game.answer(welcomes[0], MOVE))
    account_question = only(town_with_game.answer(board_mails[0], "set lang de"))
    for number in range(QUESTIONS_PER_HOUR + 1):
        town_with_game.write(ALICE, f"gyges challenge bob -totaltime={number + 30}d")
    town_with_game.write(ALICE, "gyges resign 1")
    town_with_game.answer(question, "yes")
    town_with_game.answer(account_question, "yes")
    assert town_with_game.match().plies == 1
    assert town_with_game.player("alice").settings["lang"] == "de"


def test_each_board_has_its_own_question_and_the_newest_counts(
    town_with_game: Town, board_mails: tuple[Mail, Mail], welcomes: tuple[Mail, Mail]
) -> None:
    town_with_game.board()
    old = only(town_with_game.answer(welcomes[0], "gyges move 1 312312"))
    first = only(town_with_game.answer(welcomes[0], MOVE))
    second = only(town_with_game.answer(welcomes[0], "gyges resign 2"))
    town_with_game.answer(old, "yes")
    assert town_with_game.match().plies == 0
    town_with_game.answer(first, "yes")
    town_with_game.answer(second, "yes")
    assert town_with_game.match(1).plies == 1
    assert town_with_game.match(2).status is not MatchStatus.RUNNING


def test_five_questions_an_hour_about_letters_that_nothing_proves(town_with_game: Town) -> None:
    lines = [f"gyges challenge bob -totaltime={days}d" for days in range(30, 37)]
    asked = [town_with_game.write(ALICE, line) for line in lines]
    assert [len(mails) for mails in asked] == [1] * QUESTIONS_PER_HOUR + [0, 0]
    assert town_with_game.note == "held, answer withheld"
    last = [mails[0].facts["last_reply"] for mails in asked[:QUESTIONS_PER_HOUR]]
    assert last == [""] * (QUESTIONS_PER_HOUR - 1) + ["questions"]
    assert kinds(town_with_game.write(ALICE, "whoami")) == ["account"]
    town_with_game.later(hours=1, seconds=1)
    assert kinds(town_with_game.write(ALICE, lines[-1])) == ["confirm"]


@pytest.mark.parametrize("subject", ["", "multiple"])
def test_the_same_command_is_asked_about_once(town_with_game: Town, subject: str) -> None:
    (question,) = town_with_game.write(ALICE, "gyges resign 1\n", subject=subject)
    assert town_with_game.write(ALICE, "gyges resign 1\n", subject=subject) == []
    assert "answer withheld" in town_with_game.note
    town_with_game.later(hours=49)
    assert kinds(town_with_game.write(ALICE, "gyges resign 1\n", subject=subject)) == [
        question.kind
    ]


def test_other_words_for_what_is_asked_about_are_answered_without_a_question(
    town_with_game: Town,
) -> None:
    said = "Hello again, is somebody there for a game of gyges?\n"
    asked = only(town_with_game.write(ALICE, said))
    again = only(town_with_game.write(ALICE, said.replace("again", "there")))
    assert (asked.kind, again.kind) == ("confirm", "no_command")
    assert again.facts["open"] == [asked.facts["line"]]


def test_a_question_that_is_not_sent_replaces_no_other(town_with_game: Town) -> None:
    for days in range(30, 30 + QUESTIONS_PER_HOUR):
        mails = town_with_game.write(ALICE, f"gyges challenge bob -totaltime={days}d")
    assert town_with_game.write(ALICE, "gyges resign 1") == []
    assert of(town_with_game.answer(only(mails), "yes"), BOB).kind == "invitation"


def test_the_reply_address_of_another_player_proves_nothing(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    for _ in range(REPLIES_PER_HOUR + 1):
        mails = town_with_game.answer(board_mails[0], "111111", author=BOB)
    assert [mail for mail in mails if mail.to == BOB] == []
    assert town_with_game.note == "foreign_token, answer withheld"


def test_a_wrong_password_proves_nothing(town_with_game: Town) -> None:
    account(town_with_game, ALICE)
    town_with_game.later(hours=2)
    for _ in range(REPLIES_PER_HOUR + 1):
        mails = town_with_game.write(BOB, f"gyges move 1 alice wrong-horse {SOUTH}")
    assert [mail for mail in mails if mail.to in (BOB, MALLORY)] == []


# Faults of ours, and letters that come twice


def test_a_fault_of_ours_is_told_however_many_answers_there_were(
    answered: Town, welcomes: tuple[Mail, Mail], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Desk, "_act", lambda *_: 1 / 0)
    assert kinds(answered.answer(welcomes[0], MOVE)) == ["failed"]


def test_a_letter_that_comes_twice_is_answered_twice(
    answered: Town, welcomes: tuple[Mail, Mail]
) -> None:
    raw = letter(ALICE, MOVE, "hello", welcomes[0].reply_to, Message_ID="<twice@x>").as_bytes()
    first = only(answered.post(ALICE, raw, welcomes[0].reply_to))
    again = only(answered.post(ALICE, raw, welcomes[0].reply_to))
    assert (first.kind, again.raw) == ("confirm", first.raw)


# Reactions


def test_a_reaction_is_told_about_once_a_day(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    to, words = board_mails[0].reply_to, "Liked \u201cYour move, alice.\u201d"
    told = [town_with_game.write(ALICE, words, subject="Re: x", to=to) for _ in range(2)]
    town_with_game.later(days=1, minutes=1)
    told.append(town_with_game.write(ALICE, words, subject="Re: x", to=to))
    assert [[(mail.to, mail.kind) for mail in mails] for mails in told] == [
        [(ALICE, "refusal")],
        [],
        [(ALICE, "refusal")],
    ]
    assert town_with_game.note == "reaction, an automatic letter"


def test_a_reaction_that_nothing_proves_is_not_answered(town_with_game: Town) -> None:
    assert town_with_game.write(ALICE, "Liked \u201cYour move, alice.\u201d") == []
