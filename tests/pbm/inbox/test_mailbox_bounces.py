"""Bounces in a mailbox: they come to the plain address, and are told by the mail they return."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbm.mail.addresses import token_in
from pbm.mail.correspondence import LetterStatus, MailStatus
from pbm.mail.peers import MAILBOX, PIPE
from tests.pbm.dsn import report, row, sent
from tests.pbm.inbox.own_address import town_at
from tests.pbm.town import ALICE, BOB, Mail, Town, of

CLUB = "club@example.org"


@pytest.fixture
def town(tmp_path: Path) -> Iterator[Town]:
    with town_at(CLUB, tmp_path) as town:
        yield town


@pytest.fixture
def mail(town: Town) -> Mail:
    mail = of(town.board(), ALICE)
    sent(town, mail)
    return mail


def returned(mail: Mail, **how: str) -> bytes:
    return report(CLUB, mail, **how)


def as_headers(raw: bytes) -> bytes:
    head, _, mail = raw.partition(b"Content-Type: message/rfc822\n\n")
    kept = mail.replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    return head + b"Content-Type: text/rfc822-headers\n\n" + kept + b"\n\n--b1--\n"


@pytest.mark.parametrize("sender", ["", "mailer-daemon@example.net"])
@pytest.mark.parametrize("is_whole", [True, False])
def test_a_returned_mail_marks_its_address(
    town: Town, mail: Mail, sender: str, is_whole: bool
) -> None:
    raw = returned(mail) if is_whole else as_headers(returned(mail))
    told = town.post(sender, raw, CLUB, MAILBOX)
    assert list(town.player("alice").bouncing) == [ALICE]
    assert row(town, mail).status is MailStatus.DEAD
    assert town.status is LetterStatus.DONE
    assert {each.to for each in told} <= {BOB}
    assert (token_in([mail.reply_to], CLUB) or "").encode() not in town.last_letter().raw


@pytest.mark.parametrize(("action", "status"), [("delayed", "4.4.1"), ("delivered", "2.0.0")])
def test_a_mail_that_is_late_or_delivered_marks_nothing(
    town: Town, mail: Mail, action: str, status: str
) -> None:
    town.post("", returned(mail, action=action, status=status), CLUB, MAILBOX)
    assert town.player("alice").bouncing == {}
    assert town.status is LetterStatus.IGNORED


def test_a_refusal_of_us_marks_no_address(town: Town, mail: Mail) -> None:
    town.post("", returned(mail, status="5.7.1"), CLUB, MAILBOX)
    assert town.player("alice").bouncing == {}
    assert row(town, mail).status is MailStatus.DEAD


def test_nobody_is_marked_by_a_report_without_the_secret(town: Town, mail: Mail) -> None:
    guessed = returned(mail).replace(mail.row.message_id.encode(), b"<17.club@example.org>")
    without = returned(mail).partition(b"--b1\nContent-Type: message/rfc822")[0] + b"--b1--\n"
    forwarded = returned(mail).replace(b"multipart/report", b"multipart/mixed")
    for raw in (guessed, without, forwarded):
        assert town.post("", raw, CLUB, MAILBOX) == []
        assert town.player("alice").bouncing == {}
        assert row(town, mail).status is MailStatus.SENT


def test_with_a_listener_only_the_envelope_sender_tells(town: Town, mail: Mail) -> None:
    town.post("", returned(mail), CLUB, PIPE)
    assert town.player("alice").bouncing == {}
