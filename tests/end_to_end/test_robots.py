"""Automatic mails are not answered, even if they contain a move."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.end_to_end.table import Table

VACATION = "Auto-Submitted: auto-replied (vacation)"
BOUNCE = 'Content-Type: multipart/report; report-type=delivery-status; boundary="b"'


@pytest.mark.parametrize(
    ("sender", "author", "header"),
    [
        ("", "alice@example.org", "X-Note: a vacation reply, as Sieve sends it"),
        ("alice@example.org", "alice@example.org", VACATION),
        ("alice@example.org", "alice@example.org", "Auto-Submitted: AUTO-GENERATED"),
        ("alice@example.org", "alice@example.org", "Precedence: auto_reply"),
        ("alice@example.org", "alice@example.org", "X-Autoreply: yes"),
        ("alice@example.org", "alice@example.org", "Subject: Automatic reply: your move"),
        ("alice@example.org", "alice@example.org", BOUNCE),
        ("mailer-daemon@example.org", "MAILER-DAEMON@example.org", "X-Note: a bounce"),
    ],
)
def test_a_robot_plays_nothing_and_gets_nothing(
    sender: str, author: str, header: str, table: Table, settle: Callable[[], None]
) -> None:
    alice, bob = table.players
    lines = [f"From: {author}", header, "Subject: Re: your move", "", "16-35"]

    alice.send("\r\n".join(lines).encode(), alice.last.reply_to, sender=sender)

    settle()
    assert alice.unread() == bob.unread() == []
    assert alice.told("16-35").position == ("gyges 1", 4, False)


def test_our_own_mails_never_come_back_as_letters(table: Table, settle: Callable[[], None]) -> None:
    """There would be a loop if alice's address forwards to the server."""
    alice, bob = table.players

    alice.send(alice.last.raw.replace(b"\n", b"\r\n"), alice.last.reply_to)

    settle()
    assert alice.unread() == bob.unread() == []


def test_a_conversation_with_a_responder_without_a_mark_ends_after_one_answer(
    table: Table, settle: Callable[[], None]
) -> None:
    alice, bob = table.players
    board, words = alice.last, "Olen lomalla {} asti. Viestinne numero on {}."
    alice.told(words.format("maanantaihin 7. joulukuuta", 4711))

    for number, day in enumerate(("tiistaihin 8. joulukuuta", "keskiviikkoon 9.12.2026")):
        alice.answer(words.format(day, 4712 + number))

    settle()
    assert alice.unread() == bob.unread() == []
    assert alice.told("16-35", board).position == ("gyges 1", 4, False)
