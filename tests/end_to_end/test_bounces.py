"""A mail that comes back over SMTP: who is told, and how its reader is found again."""

from __future__ import annotations

import json
from collections.abc import Callable

from pbm.app.data_directory import KEY_FILE
from pbm.smtp.verp import bounce_address
from tests.end_to_end.process import DOMAIN, ServerProcess
from tests.end_to_end.table import Table


def envelope_sender(server: ServerProcess, recipient: str) -> str:
    """The envelope sender of the last mail to the recipient: bounces of the mail go there."""
    mails = json.loads(server.pbm("outbox", "list", "--json").stdout)
    last = next(mail["mail"] for mail in mails if mail["to"] == recipient)
    return bounce_address((server.data / KEY_FILE).read_bytes(), last, recipient, DOMAIN)


def bounce(to: str, recipient: str, action: str = "failed") -> bytes:
    lines = [
        "From: Mail Delivery System <MAILER-DAEMON@mx.example.org>",
        f"To: {to}",
        "Subject: Undelivered Mail Returned to Sender",
        "Auto-Submitted: auto-replied",
        'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
        "",
        "--b",
        "Content-Type: message/delivery-status",
        "",
        "Reporting-MTA: dns; mx.example.org",
        "",
        f"Final-Recipient: rfc822; {recipient}",
        f"Action: {action}",
        "Status: 5.1.1",
        "",
        "--b--",
        "",
    ]
    return "\r\n".join(lines).encode()


def test_the_clock_of_a_player_whose_mails_bounce_stops_until_they_write(
    server: ServerProcess, table: Table
) -> None:
    alice, bob = table.players
    alice.told("16-35")
    bob.receive()
    to = envelope_sender(server, bob.address)

    bob.send(bounce(to, bob.address), to, sender="")

    news = alice.receive()
    assert news.kind == "unreachable"
    assert "bob" in news.text
    assert (
        bob.address in json.loads(server.pbm("players", "show", "bob", "--json").stdout)["bouncing"]
    )

    receipt = bob.told("61-53")
    assert receipt.position == ("gyges 1", 5, False)
    assert bob.address in receipt.words
    assert alice.receive().kind == "unreachable"
    assert alice.receive().position == ("gyges 1", 5, True)


def test_delays_forgeries_and_bounces_to_the_wrong_place_change_nothing(
    server: ServerProcess, table: Table, settle: Callable[[], None]
) -> None:
    alice, bob = table.players
    right = envelope_sender(server, alice.address)
    wrong = (
        right[: -len(DOMAIN) - 2] + ("a" if right[-len(DOMAIN) - 2] != "a" else "b") + f"@{DOMAIN}"
    )

    for to, action in [(right, "delayed"), (wrong, "failed"), (alice.last.reply_to, "failed")]:
        alice.send(bounce(to, alice.address, action), to, sender="")

    settle()
    assert alice.unread() == bob.unread() == []
    assert json.loads(server.pbm("players", "show", "alice", "--json").stdout)["bouncing"] == {}
