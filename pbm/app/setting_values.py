"""Values of settings: their types, and reading them from text.

Each function that begins with ``read_`` raises ValueError for other text, and says what it expects.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from pbm.base import logs
from pbm.core.languages import languages
from pbm.core.names import is_address, is_domain, reads_as_move
from pbm.core.reserved import is_reserved
from pbm.smtp.next_hop import Security

_SWITCH = {"on": True, "off": False}
# Senders retry for five days, during which a second copy is answered from the stored letter.
LEAST_DAYS = 7
_LMTP = "lmtp:"
_MODE = re.compile(r"0[0-7]{3}")
_LOCAL_PART = re.compile(r"[a-z0-9]+(?:[._-][a-z0-9]+)*", re.IGNORECASE)
_DISTRIBUTION = re.compile(r"[a-z0-9](?:[a-z0-9._-]{0,60}[a-z0-9])?", re.IGNORECASE)
_PROGRAM = re.compile(r"[a-z]{2,18}")
_TIME, _SECONDS, _LONGEST = (
    re.compile(r"([0-9]{1,5})([smh])"),
    {"s": 1, "m": 60, "h": 3600},
    timedelta(1),
)
_PORTS = {"smtp": None, "smtps": 465, "submission": 587}
"""The schemes of mail servers, with the port if none is given (RFC 8314)."""
_IMAP_PORTS = {"imaps": 993, "imap": 143}
_SUBMISSION_PORTS = {"smtps": 465, "submission": 587}
_SERVERS = "smtp://HOST:PORT, smtps://HOST or submission://HOST"
_URL = re.compile(r"https?://[a-z0-9.-]+(?::\d{1,5})?(?:/[\w.~-]+)*/?", re.IGNORECASE)
_ENDPOINT = re.compile(
    r"(?:\[(?P<v6>[0-9a-f:]+)\]|(?P<host>[^][:/@\s]+)):(?P<port>\d{1,5})", re.IGNORECASE
)


@dataclass(frozen=True)
class Endpoint:
    """Host and port of a server. ``str`` puts an IPv6 host in brackets."""

    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


@dataclass(frozen=True)
class LmtpSocket:
    """A Unix socket for LMTP, and optionally an SMTP address to listen on beside it."""

    path: Path
    beside: Endpoint | None = None

    def __str__(self) -> str:
        socket = f"{_LMTP}{self.path}"
        return f"{self.beside}, {socket}" if self.beside else socket


Listen = Endpoint | LmtpSocket


@dataclass(frozen=True)
class FileMode:
    """The mode of a file, as ``chmod`` takes it."""

    bits: int

    def __str__(self) -> str:
        return f"{self.bits:04o}"


@dataclass(frozen=True)
class Maildirs:
    """Outgoing mail goes into one Maildir per address below this folder."""

    folder: Path

    def __str__(self) -> str:
        return f"maildir:{self.folder}"


@dataclass(frozen=True)
class Smarthost:
    """Outgoing mail goes to a mail server that relays it."""

    endpoint: Endpoint
    security: Security = Security.NONE

    def __str__(self) -> str:
        return f"{self.security.value}://{self.endpoint}"


Outgoing = Maildirs | Smarthost


@dataclass(frozen=True)
class Imap:
    """The server of a mailbox. is_implicit: whether TLS begins at once, without STARTTLS."""

    endpoint: Endpoint
    is_implicit: bool

    def __str__(self) -> str:
        return f"{'imaps' if self.is_implicit else 'imap'}://{self.endpoint}"


@dataclass(frozen=True)
class Span:
    """A time, or a random one between two."""

    least: timedelta
    most: timedelta

    def __str__(self) -> str:
        ends = dict.fromkeys(f"{each.total_seconds():.0f}s" for each in (self.least, self.most))
        return "-".join(ends)


def read_endpoint(text: str) -> Endpoint:
    match = _ENDPOINT.fullmatch(text)
    if match is None or int(match["port"]) > 65535:
        raise ValueError("HOST:PORT is expected, such as 127.0.0.1:8025")
    return Endpoint(match["v6"] or match["host"], int(match["port"]))


def read_loopback(text: str) -> Endpoint:
    """``HOST:PORT`` that only this machine can reach."""
    found = read_endpoint(text)
    if found.host not in ("127.0.0.1", "::1", "localhost"):
        raise ValueError("a port of this machine is expected, such as 127.0.0.1:9145")
    return found


def read_listen(text: str) -> Listen:
    """``HOST:PORT``, ``lmtp:PATH``, or both with a comma between them."""
    entries = [entry.strip() for entry in text.split(",")]
    sockets = [entry.removeprefix(_LMTP) for entry in entries if entry.startswith(_LMTP)]
    hosts = [entry for entry in entries if not entry.startswith(_LMTP)]
    if len(sockets) > 1 or len(hosts) > 1 or not all(map(_is_absolute, sockets)):
        raise ValueError("HOST:PORT or lmtp:/PATH is expected, or both with a comma between them")
    beside = next(map(read_endpoint, hosts), None)
    return LmtpSocket(Path(sockets[0]), beside) if sockets else read_endpoint(text)


def _is_absolute(path: str) -> bool:
    return path.startswith("/")


def read_mode(text: str) -> FileMode:
    if not _MODE.fullmatch(text):
        raise ValueError('the mode of a file is expected, such as "0660"')
    return FileMode(int(text, 8))


def read_domain(text: str) -> str:
    if not is_domain(text):
        raise ValueError("a domain is expected, such as example.org")
    return text.lower()


def read_address(text: str) -> str:
    if not is_address(text):
        raise ValueError("a mail address is expected, such as carol@example.org")
    return text.casefold()


def read_club(text: str) -> str:
    """The club's own address, in lower case. What stands behind "+" is for replies."""
    local = text.partition("@")[0]
    if not is_address(text) or not _LOCAL_PART.fullmatch(local) or not is_domain(_host(text)):
        raise ValueError("a mail address without + is expected, such as club@example.org")
    return text.lower()


