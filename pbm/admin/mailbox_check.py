"""A check of the club's mailbox: both logins, what the server can do, and a mail to ourselves."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime

from pbm.admin.check import Check, Level
from pbm.app.config import Settings
from pbm.app.transport import transports_for
from pbm.base.errors import PbmError, UsageError
from pbm.mailbox.account import Account
from pbm.mailbox.probe import Found, compared, probe
from pbm.mailbox.session import Session
from pbm.smtp.outgoing import Outgoing

_WANTED = ("IDLE", "MOVE", "UIDPLUS")
LONGEST_SECONDS, _STEP_SECONDS = 120.0, 2.0


def check_mailbox(settings: Settings, now: datetime) -> Iterator[Check]:
    """Yield one result after the other, while a mail to ourselves is waited for.

    :raises UsageError: if the club has no mailbox
    """
    account = settings.mailbox
    if account is None:
        raise UsageError("the club has no mailbox; set password_file in [mailbox], in pbm.toml")
    try:
        yield _extensions(account)
    except PbmError as error:
        yield Check("login", str(error), "correct user, imap and the password in password_file")
        return
    sent = probe(settings.club, now)
    transport = transports_for(settings)()
    try:
        transport.deliver(Outgoing(0, sent.sender, sent.recipient, sent.raw, 0, now))
    except PbmError as error:
        yield Check("sending", str(error), "correct smtp in [mailbox], or ask the provider")
        return
    finally:
        transport.close()
    yield Check("sending", f"{settings.outgoing} has taken a mail to {sent.recipient}")
    raw = _came(account, sent.message_id)
    if raw is None:
        found = f"a mail to {sent.recipient} has not come within {LONGEST_SECONDS:.0f} seconds"
        yield Check("sub-addresses", found, "ask the provider whether it delivers sub-addresses")
        return
    yield from _findings(compared(sent, raw))


def _extensions(account: Account) -> Check:
    session = Session(account)
    session.close()
    has = [name for name in _WANTED if name in session.extensions]
    lacks = [name for name in _WANTED if name not in session.extensions]
    found = f"works, with {', '.join(has) or 'none'} of {', '.join(_WANTED)}"
    return Check("login", f"{found}: letters come a little later" if lacks else found)


def _came(account: Account, message_id: str) -> bytes | None:
    end = time.monotonic() + LONGEST_SECONDS
    while time.monotonic() < end:
        session = Session(account)
        raw = session.take(message_id)
        session.close()
        if raw is not None:
            return raw
        time.sleep(_STEP_SECONDS)
    return None


def _findings(found: Found) -> Iterator[Check]:
    if found.tagged:
        yield Check("sub-addresses", f"arrive, and are named in {found.tagged[0]}")
    else:
        advice = "take an address at a provider that keeps them: replies are known by them"
        yield Check("sub-addresses", "arrive, but no header names them", advice)
    if found.rewritten:
        advice = "replies would go elsewhere: take an address at another provider"
        yield Check("headers", f"{' and '.join(found.rewritten)} is rewritten", advice)
    else:
        yield Check("headers", "are left as they were written")
    names = ", ".join(found.vouching) or "nobody"
    yield Check("senders", f"checked by {names}; each new one is asked to reply yes", "", Level.OK)
