"""Checks of what is stored: the database, letters, mails, clocks, subscribers and backups."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from pbm.admin.check import Check, Level
from pbm.admin.doctor_files import not_ours, room
from pbm.admin.doctor_parts import examine_nodes
from pbm.admin.plugin_trial import examine_plugins
from pbm.app.application import other_domain
from pbm.app.config import Settings
from pbm.app.data_directory import KEY_FILE
from pbm.app.scheduler import DOWN_AFTER
from pbm.app.subscribers import SUBSCRIBERS
from pbm.base.errors import PbmError, StoreOlderError, TemporaryFailure
from pbm.base.secrets import load_key
from pbm.core.games import use_plugins
from pbm.core.marks import LAST_BACKUP, TICK
from pbm.mail.addresses import server_address
from pbm.mail.authentication import Provider
from pbm.mail.correspondence import LetterStatus, MailStatus
from pbm.mailbox.states import State, told
from pbm.mailbox.trust import believed_provider, checked_at
from pbm.notices.alerts import refusal
from pbm.store import open_to_look, shared
from pbm.store.administration import Administration
from pbm.store.protocol import Transaction

LONG = timedelta(hours=1)
PAINTED_AFTER = timedelta(minutes=5)
OLD_BACKUP = timedelta(days=2)

_LONGEST_WITHOUT_LOOK = timedelta(minutes=10)
_FAILING = (State.REFUSED, State.DOWN, State.FULL)
_LONGEST_WITHOUT_CHECK = timedelta(days=35)
_MAILBOX_ADVICE = "start pbm serve, or see what pbm mailbox check advises"


def examine_store(
    administered: Administration, settings: Settings, now: datetime, *, serving: bool
) -> Iterator[Check]:
    database = _database(administered, settings.data)
    yield database
    if not database.passed:
        return
    try:
        store = open_to_look(settings.place)
    except StoreOlderError:
        found, advice = "an older pbm has written it", "stop pbm serve, then run pbm upgrade"
        yield Check("database", found, advice)
        return
    except PbmError as error:
        yield Check("database", str(error), room(settings.data))
        return
    except PermissionError as error:
        yield not_ours(Path(error.filename))
        return
    try:
        with store.reading() as tx:
            yield _domain(tx, settings.club)
            yield from _letters(tx, now)
            yield from _mails(tx, now)
            yield _clocks(tx, now, serving)
            use_plugins(settings.games_plugins)
            yield from examine_plugins(tx)
            if settings.mailbox:
                yield _mailbox(tx, now, serving)
                yield _provider(tx, settings.mailbox.name, now)
            yield from _subscribers(tx, now)
            yield _backup(tx, now)
            if several := shared(store):
                key = load_key(settings.data / KEY_FILE)
                yield from examine_nodes(several, tx, settings, key, now)
    finally:
        store.close()


def _database(administered: Administration, data: Path) -> Check:
    """Check the database file, before anything opens it to write."""
    try:
        found = administered.faults()
    except PermissionError as error:
        return not_ours(Path(error.filename))
    except TemporaryFailure as error:
        return Check("database", str(error), room(data))
    if found:
        advice = "stop pbm serve, and restore a backup with pbm restore"
        return Check("database", found[0], advice)
    return Check("database", "is not damaged")


def _domain(tx: Transaction, domain: str) -> Check:
    other = other_domain(tx, domain)
    if not other:
        return Check("domain", f"{domain}, as in the mails sent before")
    name = "address" if "@" in other else "domain"
    advice = f'set {name} = "{other}" again: replies to those mails go there'
    return Check("domain", f"{domain}, but mails were sent from {server_address(other)}", advice)


def _letters(tx: Transaction, now: datetime) -> Iterator[Check]:
    failed = tx.letters.counts().get(LetterStatus.FAILED, 0)
    advice = 'see "pbm inbox list --status failed", then pbm inbox retry' if failed else ""
    yield Check("letters", f"{failed} failed", advice, Level.WARN)
    first = tx.letters.oldest_waiting()
    oldest = None if first is None else tx.letters.get(first)
    late = oldest is not None and oldest.received < now - LONG
    since = f"waiting since {oldest.received:%Y-%m-%d %H:%M}" if oldest else "none waits"
    yield Check("letters", since, "start pbm serve, or read its log" if late else "")


def _mails(tx: Transaction, now: datetime) -> Iterator[Check]:
    dead = tx.outbox.counts().get(MailStatus.DEAD, 0)
    advice = 'see "pbm outbox list --status dead", then pbm outbox retry or drop' if dead else ""
    yield Check("mails", f"{dead} dead", advice, Level.WARN)
    oldest = tx.outbox.oldest(now)
    late = oldest is not None and oldest.queued is not None and oldest.queued < now - LONG
    since = f"waiting since {oldest.queued:%Y-%m-%d %H:%M}" if oldest else "none waits"
    why = f", {oldest.error}" if oldest and oldest.error else ""
    advice = (
        "start pbm serve, or check the mail server that outgoing names;"
        ' see "pbm outbox list --status queued"'
    )
    yield Check("mails", f"{since}{why}", advice if late else "")
    yield _next_hop(tx)
    yield _painter(tx, now)


def _mailbox(tx: Transaction, now: datetime, serving: bool) -> Check:
    """Check whether letters are fetched from the mailbox."""
    fares = told(tx)
    if fares is None or fares.looked is None or fares.state in _FAILING:
        found = f"{fares.state.value}: {fares.why}" if fares else "nothing was ever fetched"
        return Check("mailbox", found, "" if fares is None and not serving else _MAILBOX_ADVICE)
    late = now - fares.looked > _LONGEST_WITHOUT_LOOK
    found = f"was searched at {fares.looked:%Y-%m-%d %H:%M}, and is {fares.state.value}"
    return Check("mailbox", found, _MAILBOX_ADVICE if late and serving else "")


def _provider(tx: Transaction, mailbox: str, now: datetime) -> Check:
    """Check that what the provider does with mails was found out, and not long ago."""
    at = checked_at(tx, mailbox)
    if at is None or now - at > _LONGEST_WITHOUT_CHECK:
        found = f"was last checked at {at:%Y-%m-%d %H:%M}" if at else "was never checked"
        return Check("provider", found, "run pbm mailbox check", Level.WARN)
    believed = believed_provider(tx, mailbox)
    names = " ".join(Provider.parsed(believed).names) if believed else ""
    vouches = f"vouches for senders as {names}" if names else "does not vouch for senders"
    return Check("provider", f"{vouches} (checked at {at:%Y-%m-%d %H:%M})")


def _next_hop(tx: Transaction) -> Check:
    """Check whether the next hop refuses us; no mail is lost meanwhile."""
    found = refusal(tx)
    if found is None:
        return Check("next hop", "has refused no mail because of its sender")
    refused = f"refuses our mail until {found.until:%Y-%m-%d %H:%M}: {found.reply}"
    return Check("next hop", refused, "ask the operator of that mail server; all mails wait")


def _painter(tx: Transaction, now: datetime) -> Check:
    """Check the painter by the mails that wait for it; after a while such mails leave as text."""
    oldest = next(iter(tx.outbox.unfinished(1)), None)
    if oldest is None or oldest.queued is None:
        return Check("painter", "no mail waits for its HTML")
    found = f"{tx.outbox.count_unfinished()} wait since {oldest.queued:%Y-%m-%d %H:%M}"
    late = oldest.queued < now - PAINTED_AFTER
    advice = "start pbm serve, or read its log; they will leave as text" if late else ""
    return Check("painter", found, advice, Level.WARN)


def _clocks(tx: Transaction, now: datetime, serving: bool) -> Check:
    """Check the worker by its last tick: the server may answer while the worker is stuck."""
    at = tx.moments.get(TICK)
    late = serving and at is not None and at < now - DOWN_AFTER
    found = f"last looked at {at:%Y-%m-%d %H:%M}" if at else "not looked at yet"
    return Check("clocks", found, "read the log of pbm serve, and restart it" if late else "")


def _subscribers(tx: Transaction, now: datetime) -> Iterator[Check]:
    """Check that no subscriber has an old event in its queue."""
    oldest = tx.unheard.oldest()
    for name in sorted({*oldest, *(each.name for each in SUBSCRIBERS)}):
        at = oldest.get(name)
        late = at is not None and at < now - LONG
        found = f"have not heard of an event of {at:%Y-%m-%d %H:%M}" if at else "heard everything"
        yield Check(name, found, "start pbm serve, or read its log" if late else "", Level.WARN)


def _backup(tx: Transaction, now: datetime) -> Check:
    """Check the age of the last backup. None is no fault: there are other ways to make backups."""
    at = tx.moments.get(LAST_BACKUP)
    if at is None:
        return Check("backup", "none was made with pbm backup")
    advice = (
        "make one with pbm backup, and find out why none is made" if at < now - OLD_BACKUP else ""
    )
    return Check("backup", f"the last one was made {at:%Y-%m-%d %H:%M}", advice, Level.WARN)