def _host(address: str) -> str:
    return address.rpartition("@")[2]


def read_days(text: str) -> int | None:
    if text == "forever":
        return None
    if not text.isascii() or not text.isdigit() or int(text) < LEAST_DAYS:
        raise ValueError(f"{LEAST_DAYS} or more days, or forever, is expected")
    return int(text)


def read_log(text: str) -> str:
    if text not in logs.DETAILS:
        raise ValueError(f"one of {', '.join(logs.DETAILS)} is expected")
    return text


def read_log_format(text: str) -> str:
    if text not in logs.FORMATS:
        raise ValueError(f"one of {', '.join(logs.FORMATS)} is expected")
    return text


def read_switch(text: str) -> bool:
    if text not in _SWITCH:
        raise ValueError("on or off is expected")
    return _SWITCH[text]


def read_span(text: str) -> Span:
    ends = [_TIME.fullmatch(each) for each in text.split("-")]
    times = [timedelta(seconds=int(end[1]) * _SECONDS[end[2]]) for end in ends if end]
    if len(times) != len(ends) or len(times) > 2 or times != sorted(times) or times[-1] > _LONGEST:
        raise ValueError("a time of at most a day such as 30s, 5m or 1h, or two as in 10s-5m")
    return Span(times[0], times[-1])


OWL = "owl"


def read_program_name(text: str) -> str:
    # Nothing is compared with the usual name: that would load the games and the names of days.
    is_free = text == OWL or not (is_reserved(text) or reads_as_move(text))
    if not (_PROGRAM.fullmatch(text) and is_free):
        raise ValueError("a userid of 2 to 18 letters is expected, such as owl")
    return text


def read_plugins(text: str) -> tuple[str, ...]:
    """Return names of distributions, which commas or spaces separate; ``none`` is no name."""
    names = text.replace(",", " ").split()
    if wrong := [each for each in names if not _DISTRIBUTION.fullmatch(each)]:
        raise ValueError(f"{wrong[0]} is no name of a distribution, such as pbm-chess")
    return () if names == ["none"] else tuple(names)


def read_url(text: str) -> str:
    if not _URL.fullmatch(text):
        raise ValueError("an address is expected, such as https://games.example.org")
    return text.rstrip("/")


def read_language(text: str) -> str:
    if text not in languages():
        raise ValueError(f"one of {', '.join(languages())} is expected")
    return text


def read_durability(text: str) -> str:
    if text not in ("quorum", "local"):
        raise ValueError("quorum or local is expected")
    return text


def read_acting(text: str) -> str:
    if text not in ("leader", "all"):
        raise ValueError("leader or all is expected")
    return text


def read_outgoing(text: str) -> Outgoing:
    scheme, _, rest = text.partition(":")
    if scheme == "maildir" and rest:
        return Maildirs(Path(rest))
    if scheme in _PORTS and rest.startswith("//"):
        security = Security(scheme)
        return Smarthost(_read_host(rest.removeprefix("//").rstrip("/"), _PORTS[scheme]), security)
    raise ValueError(f"maildir:DIR, {_SERVERS} is expected")


def read_submission(text: str) -> str:
    """The URL of a server that takes mail after a login. See ``_as_url`` for ``HOST``."""
    url = submission_url(text)
    if url.partition("://")[0] not in _SUBMISSION_PORTS:
        raise ValueError("HOST, smtps://HOST or submission://HOST is expected")
    read_outgoing(url)
    return url


def submission_url(text: str) -> str:
    """The URL, not yet checked."""
    return _as_url(text, _SUBMISSION_PORTS)


def read_folder(text: str) -> str:
    """The name of a folder; "-" for none."""
    return "" if text == "-" else text


def read_imap(text: str) -> Imap:
    """``imaps://HOST``, or ``imap://HOST`` with STARTTLS; each may have a port.

    See ``_as_url`` for ``HOST``.
    """
    scheme, _, rest = _as_url(text, _IMAP_PORTS).partition("://")
    if scheme not in _IMAP_PORTS or not rest:
        raise ValueError("HOST or imaps://HOST is expected, or imap://HOST for STARTTLS")
    return Imap(_read_host(rest.rstrip("/"), _IMAP_PORTS[scheme]), scheme == "imaps")


def _as_url(text: str, ports: Mapping[str, int]) -> str:
    """The URL of ``HOST`` or ``HOST:PORT``, which is how providers name their servers.

    ports: the usual port of each scheme. Any other port is taken for one of the first scheme.
    """
    if "://" in text:
        return text
    usual = (scheme for scheme, port in ports.items() if text.endswith(f":{port}"))
    return f"{next(usual, next(iter(ports)))}://{text}"


def _read_host(text: str, port: int | None) -> Endpoint:
    """``HOST:PORT``, or ``HOST`` if there is a usual port."""
    if "@" in text:
        raise ValueError(
            "no user or password belongs there: set outgoing_user, and outgoing_password_file to"
            " the file that holds the password; or mailbox_user and mailbox_password_file"
        )
    is_host = port and re.fullmatch(r"[^][:/@\s]+|\[[0-9a-f:]+\]", text, re.IGNORECASE)
    return read_endpoint(f"{text}:{port}" if is_host else text)
