"""The desk acts on each letter exactly once, in one transaction, with one reply."""

from __future__ import annotations

import pytest

from pbm.app.data_directory import KEY_FILE
from pbm.base.errors import TemporaryFailure
from pbm.base.secrets import make_key
from pbm.mail.correspondence import LetterStatus, MailStatus
from tests.combinations import for_each
from tests.pbm.town import (
    ALICE,
    BOB,
    CAROL,
    DOMAIN,
    PASSWORD,
    SERVER,
    SOUTH,
    STRANGER,
    Mail,
    Town,
    kinds,
    letter,
    of,
    only,
)


class Fault(Exception):
    pass


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """Writing a board mail fails until ``undo`` is called."""

    def fail(*_args: object, **_more: object) -> None:
        raise Fault(f"of ours, with {PASSWORD} in it")

    monkeypatch.setattr("pbm.notices.board_news.board_draft", fail)
    return monkeypatch


def raw(author: str, text: str, to: str = SERVER, **headers: str) -> bytes:
    return letter(
        author, text, "", to, **{"Message_ID": "<same@example.org>", **headers}
    ).as_bytes()


# Exactly once


def test_a_letter_is_acted_on_once_however_often_it_is_handled(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    assert len(town_with_game.answer(board_mails[0], SOUTH)) == 2
    town_with_game.app.handle_now(town_with_game.last_letter().id)
    assert town_with_game.new_mails() == []
    assert town_with_game.match().plies == 1


def test_a_letter_that_arrives_twice_does_its_work_once(town_with_game: Town) -> None:
    move = raw(ALICE, f"gyges chat 1 alice {PASSWORD}\nhello\n")
    first, again = town_with_game.post(ALICE, move), town_with_game.post(ALICE, move)
    assert kinds(first) == ["chat", "chat"]
    assert town_with_game.status is LetterStatus.DUPLICATE
    assert again[0].raw == of(first, ALICE).raw
    assert [mail.to for mail in again] == [ALICE]


def test_a_third_copy_is_answered_like_the_second(town_with_game: Town) -> None:
    whoami = raw(ALICE, "whoami\n")
    first = only(town_with_game.post(ALICE, whoami))
    assert [only(town_with_game.post(ALICE, whoami)).raw for _ in range(2)] == [first.raw] * 2


def test_a_copy_with_further_received_headers_is_the_same_letter(town_with_players: Town) -> None:
    whoami = raw(ALICE, "whoami\n")
    first = only(town_with_players.post(ALICE, whoami))
    relayed = (
        b"Received: from elsewhere by mx.example; Fri, 20 Nov 2026 10:00:01 +0000\r\n" + whoami
    )
    assert only(town_with_players.post(ALICE, relayed)).raw == first.raw


@pytest.mark.parametrize(
    "other",
    [
        raw(ALICE, "list\n"),
        raw(ALICE, "whoami\n", Message_ID="<other@example.org>"),
        raw(BOB, "whoami\n"),
    ],
    ids=["text", "id", "author"],
)
def test_a_different_letter_is_no_duplicate(town_with_players: Town, other: bytes) -> None:
    town_with_players.post(ALICE, raw(ALICE, "whoami\n"))
    town_with_players.post(ALICE, other)
    assert town_with_players.status is LetterStatus.DONE


def test_a_copy_from_another_sender_does_not_get_the_reply(town_with_players: Town) -> None:
    whoami = raw(ALICE, "whoami\n")
    town_with_players.post(ALICE, whoami)
    assert {mail.to for mail in town_with_players.post(CAROL, whoami)} <= {ALICE}


# Faults of ours


def test_a_fault_rolls_everything_back_and_puts_the_letter_aside(
    town_with_game: Town, board_mails: tuple[Mail, Mail], broken: pytest.MonkeyPatch
) -> None:
    mails = town_with_game.answer(board_mails[0], SOUTH)
    assert town_with_game.status is LetterStatus.FAILED
    assert town_with_game.note.startswith("Fault: ")
    assert [(mail.kind, mail.to) for mail in mails] == [("failed", ALICE)]
    assert only(mails).facts["letter"] == town_with_game.last_letter().id
    assert town_with_game.match().plies == 0


def test_a_fault_does_not_stop_the_next_letter(
    town_with_game: Town, board_mails: tuple[Mail, Mail], broken: pytest.MonkeyPatch
) -> None:
    town_with_game.answer(board_mails[0], SOUTH)
    assert kinds(town_with_game.write(ALICE, "whoami")) == ["account"]


def test_a_letter_that_failed_can_be_tried_again(
    town_with_game: Town, board_mails: tuple[Mail, Mail], broken: pytest.MonkeyPatch
) -> None:
    town_with_game.answer(board_mails[0], SOUTH)
    broken.undo()
    number = town_with_game.last_letter().id
    with town_with_game.app.store.transaction() as tx:
        tx.letters.settle(number, LetterStatus.WAITING, was=LetterStatus.FAILED)
    town_with_game.app.handle_now(number)
    assert town_with_game.match().plies == 1
    assert town_with_game.status is LetterStatus.DONE


def test_a_fault_tells_its_details_to_the_operator_alone(
    town_with_game: Town, board_mails: tuple[Mail, Mail], broken: pytest.MonkeyPatch
) -> None:
    (mail,) = town_with_game.answer(board_mails[0], SOUTH)
    assert "Fault" not in mail.text
    assert PASSWORD not in mail.text


def test_a_stranger_is_not_told_about_a_fault(
    town_with_game: Town, broken: pytest.MonkeyPatch
) -> None:
    text = f"gyges move 1 alice {PASSWORD} {SOUTH}"
    assert town_with_game.write(STRANGER, text) == []
    assert town_with_game.status is LetterStatus.FAILED


def test_a_store_that_cannot_be_written_now_leaves_the_letter_waiting(
    town_with_players: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_args: object, **_more: object) -> None:
        raise TemporaryFailure("the disk is full")

    monkeypatch.setattr("pbm.notices.posting.post.Post.send", full)
    number = town_with_players.keep(ALICE, raw(ALICE, "whoami\n"))
    with pytest.raises(TemporaryFailure):
        town_with_players.app.handle_now(number)
    assert town_with_players.status is LetterStatus.WAITING


# Programs, and others that are not answered


@pytest.mark.parametrize(
    ("header", "value"),
    [
        ("Auto_Submitted", "auto-replied"),
        ("Precedence", "AUTO_REPLY"),
    ],
)
def test_a_robot_moves_nothing_and_is_not_answered(
    town_with_game: Town, board_mails: tuple[Mail, Mail], header: str, value: str
) -> None:
    mails = town_with_game.write(ALICE, SOUTH, to=board_mails[0].reply_to, **{header: value})
    assert mails == []
    assert town_with_game.status is LetterStatus.IGNORED
    assert town_with_game.match().plies == 0


def test_a_null_sender_is_not_answered(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    bounce = letter(ALICE, SOUTH, to=board_mails[0].reply_to, Message_ID="<b@x>").as_bytes()
    assert town_with_game.post("", bounce, to=board_mails[0].reply_to) == []
    assert town_with_game.match().plies == 0


def test_our_own_mail_that_comes_back_is_not_answered(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    assert town_with_game.post(ALICE, board_mails[0].raw) == []
    assert town_with_game.status is LetterStatus.IGNORED


def test_mail_to_the_postmaster_is_left_to_the_operator(town_with_players: Town) -> None:
    assert town_with_players.write(ALICE, "whoami", to=f"postmaster@{DOMAIN}") == []
    assert town_with_players.status is LetterStatus.IGNORED


@for_each(
    "bad",
    [
        b"",
        b"\r\n",
        b"\x00\xff" * 500,
        b"From: alice@example.org\r\n",
        b"From: alice@example.org\r\nContent-Type: text/plain; charset=utf-7\r\n\r\n+2AA-",
        b"From: alice@example.org\r\nSubject: =?utf-7?q?+2AA-?=\r\n\r\nwhoami\r\n",
        b"From: alice@example.org\r\nMessage-ID: <\xff>\r\nDate: \xff\r\n\r\nwhoami\r\n",
        b"From: =?utf-8?q?x=0d=0aBcc?=@example.org\r\nSubject: help\r\n\r\n",
        "From: zoë@example.org\r\nSubject: help\r\n\r\n".encode(),
        b"From: alice@example.org\r\n\r\n" + b"help " * 300 + b"\r\n",
        b"From: alice@example.org\r\nSubject: signup " + b"x" * 2000 + b"\r\n\r\n",
    ],
)
def test_every_malformed_letter_is_settled(town_with_players: Town, bad: bytes) -> None:
    town_with_players.post(ALICE, bad)
    assert town_with_players.status in (LetterStatus.DONE, LetterStatus.IGNORED)


# Mails to send


def test_mails_leave_in_the_order_they_were_written(town_with_players: Town) -> None:
    town_with_players.write(ALICE, "whoami")
    town_with_players.write(ALICE, "list")
    due = town_with_players.leaving()
    assert [mail.kind for mail in due][-2:] == ["account", "table"]
    assert {mail.status for mail in due} == {MailStatus.QUEUED}


def test_every_mail_names_the_letter_that_caused_it(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    mails = town_with_game.answer(board_mails[0], SOUTH)
    assert {mail.row.cause.letter for mail in mails} == {town_with_game.last_letter().id}
    assert [mail.row.reply for mail in mails] == [mail.to == ALICE for mail in mails]


def test_with_another_key_mails_sent_before_can_be_answered_and_queued_ones_cannot(
    town_with_game: Town, board_mails: tuple[Mail, Mail]
) -> None:
    waiting = only(town_with_game.write(BOB, "whoami")).row
    make_key(town_with_game.folder / "other")
    (town_with_game.folder / "other").replace(town_with_game.folder / KEY_FILE)
    town_with_game.reopen()
    assert kinds(town_with_game.answer(board_mails[0], SOUTH)) == ["board", "board"]
    late = only(town_with_game.answer(town_with_game.mail_of(waiting), "block alice\n"))
    assert late.kind == "confirm"
