"""Bounces for tests: delivery status notifications, and the outbox rows they are about."""

from __future__ import annotations

from pbm.mail.correspondence import OutboxMail
from pbm.smtp.verp import bounce_address
from tests.pbm.town import DOMAIN, Mail, Town

_REPORT = """\
From: Mail Delivery System <MAILER-DAEMON@mx.example.org>
To: {to}
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="b1"

--b1
Content-Type: text/plain

This is the mail system at host mx.example.org.

--b1
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; {recipient}
Action: {action}
Status: {status}
Diagnostic-Code: smtp; 550 {status} No such user

--b1
Content-Type: message/rfc822

"""


def address(town: Town, mail: Mail) -> str:
    """The envelope sender with which the mail left."""
    return bounce_address(town.app.identity.key, mail.row.id, mail.to, DOMAIN)


def report(to: str, mail: Mail, action: str = "failed", status: str = "5.1.1") -> bytes:
    """A delivery status notification (RFC 3464) with the returned mail."""
    head = _REPORT.format(to=to, recipient=mail.to, action=action, status=status)
    return head.encode() + mail.raw + b"\n--b1--\n"


def bounce(town: Town, mail: Mail, **how: str) -> list[Mail]:
    """Let a mail bounce. Returns the mails that this causes."""
    to = address(town, mail)
    return town.post("", report(to, mail, **how), to)


def row(town: Town, mail: Mail) -> OutboxMail:
    with town.app.store.reading() as tx:
        found = tx.outbox.get(mail.row.id)
    assert found is not None
    return found


def sent(town: Town, *mails: Mail) -> None:
    with town.app.store.transaction() as tx:
        for mail in mails:
            tx.outbox.mark_sent({mail.row.id: ""}, town.time)
