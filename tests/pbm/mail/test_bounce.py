"""Verdicts on bounces. ``PBM_CORPUS_BOUNCES`` may name a directory of real ones."""

from __future__ import annotations

import os
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.mail import bounce
from pbm.mail.bounce import MAX_BOUNDARIES, MAX_LINES, MAX_READ, Bounce, Verdict
from tests.combinations import for_each

CORPUS = os.environ.get("PBM_CORPUS_BOUNCES", "")
# The share of bounces that is recognised in the collection for which the detectors were written.
LEAST_READ = 112 / 117

STATUS = """\
Content-Type: multipart/report; report-type={kind}; boundary=b

--b
Content-Type: text/plain

Dear sender,

--b
Content-Type: message/{kind}

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; alice@example.org
Action: {action}
Status: {status}

--b--
"""

QMAIL = """\
From: MAILER-DAEMON@mx.example.org
Subject: failure notice

Hi. This is the qmail-send program at mx.example.org.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<alice@example.org>:
Sorry, no mailbox here by that name. (#5.1.1)
"""


@for_each(
    ("action", "status", "expected"),
    [
        ("failed", "5.1.1", Verdict.FAILED),
        ("Failed (bad mailbox)", "5.2.2", Verdict.FAILED),
        ("failed", "4.4.7", Verdict.FAILED),
        ("delayed", "4.4.1", Verdict.DELAYED),
        ("delivered", "2.0.0", Verdict.UNCLEAR),
        ("relayed", "2.0.0", Verdict.UNCLEAR),
    ],
)
def test_a_delivery_status_gives_the_verdict(action: str, status: str, expected: Verdict) -> None:
    raw = STATUS.format(kind="delivery-status", action=action, status=status)
    assert Bounce(raw.encode()).verdict is expected


def test_a_bounce_without_a_delivery_status_is_recognised() -> None:
    assert Bounce(QMAIL.encode()).verdict is Verdict.FAILED


@for_each(
    "text",
    [
        "",
        "From: alice@example.org\nSubject: Away\nAuto-Submitted: auto-replied\n\nBack on Monday.\n",
        STATUS.format(kind="disposition-notification", action="failed", status="5.1.1"),
        STATUS.format(kind="feedback-report", action="failed", status="5.1.1"),
    ],
)
def test_a_mail_that_is_no_bounce_is_unclear(text: str) -> None:
    assert Bounce(text.encode()).verdict is Verdict.UNCLEAR


def test_a_bounce_with_a_long_returned_mail_is_recognised() -> None:
    raw = STATUS.format(kind="delivery-status", action="failed", status="5.1.1")
    assert (
        Bounce(raw.encode().replace(b"--b--", b"--b\n\n" + b"x" * MAX_READ)).verdict
        is Verdict.FAILED
    )


BODY = STATUS.format(kind="delivery-status", action="failed", status="5.1.1").encode()


@pytest.mark.parametrize(
    "hostile",
    [
        BODY.replace(b"Action", b"x\n\n" * 20_000 + b"Action"),
        BODY.replace(b"Action", b"\n" * 60_000 + b"Action"),
        b"x\n" * 100_000,
        b"".join(
            b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (n, n) for n in range(99)
        ),
    ],
)
def test_a_hostile_bounce_is_truncated_before_it_is_parsed(
    hostile: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[bytes] = []
    parse = message_from_bytes

    def noted(raw: bytes) -> Message:
        parsed.append(raw)
        return parse(raw)

    monkeypatch.setattr(bounce, "message_from_bytes", noted)
    assert Bounce(hostile).verdict in Verdict
    for raw in parsed:
        assert len(raw) <= MAX_READ
        assert raw.count(b"\n") <= MAX_LINES
        assert raw.count(b"boundary") <= MAX_BOUNDARIES


def test_a_status_without_a_recipient_falls_back_to_the_text() -> None:
    raw = STATUS.replace("Final-Recipient: rfc822; alice@example.org\n", "")
    raw = raw.replace("Dear sender,", QMAIL.partition("\n\n")[2])
    raw = raw.format(kind="delivery-status", action="failed", status="5.1.1")
    assert Bounce(f"From: MAILER-DAEMON@mx.example.org\n{raw}".encode()).verdict is Verdict.FAILED


@given(st.one_of(st.binary(max_size=300), st.text(max_size=100).map(str.encode)))
def test_no_bytes_make_it_raise(noise: bytes) -> None:
    raw = STATUS.format(kind="delivery-status", action="failed", status="5.1.1").encode()
    cut = len(noise) * len(raw) // 300 if noise else 0
    for broken in (noise, raw[:cut] + noise + raw[cut:], raw.replace(b"rfc822; alice", noise)):
        assert Bounce(broken).verdict in Verdict


@pytest.mark.skipif(not CORPUS, reason="PBM_CORPUS_BOUNCES names no directory of real bounces")
def test_real_bounces_are_read() -> None:
    found = [Bounce(path.read_bytes()).verdict for path in Path(CORPUS).glob("*_[0-9][0-9].txt")]
    assert sum(each is not Verdict.UNCLEAR for each in found) / len(found) >= LEAST_READ - 0.01
