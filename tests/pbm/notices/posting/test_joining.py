"""The receipt of a move and a program's answer to it are one mail, if the program is quick."""

from __future__ import annotations

from email import message_from_bytes

import pytest

from pbm.admin.audit import audit
from pbm.app.programs import ProgramLoop
from pbm.mail.correspondence import MailStatus, OutboxMail
from pbm.notices.posting.joining import WAIT
from pbm.play.programs import dismiss, stop
from tests.pbm.town import ALICE, PASSWORD, Mail, Town, only

SECOND_ADDRESS = "alice@elsewhere.example"
MOVE = "231123"


@pytest.fixture
def first(club: Town, welcome: Mail) -> Mail:
    """Alice's first mail of a game with a program, in which she begins; all mails have left."""
    mail = only(club.answer(welcome, "gyges challenge owl-1\n"))
    club.send_mails()
    return mail


def let_programs_play(club: Town) -> Mail:
    """Let the program move, and return its mail."""
    ProgramLoop(club.app, lambda: None).play()
    return only(club.new_mails())


def ids(mails: list[OutboxMail]) -> list[int]:
    return [each.id for each in mails]


def test_a_move_and_its_answer_are_one_mail(club: Town, first: Mail) -> None:
    receipt = only(club.answer(first, f"{MOVE}\n"))
    assert club.leaving() == []
    answered = let_programs_play(club)
    assert ids(club.leaving()) == [answered.row.id]
    assert answered.moves[0] == MOVE
    assert len(answered.moves) == 2
    assert [*audit(club.app.store, lambda: None)] == []
    with club.app.store.reading() as tx:
        dropped = tx.outbox.get(receipt.row.id)
    assert dropped is not None
    assert (dropped.status, str(answered.row.id) in dropped.error) == (MailStatus.DROPPED, True)


def test_that_mail_answers_the_letter(club: Town, first: Mail) -> None:
    club.answer(first, f"{MOVE}\n")
    answered = let_programs_play(club)
    with club.app.store.reading() as tx:
        (letter,) = tx.letters.list(limit=1)
    asked = message_from_bytes(letter.raw)["Message-ID"]
    assert answered.message["In-Reply-To"] == asked
    assert str(answered.message["References"]).split()[-2:] == [first.row.message_id, asked]
    assert answered.message["Auto-Submitted"] == "auto-replied"


def test_a_receipt_is_sent_if_the_program_is_slow(club: Town, first: Mail) -> None:
    receipt = only(club.answer(first, f"{MOVE}\n"))
    club.later(seconds=WAIT.total_seconds())
    assert ids(club.leaving()) == [receipt.row.id]
    answered = let_programs_play(club)
    assert ids(club.leaving()) == [receipt.row.id, answered.row.id]


def test_a_letter_that_comes_twice_gets_the_receipt_again(club: Town, first: Mail) -> None:
    headers = {"subject": first.subject, "to": first.reply_to, "Message_ID": "<1@example.org>"}
    receipt = only(club.write(ALICE, f"{MOVE}\n", **headers))
    let_programs_play(club)
    again = only(club.write(ALICE, f"{MOVE}\n", **headers))
    assert again.row.raw == receipt.row.raw
    assert again.row.id in ids(club.leaving())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(f"1. {MOVE}\n", "Read as: gyges move 1 231123", id="read differently"),
        pytest.param(f"{MOVE}\nGood luck!\n", "reads no messages", id="comment"),
    ],
)
def test_one_mail_says_what_the_receipt_says_of_the_letter(
    club: Town, first: Mail, text: str, said: str
) -> None:
    club.answer(first, text)
    answered = let_programs_play(club)
    assert ids(club.leaving()) == [answered.row.id]
    assert said in answered.text


def test_a_move_without_more_words_is_answered_without_more_words(club: Town, first: Mail) -> None:
    club.answer(first, f"{MOVE}\n")
    answered = let_programs_play(club)
    assert "Read as" not in answered.text
    assert "reads no messages" not in answered.text


def test_a_receipt_of_no_move_is_sent_at_once(club: Town, first: Mail) -> None:
    receipt = only(club.answer(first, "show\n"))
    assert ids(club.leaving()) == [receipt.row.id]


def test_a_receipt_is_sent_where_programs_play_no_more(club: Town, first: Mail) -> None:
    with club.app.store.transaction() as tx:
        dismiss(tx)
    receipt = only(club.answer(first, f"{MOVE}\n"))
    assert ids(club.leaving()) == [receipt.row.id]


def test_a_program_that_begins_no_more_games_still_answers(club: Town, first: Mail) -> None:
    with club.app.store.transaction() as tx:
        program = tx.players.by_userid("owl-1")
        assert program is not None
        stop(tx, program)
    club.answer(first, f"{MOVE}\n")
    assert club.leaving() == []


def test_a_receipt_is_sent_if_the_answer_waits_for_a_digest(club: Town, first: Mail) -> None:
    club.write(ALICE, f"set alice {PASSWORD} digest all\n")
    club.send_mails()
    receipt = only(club.answer(first, f"{MOVE}\n"))
    let_programs_play(club)
    club.later(seconds=WAIT.total_seconds())
    assert ids(club.leaving()) == [receipt.row.id]


def test_a_receipt_to_another_address_is_sent(club: Town, first: Mail) -> None:
    asked = club.write(ALICE, f"add address alice {PASSWORD} {SECOND_ADDRESS}\n")
    club.answer(next(each for each in asked if each.to == SECOND_ADDRESS), "yes\n")
    club.send_mails()
    receipt = only(club.answer(first, f"{MOVE}\n", author=SECOND_ADDRESS))
    answered = let_programs_play(club)
    assert (receipt.to, answered.to) == (SECOND_ADDRESS, ALICE)
    club.later(seconds=WAIT.total_seconds())
    assert ids(club.leaving()) == [receipt.row.id, answered.row.id]


def test_the_end_of_a_game_waits_for_nobody(club: Town, first: Mail) -> None:
    club.answer(first, f"{MOVE}\n")
    over = only(club.answer(let_programs_play(club), "resign\n"))
    assert over.row.id in ids(club.leaving())
