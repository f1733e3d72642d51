"""Checks of the way of mail: a mailbox, or DNS and port 25."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from pbm.admin.check import Check
from pbm.admin.mail_records import examine_mail
from pbm.admin.mailbox_check import check_mailbox
from pbm.app.config import Settings


def examine_way(settings: Settings, now: datetime) -> Iterator[Check]:
    """Check what only other servers can tell. This sends mails, or looks up names, for a minute."""
    if settings.mailbox is not None:
        yield from check_mailbox(settings, now)
    elif settings.is_trial:
        yield Check("mail", f"no mail from outside can reach {settings.domain}: this is a trial")
    else:
        operator = settings.operator or f"postmaster@{settings.domain}"
        yield from examine_mail(settings.domain, operator, now)
