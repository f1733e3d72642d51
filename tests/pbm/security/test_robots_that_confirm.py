"""A question waits for a person's yes: no program says it by accident."""

from __future__ import annotations

import pytest

from tests.pbm.security.attack import goods
from tests.pbm.town import ALICE, SOUTH, Mail, Town, only

AUTOMATIC = [
    {"Auto_Submitted": "auto-replied"},
    {"Auto_Submitted": "auto-replied (vacation)"},
    {"Precedence": "bulk"},
    {"Precedence": "auto_reply"},
    {"List_Id": "<players.example.org>"},
    {"X_Autoreply": "yes"},
    {"X_Autorespond": "Re: yes"},
]
REPLIES = [
    "Yes, I am on holiday until Monday.",
    "Yes! We have received your mail.",
    "yes we got it",
    "Thank you for your mail. Yes, a person will read it.",
    "Please answer yes",
    "> yes",
    "| yes",
    "Oui, je suis absent.",
    "Ja, ich bin im Urlaub.",
    "Yes please reply to this mail",
    "-- \nyes",
    "On Friday, pbm wrote:\nyes",
    "no\nyes or no?",
    "",
]


@pytest.fixture
def question(players: Town, game: tuple[Mail, Mail]) -> Mail:
    return only(players.write(ALICE, f"gyges move 1 {SOUTH}"))


@pytest.mark.parametrize("headers", AUTOMATIC)
def test_a_program_that_says_so_confirms_nothing(
    players: Town, question: Mail, headers: dict[str, str]
) -> None:
    assert players.write(ALICE, "yes", to=question.reply_to, **headers) == []
    assert players.match().plies == 0


def test_a_null_sender_confirms_nothing(players: Town, question: Mail) -> None:
    raw = f"From: {ALICE}\r\nMessage-ID: <r@x>\r\n\r\nyes\r\n".encode()
    assert players.post("", raw, question.reply_to) == []
    assert players.match().plies == 0


@pytest.mark.parametrize("text", REPLIES)
def test_what_programs_say_is_no_yes(players: Town, question: Mail, text: str) -> None:
    before = goods(players)
    players.answer(question, text)
    assert goods(players) == before


@pytest.mark.parametrize("subject", ["yes", "Yes", "Re: yes", "Automatic reply: yes", "multiple"])
def test_no_subject_is_a_yes(players: Town, question: Mail, subject: str) -> None:
    before = goods(players)
    players.answer(question, "I am away.", subject=subject)
    players.answer(question, "", subject=subject)
    assert goods(players) == before


def test_a_program_that_sends_the_question_back_does_not_answer_it(
    players: Town, question: Mail
) -> None:
    before = goods(players)
    quoted = "".join(f"> {line}\n" for line in question.text.splitlines())
    lower = question.text.replace("\n    yes\n", "\nyes\n")
    for body in (quoted, f"I am away.\n\n{quoted}", f"From: pbm\nTo: alice\nSubject: x\n\n{lower}"):
        players.answer(question, body)
        assert goods(players) == before


def test_a_signup_of_a_victim_is_not_confirmed_by_his_vacation_responder(town: Town) -> None:
    question = only(town.write("victim@example.org", subject="signup victim"))
    town.write("victim@example.org", "Yes, I am away.", to=question.reply_to)
    town.write("victim@example.org", "yes", to=question.reply_to, Auto_Submitted="auto-replied")
    with town.office.store.reading() as tx:
        assert tx.players.list() == []


def test_a_person_confirms(players: Town, question: Mail) -> None:
    players.answer(question, "Yes.")
    assert players.match().plies == 1
