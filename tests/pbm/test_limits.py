"""What a stranger's letter, whose From may be forged, can cause: little, and seldom."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.pbm.conftest import Begun
from tests.pbm.town import ALICE, BOB, PASSWORD, STRANGER, Town, kinds, of, only

VICTIM = "victim@example.com"
OPERATOR = "olga@example.net"


@pytest.fixture
def narrow(with_players: Begun, tmp_path: Path, _unsynced: None) -> Iterator[Town]:
    """A town that lets three mails an hour go to those who may not have asked."""
    made = with_players.copy(tmp_path, strangers_per_hour="3", operator=OPERATOR)
    made.later(hours=2)
    yield made
    made.close()


def crowd(town: Town) -> None:
    for number in range(3):
        assert kinds(town.write(f"s{number}@example.com", subject="help")) == ["help"]


# One address


@pytest.mark.parametrize("sender", ["", "mallory@example.net"])
def test_a_forged_signup_mails_its_victim_once_a_day(sender: str, players: Town) -> None:
    subjects = ["signup victim", "signup victim2", "help", "confirm 123", "signup resign", "help"]
    sent = [mail for each in subjects for mail in players.write(VICTIM, subject=each)]
    assert [(mail.to, mail.kind) for mail in sent] == [(VICTIM, "signup")]
    players.later(days=1, seconds=1)
    assert only(players.write(VICTIM, subject="signup victim")).to == VICTIM


def test_a_victim_is_mailed_in_vain_only(players: Town) -> None:
    """The answer goes to the From, whatever other addresses the letter names."""
    letter = (
        f"From: {VICTIM}\r\nReply-To: other@example.com\r\nSender: third@example.com\r\n"
        "To: pbm@pbm.example, fourth@example.com\r\nSubject: help\r\n\r\n"
    )
    assert only(players.post("mallory@example.net", letter.encode())).to == VICTIM


def test_several_victims_in_one_from_are_not_mailed(players: Town) -> None:
    letter = f"From: {VICTIM}, other@example.com\r\nSubject: help\r\n\r\n"
    assert players.post("mallory@example.net", letter.encode()) == []


def test_a_password_mail_comes_once_a_day_whoever_asks(players: Town) -> None:
    sent = [
        mail
        for number in range(5)
        for mail in players.write(f"m{number}@example.net", subject="password bob")
    ]
    assert [(mail.to, mail.kind) for mail in sent] == [(BOB, "reset")]


def test_one_letter_asks_for_many_passwords_in_vain(narrow: Town) -> None:
    for number in range(4):
        with narrow.office.store.transaction() as tx:
            tx.players.add(f"carol{number}x", [f"c{number}@example.org"], None, narrow.time)
    lines = "".join(f"password carol{number}x\n" for number in range(4))
    assert kinds(narrow.write(STRANGER, lines, subject="multiple")) == ["reset"] * 3


def test_many_new_accounts_ask_one_address_once_a_day(players: Town) -> None:
    sent = []
    for number in range(3):
        address = f"m{number}@example.net"
        question = only(players.write(address, subject=f"signup mallory{number}x {VICTIM}"))
        sent += players.answer(question, "yes")
    assert [mail.to for mail in sent if mail.kind == "address"] == [VICTIM]
    assert sum("asked for their consent" in mail.text for mail in sent) == 1


# All together


def test_no_more_strangers_are_answered_in_one_hour(narrow: Town) -> None:
    crowd(narrow)
    assert narrow.write(VICTIM, subject="signup victim") == []
    assert narrow.note == "a stranger"
    narrow.later(hours=1, seconds=1)
    assert kinds(narrow.write(VICTIM, subject="signup victim")) == ["signup"]


def test_players_and_those_who_read_our_mail_are_still_answered(narrow: Town) -> None:
    asked = only(narrow.write(STRANGER, subject="signup carol"))
    for number in range(2):
        narrow.write(f"s{number}@example.com", subject="help")
    assert narrow.write(VICTIM, subject="help") == []
    assert kinds(narrow.answer(asked, "yes")) == ["welcome"]
    assert kinds(narrow.write(BOB, "whoami")) == ["account"]
    assert kinds(narrow.write(BOB, "password bob")) == ["reset"]


def test_no_more_passwords_are_sent_for_others(narrow: Town) -> None:
    crowd(narrow)
    assert narrow.write(STRANGER, subject="password bob") == []
    narrow.later(hours=1, seconds=1)
    assert kinds(narrow.write(STRANGER, subject="password bob")) == ["reset"]


def test_no_more_addresses_are_asked_for_their_consent(narrow: Town) -> None:
    crowd(narrow)
    refusal = only(narrow.write(ALICE, f"add address alice {PASSWORD} {VICTIM}"))
    assert refusal.to == ALICE
    assert "Write again in an hour." in refusal.text
    narrow.later(hours=1, seconds=1)
    asked = narrow.write(ALICE, f"add address alice {PASSWORD} {VICTIM}")
    assert of(asked, VICTIM).kind == "address"


def test_the_operator_is_told_that_it_is_crowded(narrow: Town) -> None:
    crowd(narrow)
    assert narrow.tick() == []
    narrow.write(VICTIM, subject="help")
    alert = only(narrow.tick())
    assert alert.to == OPERATOR
    assert "strangers_per_hour" in alert.text
