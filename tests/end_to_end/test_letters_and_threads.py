"""A letter that comes twice acts once, and mails stay together in threads."""

from __future__ import annotations

from collections.abc import Callable

from tests.end_to_end.player import Player, reply
from tests.end_to_end.process import ServerProcess
from tests.end_to_end.table import Table


def test_a_letter_sent_twice_acts_once_and_is_answered_with_the_same_bytes(
    table: Table, settle: Callable[[], None]
) -> None:
    alice, bob = table.players
    answered = alice.last
    raw = reply(alice.address, answered, "16-35").as_bytes()

    alice.send(raw, answered.reply_to)
    alice.send(raw, answered.reply_to)

    first, second = alice.receive(), alice.receive()
    assert first.position == ("gyges 1", 4, False)
    assert second.raw == first.raw
    settle()
    assert bob.receive().position == ("gyges 1", 4, True)
    assert alice.unread() == bob.unread() == []


def test_a_letter_that_took_another_way_the_second_time_is_the_same(
    table: Table, settle: Callable[[], None]
) -> None:
    alice, bob = table.players
    answered = alice.last
    raw = reply(alice.address, answered, "16-35").as_bytes()

    alice.send(raw, answered.reply_to)
    alice.send(b"Received: from elsewhere\r\n" + raw, answered.reply_to)

    assert alice.receive().raw == alice.receive().raw
    settle()
    assert len(bob.unread()) == 1


def test_a_repeated_letter_gets_its_answer_after_a_restart_too(
    table: Table, server: ServerProcess
) -> None:
    alice = table.first
    answered = alice.last
    raw = reply(alice.address, answered, "16-35").as_bytes()
    alice.send(raw, answered.reply_to)
    first = alice.receive()

    server.restart()
    alice.send(raw, answered.reply_to)

    assert alice.receive().raw == first.raw


def test_another_letter_under_the_same_message_id_is_another_letter(table: Table) -> None:
    alice = table.first
    question = alice.write("gyges show 1")
    alice.receive()

    question.replace_header("Subject", "whoami")
    alice.send(question.as_bytes())

    assert alice.receive().kind == "account"


def test_a_game_is_one_thread_for_each_player(table: Table) -> None:
    alice, bob = table.players
    table.play(["16-35", "61-53", "15-24"])

    for player in (alice, bob):
        boards = [mail for mail in player.mails if mail.subject.startswith("[gyges 1]")]
        root, later = boards[0], boards[1:]
        assert len({mail.id for mail in boards}) == len(boards)
        assert all(root.id in str(mail.message["References"]).split() for mail in later)


def test_an_answer_refers_to_the_letter_that_it_answers(table: Table) -> None:
    alice, bob = table.players

    sent = alice.answer("16-35")
    receipt, news = alice.receive(), bob.receive()

    assert receipt.message["In-Reply-To"] == sent["Message-ID"]
    assert str(news.message["In-Reply-To"]) in [mail.id for mail in bob.mails]
    assert sent["Message-ID"] not in str(news.message["References"])


def test_every_mail_says_that_a_program_sent_it(table: Table) -> None:
    for player in table.players:
        for mail in player.mails:
            assert str(mail.message["Auto-Submitted"]).startswith("auto-")
            assert mail.message["X-Auto-Response-Suppress"] == "All"
            assert mail.message["Precedence"] is None


def test_no_line_of_any_mail_is_wider_than_78_columns(table: Table, bob: Player) -> None:
    alice = table.first
    for command in ("help", "help gyges", "help tutorial", "help notation", "list", "whoami"):
        alice.ask(command)
    alice.told("16-99")
    alice.told("gyges review 1")

    mails = [*alice.mails, *bob.mails]
    lines = [line for mail in mails for line in mail.text.splitlines()]
    assert "\n".join(line for line in lines if len(line) > 78) == ""
