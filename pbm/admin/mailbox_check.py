"""A check of the club's mailbox: logins, abilities, mails to ourselves."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from datetime import datetime

from pbm.admin.check import Check
from pbm.app.config import Settings
from pbm.app.data_directory import DataDirectory
from pbm.app.transport import transports_for
from pbm.base.errors import LoginRefused, PbmError, UsageError
from pbm.mail.addresses import server_address
from pbm.mail.authentication import NAMELESS, Provider
from pbm.mailbox.account import Account
from pbm.mailbox.probe import Found, Probe, compared, forged_probes, is_outdone, probe, sub_address
from pbm.mailbox.session import Session
from pbm.mailbox.trust import believe_provider
from pbm.smtp.outgoing import Outgoing

_WANTED = ("IDLE", "MOVE", "UIDPLUS")
LONGEST_SECONDS, _STEP_SECONDS = 120.0, 2.0

SUB_ADDRESSES = "sub-addresses"
_LOGIN = "correct the password, or mailbox_user in pbm.toml"
_IMAP = "correct mailbox_imap in pbm.toml, or try again later"
_SMTP = "correct mailbox_smtp in pbm.toml, or ask the provider"
_NONE = 'if the provider delivers none, set mailbox_sub_addresses = "off"'

Send = Callable[[Probe], None]


def check_mailbox(settings: Settings, now: datetime) -> Iterator[Check]:
    """Yield one result after the other, while mails to ourselves are waited for.

    Whether the provider vouches for senders is stored: letters that are fetched from now on are
    judged by that.

    :raises UsageError: if the club has no mailbox
    """
    account = settings.mailbox
    if account is None:
        raise UsageError("the club has no mailbox; set mailbox_password_file in pbm.toml")
    try:
        yield _extensions(account)
    except PbmError as error:
        yield Check("login", str(error), _LOGIN if isinstance(error, LoginRefused) else _IMAP)
        return
    with closing(transports_for(settings)()) as transport:

        def send(each: Probe) -> None:
            transport.deliver(Outgoing(0, each.sender, each.recipient, each.raw, 0, now))

        club = settings.club
        has_tags = settings.has_sub_addresses
        sent = probe(club, sub_address(club) if has_tags else server_address(club), now)
        try:
            send(sent)
        except PbmError as error:
            yield Check("sending", str(error), _SMTP)
            return
        yield Check("sending", f"{settings.outgoing} has taken a mail to {sent.recipient}")
        raw = _came(account, sent.message_id)
        if raw is None:
            late = f"a mail to {sent.recipient} has not come within {LONGEST_SECONDS:.0f} seconds"
            yield Check(SUB_ADDRESSES, late, _NONE if has_tags else "look for it in the mailbox")
            return
        found = compared(sent, raw)
        yield _tags(found, has_tags)
        yield _headers(found)
        forged = forged_probes(sent, now, raw) if found.provider else ()
        try:
            why = _why_not(account, forged, found.provider, send)
            provider = None if why else found.provider
            _note(settings, account, provider, now)
        except PbmError as error:
            yield Check("senders", f"are asked: {error}", "mend that, and check again")
            return
        yield _senders(provider, why)


def _extensions(account: Account) -> Check:
    session = Session(account)
    session.close()
    lacks = [name for name in _WANTED if name not in session.extensions]
    late = f", without {', '.join(lacks)}: letters come a little later" if lacks else ""
    return Check("login", f"works{late}")


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


def _tags(found: Found, has_tags: bool) -> Check:
    if not has_tags:
        return Check(SUB_ADDRESSES, "are not used: a reply is known by the mail that it answers")
    if found.tagged:
        return Check(SUB_ADDRESSES, f"arrive, and are named in {found.tagged[0]}")
    return Check(SUB_ADDRESSES, "arrive, but no header names them", _NONE)


def _headers(found: Found) -> Check:
    if found.rewritten:
        advice = "replies would go elsewhere: take an address at another provider"
        return Check("headers", f"{' and '.join(found.rewritten)} is rewritten", advice)
    return Check("headers", "are left as they were written")


def _why_not(
    account: Account, forged: Sequence[Probe], provider: Provider | None, send: Send
) -> str:
    """Why the provider is not believed about senders, "" if it is.

    forged: mails with results that it has not written.
    """
    if provider is None:
        return "the provider writes no results"
    for each in forged:
        send(each)
        raw = _came(account, each.message_id)
        if raw is None:
            return "a mail with a forged result has not come"
        if not is_outdone(raw, provider):
            return "the provider lets forged results through"
    return ""


def _note(settings: Settings, account: Account, provider: Provider | None, now: datetime) -> None:
    with (
        closing(DataDirectory(settings)) as data,
        data.store.transaction(acting=False, lasting=False) as tx,
    ):
        believe_provider(tx, account.name, provider, now)


def _senders(provider: Provider | None, why: str) -> Check:
    if provider is None:
        return Check("senders", f"are asked to reply yes, each new one: {why}")
    names = dict.fromkeys(provider.names)
    told = ("results without a name" if each == NAMELESS else each for each in names)
    return Check("senders", f"are vouched for by {', '.join(told)}")
