"""Checks of settings, server, data directory and stored data, each with advice if it fails."""

from __future__ import annotations

import os
import re
import shutil
import socket
import stat
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryFile

from pbm.admin.check import Check, Level
from pbm.admin.doctor_engines import examine_engines
from pbm.admin.doctor_nodes import examine_nodes
from pbm.app.application import other_domain
from pbm.app.config import TABLE, Settings, value
from pbm.app.data_directory import KEY_FILE
from pbm.app.privacy import exposed
from pbm.app.scheduler import DOWN_AFTER
from pbm.app.setting_values import Endpoint, Listen, LmtpSocket, Maildirs
from pbm.app.subscribers import SUBSCRIBERS
from pbm.base.durable import is_exposed
from pbm.base.errors import PbmError, StoreOlderError, TemporaryFailure
from pbm.base.permissions import others_with_a_shell, owner_name, user_name
from pbm.base.secrets import KEY_BYTES, PUT_BACK, load_key
from pbm.core.marks import LAST_BACKUP, TICK
from pbm.mail.correspondence import LetterStatus, MailStatus
from pbm.notices.alerts import LEAST_FREE, MIB
from pbm.smtp.smarthost import SmarthostTransport
from pbm.store import administration, open_to_look, shared
from pbm.store.administration import Administration
from pbm.store.protocol import Transaction

LONG = timedelta(hours=1)
PAINTED_AFTER = timedelta(minutes=5)
OLD_BACKUP = timedelta(days=2)
_TRIED_BYTES = 64 * 1024
_GREETING_SECONDS = 3.0
# RFC 5321, 4.5.3.1.5
_LONGEST_GREETING = 512
_OTHERS_MAY_WRITE = 0o002
_SHOWN = 3
_GREETING = re.compile(rb"220[ -]([!-~]+)")


Checks = Iterator[Check]


def settings_in_force(settings: Settings) -> Iterator[Mapping[str, object]]:
    """Every setting with its value and the source of the value."""
    for name in TABLE:
        source = settings.sources.get(name, "default")
        yield {"name": name, "value": value(settings, name), "from": source}


def examine(settings: Settings, now: datetime, *, serving: bool = False) -> Checks:
    """Run all checks. serving: whether a server must answer and look at the clocks."""
    yield from _variables(settings.unread)
    yield from _servers(settings, serving)
    yield _trust(settings)
    yield _operator(settings)
    yield _outgoing(settings)
    yield from examine_engines(settings)
    if not settings.data.is_dir():
        yield _no_folder(settings.data)
        return
    yield _writable(settings.data)
    yield _space(settings.data)
    administered = administration(settings.place)
    try:
        is_begun = administered.is_begun()
    except TemporaryFailure as error:
        yield Check("database", str(error), "start it, or correct store")
        return
    if is_begun:
        yield from _closed(settings)
        yield _key(settings.data / KEY_FILE)
        yield from _store(administered, settings, now, serving)
    else:
        yield Check("database", "there is none yet; pbm serve creates it")


def _variables(unread: Iterable[str]) -> Checks:
    for name in unread:
        advice = "correct its name or unset it"
        yield Check("variable", f"{name} is not a setting", advice, Level.WARN)


def _servers(settings: Settings, serving: bool) -> Checks:
    listen = settings.listen
    if isinstance(listen, LmtpSocket) and listen.beside is not None:
        yield _server(listen.beside, settings, serving)
        listen = LmtpSocket(listen.path)
    yield _server(listen, settings, serving)


def _server(listen: Listen, settings: Settings, serving: bool) -> Check:
    name = _greeting_name(listen)
    if name is None:
        if serving:
            return Check("server", f"no server answers at {listen}", "start it with pbm serve")
        return Check("server", f"no server answers at {listen} (an error only with --serving)")
    if name.casefold() != settings.domain.casefold():
        advice = "stop that server, or set listen to another port"
        return Check("server", f"{name} answers at {listen}, not {settings.domain}", advice)
    return Check("server", f"answers at {listen}")


