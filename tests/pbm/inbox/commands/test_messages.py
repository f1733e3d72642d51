from __future__ import annotations

import pytest

from tests.pbm.inbox.commands.people import account, is_turned_away, suspend
from tests.pbm.store.samples import add_player
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    PASSWORD,
    Town,
    kinds,
    of,
    only,
)

WORDS = "Shall we play on Sunday?\n"


@pytest.fixture
def three(town_with_players: Town) -> Town:
    town_with_players.sign_up(CAROL)
    return town_with_players


def test_a_message_reaches_every_player_named(three: Town) -> None:
    mails = three.answer(account(three, ALICE), f"message bob carol\n{WORDS}")
    assert [mail.to for mail in mails] == [ALICE, BOB, CAROL]
    assert of(mails, BOB).subject == "[pbm] alice writes to you"
    assert "| Shall we play on Sunday?" in of(mails, CAROL).text
    assert "You write to bob, carol:" in of(mails, ALICE).text


def test_the_words_of_a_message_in_the_subject_are_the_body(three: Town) -> None:
    mails = three.write(ALICE, WORDS, subject=f"message alice {PASSWORD} bob, carol")
    assert [mail.to for mail in mails] == [ALICE, BOB, CAROL]
    assert PASSWORD not in "".join(mail.text for mail in mails)


def test_a_message_is_answered_by_reply(three: Town) -> None:
    received = of(three.answer(account(three, ALICE), f"message bob\n{WORDS}"), BOB)
    mails = three.answer(received, "message alice\nGladly.\n")
    assert "| Gladly." in of(mails, ALICE).text


def test_no_line_of_a_message_is_longer_than_a_mail(three: Town) -> None:
    received = of(three.answer(account(three, ALICE), f"message bob\n{'far ' * 60}\n"), BOB)
    assert max(map(len, received.text.splitlines())) <= 78


def test_a_message_from_an_address_alone_waits_for_a_yes(three: Town) -> None:
    question = only(three.write(ALICE, f"message bob carol\n{WORDS}"))
    assert "message bob carol" in question.text
    mails = three.answer(question, "yes\n")
    assert [mail.to for mail in mails] == [ALICE, BOB, CAROL]
    assert "| Shall we play on Sunday?" in of(mails, BOB).text


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("message bob\n", "There were no words to send."),
        ("message\nHello\n", "TO is missing."),
        ("message nobody\nHello\n", "There is no player nobody."),
        ("message bob nobody\nHello\n", "There is no player nobody."),
        ("message alice\nHello\n", "That is your own userid."),
    ],
)
def test_a_message_that_cannot_be_sent_says_why(three: Town, line: str, why: str) -> None:
    mails = three.answer(account(three, ALICE), line)
    assert why in only(mails).text


def test_a_message_names_few_players(three: Town) -> None:
    for number in range(11):
        with three.app.store.transaction() as tx:
            add_player(tx, f"player-{number}x")
    names = " ".join(f"player-{number}x" for number in range(11))
    mails = three.answer(account(three, ALICE), f"message {names}\n{WORDS}")
    assert "Name at most 10." in only(mails).text


def test_a_suspended_player_sends_no_message(three: Town) -> None:
    welcome = account(three, ALICE)
    suspend(three, "alice")
    mails = three.answer(welcome, f"message bob\n{WORDS}")
    assert "suspended your account" in only(mails).text


def test_a_stranger_sends_no_message(three: Town) -> None:
    assert is_turned_away(three, f"message bob\n{WORDS}")


def test_who_has_blocked_the_writer_is_sent_nothing_and_the_writer_is_told(three: Town) -> None:
    three.answer(account(three, BOB), "block alice\n")
    mails = three.answer(account(three, ALICE), f"message bob carol\n{WORDS}")
    assert [mail.to for mail in mails] == [ALICE, CAROL]
    assert "Not sent to bob" in of(mails, ALICE).text
    assert "bob" not in of(mails, CAROL).text
    refused = only(three.answer(account(three, ALICE), f"message bob\n{WORDS}"))
    assert "bob wants to hear nothing from you" in refused.text


def test_sending_a_message_twice_sends_it_twice(three: Town) -> None:
    for _ in range(2):
        mails = three.answer(account(three, ALICE), f"message bob\n{WORDS}")
        assert kinds(mails) == ["message", "message"]
