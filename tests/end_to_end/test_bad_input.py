"""Mails with errors: each changes nothing and gets one answer, which says what to send instead."""

from __future__ import annotations

import smtplib
from collections.abc import Callable

import pytest

from pbm.inbox.limits import STRANGER_PER_DAY
from tests.end_to_end.player import Player, letter
from tests.end_to_end.table import Table

Settle = Callable[[], None]


def assert_nothing_changed(table: Table, settle: Settle) -> None:
    """Assert that the board is as the fixture made it, and that nobody has an unread mail."""
    settle()
    assert [player.unread() for player in table.players] == [[], []]
    shown = table.first.ask("gyges show 1")
    assert shown.position == ("gyges 1", 3, True)
    assert "321123" in shown.text


@pytest.mark.parametrize(
    ("subject", "note"),
    [
        ("gyges fly 1", "unknown_command"),
        ("gyges shwo 1", "unknown_command_similar"),
        ("gyges show 99", "unknown_board"),
        ("dvonn show 1", "other_game"),
        ("gyges show 1#9", "no_such_ply"),
        ("gyges challenge", "missing_word"),
    ],
)
def test_an_impossible_command_is_refused(
    subject: str, note: str, table: Table, settle: Settle
) -> None:
    table.first.ask(subject)

    assert table.first.refusal == note
    assert_nothing_changed(table, settle)


def test_an_illegal_move_names_the_rule_the_board_and_legal_moves(
    table: Table, settle: Settle
) -> None:
    before = table.first.last

    answer = table.first.told("16-36")

    assert answer.kind == "illegal"
    assert "(rule G3)" in answer.text
    assert answer.board == before.board
    assert "\n    16-" in answer.text
    assert_nothing_changed(table, settle)


def test_a_move_out_of_turn(table: Table, settle: Settle) -> None:
    answer = table.second.told("61-53")

    assert answer.position == ("gyges 1", 3, False)
    assert_nothing_changed(table, settle)


def test_a_move_on_another_ones_board(
    table: Table, settle: Settle, player: Callable[[str], Player]
) -> None:
    carol = player("carol")

    carol.told("gyges move 1 16-35")

    assert carol.refusal == "not_your_board"
    assert_nothing_changed(table, settle)


def test_a_move_in_reply_to_an_old_board(table: Table) -> None:
    alice, bob = table.players
    old = alice.last
    table.play(["16-35", "61-53"])

    answer = alice.told("15-24", old)

    assert answer.position == ("gyges 1", 5, True)
    assert "61-53" in answer.text
    assert bob.unread() == []
    assert alice.told("15-24").position == ("gyges 1", 6, False)


def test_a_move_on_a_finished_game(table: Table) -> None:
    alice, bob = table.players
    bob.told("resign")
    alice.receive()
    alice.told("resign")

    assert alice.refusal == "not_running"
    assert bob.unread() == []

    alice.told("16-35")
    assert alice.refusal == "not_running"
    assert bob.unread() == []


@pytest.mark.parametrize("subject", ["", "greetings from the seaside"])
def test_a_mail_without_a_command(subject: str, table: Table, settle: Settle) -> None:
    answer = table.first.ask(subject, "")

    assert answer.kind == "no_command"
    assert_nothing_changed(table, settle)


def test_bytes_that_are_no_text(table: Table, settle: Settle) -> None:
    alice = table.first
    head = b"From: alice@example.org\r\nSubject: \xff\xfe\r\n"
    kind = b"Content-Type: text/plain; charset=\xff\r\n"
    noise = bytes(range(256)) * 20

    alice.send(head + kind + b"\r\n" + noise)

    assert alice.receive().kind == "no_command"
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

    stranger.write("hello", "what is this? https://example.net")
    settle()
    assert stranger.unread() == []

    for _ in range(STRANGER_PER_DAY):
        assert stranger.ask("gyges show 1").kind == "refusal"
    stranger.write("help")
    settle()
    assert stranger.unread() == []
    assert_nothing_changed(table, settle)
