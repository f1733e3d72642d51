"""The probe: what a provider did to a mail."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pbm.mailbox.probe import compared, probe

CLUB = "club@example.org"
SENT = probe(CLUB, datetime(2026, 11, 20, tzinfo=UTC))


def test_a_mail_that_came_unchanged() -> None:
    delivered = b"Delivered-To: club+probe@example.org\r\n"
    head = delivered + b"Authentication-Results: mx.example.org; spf=pass\r\n"
    found = compared(SENT, head + SENT.raw)
    assert found.tagged == ["Delivered-To", "To"]
    assert (found.rewritten, found.vouching) == ([], ["mx.example.org"])


@pytest.mark.parametrize("name", ["From", "Reply-To"])
def test_a_header_with_another_address_is_rewritten(name: str) -> None:
    lines = [
        f"{name}: other@example.org".encode() if line.startswith(f"{name}:".encode()) else line
        for line in SENT.raw.split(b"\r\n")
    ]
    assert compared(SENT, b"\r\n".join(lines)).rewritten == [name]


def test_a_tag_that_is_removed_everywhere_is_missed() -> None:
    assert compared(SENT, SENT.raw.replace(b"club+probe@", b"club@")).tagged == []


def test_each_server_that_vouches_is_named_once() -> None:
    head = b"".join(
        b"Authentication-Results: %b;\r\n dkim=none\r\n" % each
        for each in (b"a.org", b"b.org", b"a.org")
    )
    assert compared(SENT, head + SENT.raw).vouching == ["a.org", "b.org"]