def _trust(settings: Settings) -> Check:
    front, peers = settings.trust_authserv, settings.trusted_peers
    if not front:
        return Check("trust", "no front server is trusted (trust_authserv is not set)")
    if isinstance(settings.listen, LmtpSocket) and settings.socket_mode.bits & _OTHERS_MAY_WRITE:
        found = f"every user of this machine can write as any player at lmtp:{settings.listen.path}"
        return Check("trust", found, 'set socket_mode = "0660"', Level.WARN)
    if peers is None and isinstance(settings.listen, Endpoint):
        found = f"{front} is trusted only through pbm deliver (trusted_peers is not set)"
        advice = 'set trusted_peers to the addresses of that server, or to ""'
        return Check("trust", found, advice, Level.WARN)
    others = ", ".join(others_with_a_shell()[:_SHOWN])
    if peers is not None and peers.include_loopback and others:
        found = f"{others} can write as any player: trusted_peers includes the loopback"
        advice = 'set listen = "lmtp:PATH", and remove the loopback from trusted_peers'
        return Check("trust", found, advice, Level.WARN)
    if peers is not None and _own_address(settings.listen) in peers and others:
        found = f"{others} can write as any player: trusted_peers includes this machine"
        advice = "let nobody else log in here, nor on the other trusted peers"
        return Check("trust", found, advice, Level.WARN)
    return Check("trust", f"{front} is trusted from {peers or 'the LMTP socket and pbm deliver'}")


def _own_address(listen: Listen) -> str:
    """The host on which we listen, from which users of this machine connect to it; "" for none."""
    endpoint = listen.beside if isinstance(listen, LmtpSocket) else listen
    return endpoint.host if endpoint else ""


def _operator(settings: Settings) -> Check:
    address = settings.operator
    if address is None:
        return Check("operator", "nobody gets alerts by mail (operator is not set)")
    if settings.operator_is_ours:
        found = f"{address} is an address of this server itself"
        return Check("operator", found, "set operator to an address elsewhere", Level.WARN)
    return Check("operator", f"{address} gets alerts by mail")


def _outgoing(settings: Settings) -> Check:
    outgoing = settings.outgoing
    if isinstance(outgoing, Maildirs):
        return Check("outgoing", f"mails stay here, in Maildirs below {outgoing.folder}")
    hop = outgoing.endpoint
    try:
        SmarthostTransport(hop.host, hop.port, settings.domain, _GREETING_SECONDS).try_out()
    except PbmError as error:
        advice = "check that mail server and its filters, or set outgoing to another server"
        return Check("outgoing", str(error), advice)
    return Check("outgoing", f"{hop} takes mail")


def _connected(listen: Listen) -> socket.socket:
    if isinstance(listen, Endpoint):
        return socket.create_connection((listen.host, listen.port), _GREETING_SECONDS)
    wire = socket.socket(socket.AF_UNIX)
    wire.settimeout(_GREETING_SECONDS)
    wire.connect(str(listen.path))
    return wire


def _greeting_name(listen: Listen) -> str | None:
    """The host name in the greeting of the server at this address; None if no server answers."""
    try:
        with _connected(listen) as wire, wire.makefile("rb") as lines:
            greeting = lines.readline(_LONGEST_GREETING)
    except OSError:
        return None
    found = _GREETING.match(greeting)
    return found[1].decode() if found else None


def _no_folder(data: Path) -> Check:
    if data.exists():
        return Check("data", f"{data} is a file, not a folder", 'name a folder with "--data"')
    found = f"there is no folder {data}"
    return Check("data", found, 'start pbm serve, which makes it, or name another with "--data"')


def _writable(data: Path) -> Check:
    try:
        with TemporaryFile(dir=data) as file:
            file.write(bytes(_TRIED_BYTES))
    except PermissionError:
        found = f"{data} cannot be written by this user ({user_name()})"
        return Check(
            "data", found, f"run pbm as {owner_name(data)}, who owns it, or change its permissions"
        )
    except OSError as error:
        return Check("data", f"{data} cannot be written: {error.strerror}", _room(data))
    return Check("data", f"{data} can be written")


