"""The probe: what a provider did to a mail."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from pbm.mail.authentication import NAMELESS, Above, Provider
from pbm.mailbox.probe import compared, forged_probes, is_outdone, probe, sub_address

CLUB = "club@example.org"
NOW = datetime(2026, 11, 20, tzinfo=UTC)
SENT = probe(CLUB, sub_address(CLUB), NOW)


def on_top(*names: str) -> Provider:
    return Provider(list(names), Above.NOTHING)


def test_a_mail_that_came_unchanged() -> None:
    delivered = b"Delivered-To: club+probe@example.org\r\n"
    head = delivered + b"Authentication-Results: mx.example.org; spf=pass\r\n"
    found = compared(SENT, head + SENT.raw)
    assert found.tagged == ["Delivered-To", "To"]
    assert (found.rewritten, found.provider) == ([], on_top("example.org"))


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
    assert compared(SENT, head + SENT.raw).provider == on_top("example.com")


PASS = b"Authentication-Results: %sdkim=pass (was verified) header.d=example.org\r\n"


@pytest.mark.parametrize("where", [0, 1], ids=["on top", "at the end"])
@pytest.mark.parametrize(("name", "id_"), [("example.com", b"mx7.example.com; "), (NAMELESS, b"")])
def test_forged_results_must_be_removed_or_outdone(where: int, name: str, id_: bytes) -> None:
    own = PASS % id_
    assert compared(SENT, own + SENT.raw).provider == on_top(name)
    sent = forged_probes(SENT, NOW, own + SENT.raw)[where]
    assert is_outdone(own + SENT.raw, on_top(name))
    assert not is_outdone(sent.raw, on_top(name))
    # Below those of the provider, they make both uncertain: neither counts.
    assert is_outdone(own + sent.raw, on_top(name))
    # Several that the provider writes for each mail are fewer this time.
    assert not is_outdone(own + sent.raw, on_top(name, name))
