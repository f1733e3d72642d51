from __future__ import annotations

from collections.abc import Callable

import pytest

from pbm.mail.letter import Letter

ReadMail = Callable[..., Letter]


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ("Auto-Submitted: auto-replied", "auto-submitted"),
        ('Auto-Submitted: Auto-Generated; owner="x"', "auto-submitted"),
        ("Auto-Submitted : auto-replied", "auto-submitted"),
        ("Precedence: bulk", "precedence"),
        ("precedence: LIST", "precedence"),
        ("Precedence:\n Junk", "precedence"),
        ("Precedence: first-class\nPrecedence: bulk", "precedence"),
        ("List-Id: Players <players.example.org>", "list"),
        ("X-Autoreply: yes", "responder"),
        ("From: MAILER-DAEMON@example.net", "daemon"),
        ("Content-Type: multipart/report; report-type=delivery-status", "report"),
        ("From: pbm@example.org", "own"),
        ("From: PBM <pbm+abcdefghijklmnopqrstuvwxyz@EXAMPLE.org>", "own"),
        ("From: bounce+17.abcdefghijklmnop@example.org", "own"),
    ],
)
def test_a_robot_is_known_by_its_headers(read_mail: ReadMail, header: str, reason: str) -> None:
    assert read_mail(f"{header}\n\n13x14=44\n").robot == reason


@pytest.mark.parametrize(
    "header",
    [
        "Auto-Submitted: no",
        "Auto-Submitted: No (a person)",
        "Auto-Submitted:",
        "Precedence: first-class",
        "X-Auto-Response-Suppress: OOF",
        "From: postmaster@example.net",
        "From: pbm@example.net",
        "From: pbmfan@example.org",
        "Content-Type: multipart/mixed; boundary=report",
    ],
)
def test_a_person_is_not_taken_for_a_robot(read_mail: ReadMail, header: str) -> None:
    assert read_mail(f"{header}\n\n13x14=44\n").robot is None


@pytest.mark.parametrize(
    ("sender", "reason"),
    [
        ("", "null-sender"),
        ("<>", "null-sender"),
        ("mailer-daemon@example.net", "daemon"),
        ("bounce+17.abcdefghijklmnop@example.org", "own"),
        ("bob@example.org", None),
    ],
)
def test_the_envelope_sender_counts(read_mail: ReadMail, sender: str, reason: str | None) -> None:
    assert read_mail("From: bob@example.net\n\nx\n", sender=sender).robot == reason
