"""Mails with errors: each changes nothing and gets one answer, which says what to send instead."""

from __future__ import annotations

import smtplib
from collections.abc import Callable

import pytest

from pbm.inbox.budgets import STRANGER_PER_DAY
from tests.end_to_end.player import Player, letter
from tests.end_to_end.table import Table

Settle = Callable[[], None]


def assert_nothing_changed(table: Table, settle: Settle) -> None:
    """Assert that the board is as the fixture made it, and that nobody has an unread mail."""
    settle()
    assert [player.unread() for player in table.players] == [[], []]
    shown = table.first.ask("gyges show 1")
    assert shown.subject == "[gyges 1] ply 3: your move, alice"
    assert "2. bob (North)          321123" in shown.text


@pytest.mark.parametrize(
    ("subject", "why", "instead"),
    [
        ("gyges fly 1", 'There is no command "fly".', 'Write "help"'),
        ("gyges shwo 1", 'There is no command "shwo". Did you mean show?', 'Write "help"'),
        ("how do you do", "No command was found in your mail", "gyges challenge bob"),
        ("gyges show 99", "There is no board 99.", 'Write "list"'),
        ("dvonn show 1", "Board 1 is a game of gyges, not of dvonn.", "Write gyges"),
        ("gyges show 1#9", "Only 2 plies have been played", "a number from 0 to 2"),
        ("gyges challenge", "PLAYER is missing.", "gyges challenge"),
        ("help chess", 'There is no help on "chess".', 'Write "help"'),
    ],
)
def test_a_command_that_cannot_be_done(
    subject: str, why: str, instead: str, table: Table, settle: Settle
) -> None:
    answer = table.first.ask(subject)

    assert why in answer.words
    assert instead in answer.words
    assert_nothing_changed(table, settle)


def test_an_illegal_move_names_the_rule_the_board_and_legal_moves(
    table: Table, settle: Settle
) -> None:
    before = table.first.last

    answer = table.first.told("16-36")

    assert answer.subject == "[gyges 1] ply 3: not played"
    assert "Nothing was played: 16-36" in answer.text
    assert "G3: " in answer.text
    assert answer.board == before.board
    assert "Some legal moves:\n    16-" in answer.text
    assert_nothing_changed(table, settle)


def test_a_move_out_of_turn(table: Table, settle: Settle) -> None:
    answer = table.second.told("61-53")

    assert "Nothing was played: it is alice's turn." in answer.words
    assert "You get a mail as soon as it is yours." in answer.words
    assert_nothing_changed(table, settle)


def test_a_move_on_another_ones_board(
    table: Table, settle: Settle, player: Callable[[str], Player]
) -> None:
    carol = player("carol")

    answer = carol.told("gyges move 1 16-35")

    assert "You do not play on board 1." in answer.words
    assert '"gyges show 1"' in answer.words
    assert_nothing_changed(table, settle)


def test_a_move_in_reply_to_an_old_board(table: Table) -> None:
    alice, bob = table.players
    old = alice.last
    table.play(["16-35", "61-53"])

    answer = alice.told("15-24", old)

    assert "The board has moved on since the mail that you answered" in answer.words
    assert "4. bob (North)          61-53" in answer.text
    assert bob.unread() == []
    assert alice.told("15-24").subject == "[gyges 1] ply 6: bob to move"


def test_a_move_on_a_finished_game(table: Table) -> None:
    alice, bob = table.players
    bob.told("resign")
    alice.receive()
    alice.told("resign")

    assert "is over" in alice.last.words
    assert bob.unread() == []

    assert "is over" in alice.told("16-35").words
    assert bob.unread() == []


def test_an_empty_mail(table: Table, settle: Settle) -> None:
    answer = table.first.ask("", "")

    assert "No command was found in your mail" in answer.words
    assert "    help\n" in answer.text
    assert_nothing_changed(table, settle)


def test_bytes_that_are_no_text(table: Table, settle: Settle) -> None:
    alice = table.first
    head = b"From: alice@example.org\r\nSubject: \xff\xfe\r\n"
    kind = b"Content-Type: text/plain; charset=\xff\r\n"
    noise = bytes(range(256)) * 20

    alice.send(head + kind + b"\r\n" + noise)

    assert "No command was found in your mail" in alice.receive().words
    assert_nothing_changed(table, settle)


def test_bytes_without_any_header_are_answered_to_nobody(table: Table, settle: Settle) -> None:
    table.first.send(bytes(range(1, 256)) * 20)
    assert_nothing_changed(table, settle)


def test_a_mail_of_10_megabytes_is_refused_by_smtp(table: Table, settle: Settle) -> None:
    alice = table.first
    large = letter(alice.address, "16-35", "all work and no play\n" * 500_000)

    with pytest.raises(smtplib.SMTPResponseException) as refusal:
        alice.send(large.as_bytes())

    assert refusal.value.smtp_code == 552
    assert_nothing_changed(table, settle)


def test_a_mail_for_somebody_else_is_refused_by_smtp(table: Table, settle: Settle) -> None:
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refusal:
        table.first.write("hello", to="bob@example.net")

    assert [code for code, _ in refusal.value.recipients.values()] == [550]
    assert_nothing_changed(table, settle)


def test_a_stranger_who_means_us_is_answered_three_times(table: Table, settle: Settle) -> None:
    stranger = Player(table.first.server, "stranger")

    stranger.write("hello", "what is this?")
    settle()
    assert stranger.unread() == []

    for _ in range(STRANGER_PER_DAY):
        assert "signup USERID" in stranger.ask("gyges show 1").text
    stranger.write("help")
    settle()
    assert stranger.unread() == []
    assert_nothing_changed(table, settle)
