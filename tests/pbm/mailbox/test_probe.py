"""The probe: what a provider did to a mail."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pbm.mailbox.probe import compared, forged_probes, is_outdone, probe, sub_address

CLUB = "club@example.org"
NOW = datetime(2026, 11, 20, tzinfo=UTC)
SENT = probe(CLUB, sub_address(CLUB), NOW)


def test_a_mail_that_came_unchanged() -> None:
    delivered = b"Delivered-To: club+probe@example.org\r\n"
    head = delivered + b"Authentication-Results: mx.example.org; spf=pass\r\n"
    found = compared(SENT, head + SENT.raw)
    assert found.tagged == ["Delivered-To", "To"]
    assert (found.rewritten, found.vouching) == ([], ["example.org"])


@pytest.mark.parametrize("name", ["From", "Reply-To"])
def test_a_header_with_another_address_is_rewritten(name: str) -> None:
    lines = [
        f"{name}: other@example.org".encode() if line.startswith(f"{name}:".encode()) else line
        for line in SENT.raw.split(b"\r\n")
    ]
    assert compared(SENT, b"\r\n".join(lines)).rewritten == [name]


def test_a_tag_that_is_removed_everywhere_is_missed() -> None:
    assert compared(SENT, SENT.raw.replace(b"club+probe@", b"club@")).tagged == []


def test_the_provider_vouches_by_the_end_of_its_name() -> None:
    head = b"Authentication-Results: mx7.example.com;\r\n dkim=none\r\n"
    assert compared(SENT, head + SENT.raw).vouching == ["example.com"]


PASS = b"Authentication-Results: mx7.example.com; dkim=pass header.d=example.org\r\n"


@pytest.mark.parametrize("where", [0, 1], ids=["on top", "at the end"])
def test_forged_results_must_be_removed_or_outdone(where: int) -> None:
    sent = forged_probes(SENT, NOW, PASS + SENT.raw)[where]
    names = ["example.com"]
    assert is_outdone(PASS + SENT.raw, names)
    assert not is_outdone(sent.raw, names)
    assert is_outdone(PASS + sent.raw, names)
    # Several that the provider writes for each mail are fewer this time.
    assert not is_outdone(PASS + sent.raw, names * 2)