def _closed(settings: Settings) -> Checks:
    """Check that only the owner can open the data. The key has a check of its own.

    Only the owner is told: anybody else was given access on purpose, and cannot change it.
    """
    data = settings.data
    if data.stat().st_uid != os.geteuid():
        return
    if is_exposed(data):
        yield Check("data", f"other users can enter {data}", f"chmod 700 {data}", Level.WARN)
    open_to_others = [path for path in exposed(settings) if path.name != KEY_FILE]
    if open_to_others:
        first, more = open_to_others[0], len(open_to_others) - 1
        found = f"other users can open {first}" + (f" and {more} more" if more else "")
        yield Check("data", found, "restart pbm serve, which makes them private", Level.WARN)


def _room(data: Path) -> str:
    """Advice for a disk that cannot be read or written."""
    disk = os.statvfs(data)
    if disk.f_flag & os.ST_RDONLY:
        return "mount its disk for writing; commands that only read work meanwhile"
    return "make room on its disk" if disk.f_bavail == 0 else "try again later, or check its disk"


def _space(data: Path) -> Check:
    free = shutil.disk_usage(data).free
    advice = "make room: when the disk is full, letters are refused" if free < LEAST_FREE else ""
    return Check("disk", f"{free // MIB} MiB are free", advice)


def _key(path: Path) -> Check:
    try:
        found = path.stat()
    except FileNotFoundError:
        return Check("key", f"{path} is gone", PUT_BACK)
    if found.st_size != KEY_BYTES:
        return Check("key", f"{path} is damaged", PUT_BACK)
    if not os.access(path, os.R_OK):
        return _not_ours(path)
    if stat.S_IMODE(found.st_mode) & 0o077:
        return Check("key", f"{path} can be read by other users", f"chmod 600 {path}")
    return Check("key", "exists, and only its owner can read it")


def _not_ours(path: Path) -> Check:
    found = (
        f"{path} cannot be opened by this user ({user_name()}), it belongs to {owner_name(path)}"
    )
    advice = "run pbm as the user who owns the data directory; all files in it must be theirs"
    return Check("data", found, advice)


def _store(
    administered: Administration, settings: Settings, now: datetime, serving: bool
) -> Checks:
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
        yield Check("database", str(error), _room(settings.data))
        return
    except PermissionError as error:
        yield _not_ours(Path(error.filename))
        return
    try:
        with store.reading() as tx:
            yield _domain(tx, settings.domain)
            yield from _letters(tx, now)
            yield from _mails(tx, now)
            yield _clocks(tx, now, serving)
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
        return _not_ours(Path(error.filename))
    except TemporaryFailure as error:
        return Check("database", str(error), _room(data))
    if found:
        advice = "stop pbm serve, and restore a backup with pbm restore"
        return Check("database", found[0], advice)
    return Check("database", "is not damaged")


def _domain(tx: Transaction, domain: str) -> Check:
    other = other_domain(tx, domain)
    if not other:
        return Check("domain", f"{domain}, as in the mails sent before")
    advice = f'set domain = "{other}" again: replies to those mails go there'
    return Check("domain", f"{domain}, but mails were sent from pbm@{other}", advice)


def _letters(tx: Transaction, now: datetime) -> Checks:
    failed = tx.letters.counts().get(LetterStatus.FAILED, 0)
    advice = 'see "pbm inbox list --status failed", then pbm inbox retry' if failed else ""
    yield Check("letters", f"{failed} failed", advice, Level.WARN)
    first = tx.letters.oldest_waiting()
    oldest = None if first is None else tx.letters.get(first)
    late = oldest is not None and oldest.received < now - LONG
    since = f"waiting since {oldest.received:%Y-%m-%d %H:%M}" if oldest else "none waits"
    yield Check("letters", since, "start pbm serve, or read its log" if late else "")


def _mails(tx: Transaction, now: datetime) -> Checks:
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
    yield _painter(tx, now)


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


def _subscribers(tx: Transaction, now: datetime) -> Checks:
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
