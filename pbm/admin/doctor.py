"""Checks of settings, server, data directory and stored data, with advice."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from pbm.admin.check import Check, Level
from pbm.admin.doctor_environment import examine_environment
from pbm.admin.doctor_files import examine_files, examine_folder
from pbm.admin.doctor_parts import examine_engines
from pbm.admin.doctor_store import examine_store
from pbm.app.config import TABLE, Settings, value
from pbm.app.data_directory import KEY_FILE
from pbm.app.setting_values import Endpoint, Listen, LmtpSocket, Maildirs
from pbm.app.transport import smarthost
from pbm.base.errors import LoginRefused, PbmError, StoreMissingError, TemporaryFailure
from pbm.base.permissions import others_with_a_shell
from pbm.store import administration

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
    yield from examine_environment()
    yield from examine_folder(settings.data)
    if not settings.data.is_dir():
        return
    administered = administration(settings.place)
    try:
        is_begun = administered.is_begun()
    except TemporaryFailure as error:
        yield Check("database", str(error), "start it, or correct store")
        return
    if is_begun:
        yield from examine_files(settings)
        yield from examine_store(administered, settings, now, serving=serving)
    elif (settings.data / KEY_FILE).exists():
        yield Check("database", "there is a key, but no database", StoreMissingError.ADVICE)
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
        found = "nobody gets alerts by mail (operator is not set)"
        if settings.is_trial:
            return Check("operator", found)
        return Check("operator", found, "set operator to an address elsewhere", Level.WARN)
    if settings.operator_is_ours:
        found = f"{address} is an address of this server itself"
        return Check("operator", found, "set operator to an address elsewhere", Level.WARN)
    return Check("operator", f"{address} gets alerts by mail")


def _outgoing(settings: Settings) -> Check:
    outgoing = settings.outgoing
    if isinstance(outgoing, Maildirs):
        found = f"mails stay here, in Maildirs below {outgoing.folder}"
        if settings.is_trial:
            return Check("outgoing", found)
        advice = "set outgoing to the mail server that sends them, such as smtp://127.0.0.1:25"
        return Check("outgoing", f"nobody elsewhere gets mail: {found}", advice, Level.WARN)
    try:
        smarthost(outgoing, settings, _GREETING_SECONDS).try_out()
    except LoginRefused as error:
        advice = "correct outgoing_user and the password in outgoing_password_file"
        return Check("outgoing", f"{outgoing} lets us not log in: {error}", advice)
    except PbmError as error:
        advice = "check that mail server and its filters, or set outgoing to another server"
        return Check("outgoing", str(error), advice)
    return Check("outgoing", f"{outgoing.endpoint} takes mail")


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
