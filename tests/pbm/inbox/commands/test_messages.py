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
    refused,
    refused_because,
)

WORDS = "Shall we play on Sunday?\n"


@pytest.fixture
def three(town_with_players: Town) -> Town:
    town_with_players.sign_up(CAROL)
    return town_with_players


def test_a_message_reaches_every_player_named(three: Town) -> None:
    mails = three.answer(account(three, ALICE), f"message bob carol\n{WORDS}")
    assert [mail.to for mail in mails] == [ALICE, BOB, CAROL]
    assert kinds(mails) == ["message"] * 3
    assert "| Shall we play on Sunday?" in of(mails, CAROL).text
    assert (of(mails, ALICE).facts["by"], of(mails, ALICE).facts["to"]) == ("alice", "bob, carol")


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
    assert (question.kind, question.facts["line"]) == ("confirm", "message bob carol")
    mails = three.answer(question, "yes\n")
    assert [mail.to for mail in mails] == [ALICE, BOB, CAROL]
    assert "| Shall we play on Sunday?" in of(mails, BOB).text


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("message bob\n", "no_message"),
        ("message\nHello\n", "missing_word"),
        ("message nobody\nHello\n", "unknown_player"),
        ("message bob nobody\nHello\n", "unknown_player"),
        ("message alice\nHello\n", "own_userid"),
    ],
)
def test_a_message_that_cannot_be_sent_is_refused(three: Town, line: str, code: str) -> None:
    assert refused(three.answer(account(three, ALICE), line)) == code


def test_a_message_names_at_most_ten_players(three: Town) -> None:
    for number in range(11):
        with three.app.store.transaction() as tx:
            add_player(tx, f"player-{number}x")
    names = " ".join(f"player-{number}x" for number in range(11))
    mails = three.answer(account(three, ALICE), f"message {names}\n{WORDS}")
    code, facts = refused_because(mails)
    assert (code, facts["most"]) == ("too_many_recipients", 10)


def test_a_suspended_player_sends_no_message(three: Town) -> None:
    welcome = account(three, ALICE)
    suspend(three, "alice")
    mails = three.answer(welcome, f"message bob\n{WORDS}")
    assert refused(mails) == "suspended"


def test_a_stranger_sends_no_message(three: Town) -> None:
    assert is_turned_away(three, f"message bob\n{WORDS}")


def test_a_player_who_blocks_the_writer_is_sent_nothing_and_the_writer_is_told(three: Town) -> None:
    three.answer(account(three, BOB), "block alice\n")
    mails = three.answer(account(three, ALICE), f"message bob carol\n{WORDS}")
    assert [mail.to for mail in mails] == [ALICE, CAROL]
    assert of(mails, ALICE).facts["deaf"] == "bob"
    assert "bob" not in of(mails, CAROL).text
    refusal = refused(three.answer(account(three, ALICE), f"message bob\n{WORDS}"))
    assert refusal == "blocked_by"


def test_sending_a_message_twice_sends_it_twice(three: Town) -> None:
    for _ in range(2):
        mails = three.answer(account(three, ALICE), f"message bob\n{WORDS}")
        assert kinds(mails) == ["message", "message"]
