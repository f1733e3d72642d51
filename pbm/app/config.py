"""Settings: pbm.toml in the data directory, then PBM_* variables, then options.

Each field of ``Settings`` and of ``ListenerLimits`` is one setting. Nothing is read before ``load``
is called.
"""

from __future__ import annotations

import json
import re
import socket
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pbm.app.externals import Externals
from pbm.app.store_url import StoreUrl, masked, read_store_url
from pbm.base import logs
from pbm.base.errors import UsageError
from pbm.base.permissions import access_error
from pbm.base.setting import Setting, limit, row, rows
from pbm.core.languages import ENGLISH, languages
from pbm.core.names import is_address, is_domain, is_reserved, reads_as_move
from pbm.mail.peers import Peers, read_peers
from pbm.smtp.listener_limits import ListenerLimits
from pbm.store import Place

FILE = "pbm.toml"
_SWITCH = {"on": True, "off": False}
# Senders retry for five days. Until then a second copy is answered from the stored letter.
LEAST_DAYS = 7
_LMTP = "lmtp:"
_MODE = re.compile(r"0[0-7]{3}")
_PROGRAM = re.compile(r"[a-z]{2,18}")
_TIME, _SECONDS, _LONGEST = (
    re.compile(r"([0-9]{1,5})([smh])"),
    {"s": 1, "m": 60, "h": 3600},
    timedelta(1),
)
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

    def __str__(self) -> str:
        return f"smtp://{self.endpoint}"


Outgoing = Maildirs | Smarthost


@dataclass(frozen=True)
class Span:
    """A time, or a random one between two."""

    least: timedelta
    most: timedelta

    def __str__(self) -> str:
        ends = dict.fromkeys(f"{each.total_seconds():.0f}s" for each in (self.least, self.most))
        return "-".join(ends)


def _endpoint(text: str) -> Endpoint:
    match = _ENDPOINT.fullmatch(text)
    if match is None or int(match["port"]) > 65535:
        raise ValueError("HOST:PORT is expected, such as 127.0.0.1:8025")
    return Endpoint(match["v6"] or match["host"], int(match["port"]))


def _listen(text: str) -> Listen:
    """``HOST:PORT``, ``lmtp:PATH``, or both with a comma between them."""
    entries = [entry.strip() for entry in text.split(",")]
    sockets = [entry.removeprefix(_LMTP) for entry in entries if entry.startswith(_LMTP)]
    hosts = [entry for entry in entries if not entry.startswith(_LMTP)]
    if len(sockets) > 1 or len(hosts) > 1 or not all(map(_is_absolute, sockets)):
        raise ValueError("HOST:PORT or lmtp:/PATH is expected, or both with a comma between them")
    beside = next(map(_endpoint, hosts), None)
    return LmtpSocket(Path(sockets[0]), beside) if sockets else _endpoint(text)


def _is_absolute(path: str) -> bool:
    return path.startswith("/")


def _mode(text: str) -> FileMode:
    if not _MODE.fullmatch(text):
        raise ValueError('the mode of a file is expected, such as "0660"')
    return FileMode(int(text, 8))


def _domain(text: str) -> str:
    if not is_domain(text):
        raise ValueError("a domain is expected, such as example.org")
    return text.lower()


def _address(text: str) -> str:
    if not is_address(text):
        raise ValueError("a mail address is expected, such as carol@example.org")
    return text.casefold()


def _days(text: str) -> int | None:
    if text == "forever":
        return None
    if not text.isascii() or not text.isdigit() or int(text) < LEAST_DAYS:
        raise ValueError(f"{LEAST_DAYS} or more days, or forever, is expected")
    return int(text)


def _log(text: str) -> str:
    if text not in logs.DETAILS:
        raise ValueError(f"one of {', '.join(logs.DETAILS)} is expected")
    return text


def _switch(text: str) -> bool:
    if text not in _SWITCH:
        raise ValueError("on or off is expected")
    return _SWITCH[text]


def _span(text: str) -> Span:
    ends = [_TIME.fullmatch(each) for each in text.split("-")]
    times = [timedelta(seconds=int(end[1]) * _SECONDS[end[2]]) for end in ends if end]
    if len(times) != len(ends) or len(times) > 2 or times != sorted(times) or times[-1] > _LONGEST:
        raise ValueError("a time of at most a day such as 30s, 5m or 1h, or two as in 10s-5m")
    return Span(times[0], times[-1])


def _program_name(text: str) -> str:
    if not _PROGRAM.fullmatch(text) or is_reserved(text) or reads_as_move(text):
        raise ValueError("a userid of 2 to 18 letters is expected, such as owl")
    return text


def _url(text: str) -> str:
    if not _URL.fullmatch(text):
        raise ValueError("an address is expected, such as https://games.example.org")
    return text.rstrip("/")


def _language(text: str) -> str:
    if text not in languages():
        raise ValueError(f"one of {', '.join(languages())} is expected")
    return text


def _durability(text: str) -> str:
    if text not in ("quorum", "local"):
        raise ValueError("quorum or local is expected")
    return text


def _acting(text: str) -> str:
    if text not in ("leader", "all"):
        raise ValueError("leader or all is expected")
    return text


def _outgoing(text: str) -> Outgoing:
    scheme, _, rest = text.partition(":")
    if scheme == "maildir" and rest:
        return Maildirs(Path(rest))
    if scheme == "smtp" and rest.startswith("//"):
        return Smarthost(_endpoint(rest.removeprefix("//").rstrip("/")))
    raise ValueError("maildir:DIR or smtp://HOST:PORT is expected")


@dataclass(frozen=True)
class Settings:
    """The settings in force.

    sources: where each value comes from, by the name of the setting.
    unread: PBM_* variables that are not settings.
    """

    data: Path = field(metadata=row(Path, "./data", "DIR", "the data directory"))
    store: StoreUrl | None = field(
        metadata=row(read_store_url, None, "URL", "a PostgreSQL database that several nodes share")
    )
    store_durability: str = field(
        metadata=row(
            _durability, "quorum", "HOW", "quorum: a commit is on two machines, or local", False
        )
    )
    store_acting: str = field(
        metadata=row(_acting, "leader", "WHO", "leader: one node acts on letters, or all", False)
    )
    node: str | None = field(
        metadata=row(str, None, "NAME", "this node's name, if not that of the host", option=False)
    )
    listen: Listen = field(
        metadata=row(
            _listen,
            "127.0.0.1:8025",
            "HOST:PORT",
            "accept mail there, or at lmtp:PATH; port 0: any",
        )
    )
    domain: str = field(
        metadata=row(_domain, "pbm.localhost", "DOMAIN", "the server's address is pbm@DOMAIN")
    )
    outgoing: Outgoing = field(
        metadata=row(
            _outgoing, "maildir:{data}/outgoing", "TARGET", "maildir:DIR or smtp://HOST:PORT"
        )
    )
    trust_authserv: str | None = field(
        metadata=row(str, None, "ID", "whose Authentication-Results are believed", option=False)
    )
    trusted_peers: Peers | None = field(
        metadata=row(
            read_peers, None, "NETWORKS", "front servers: trust_authserv counts from there", False
        )
    )
    socket_mode: FileMode = field(
        metadata=row(_mode, "0660", "MODE", "who may use the socket of lmtp:PATH", option=False)
    )
    socket_group: str | None = field(
        metadata=row(str, None, "GROUP", "its group, if not that of its folder", option=False)
    )
    operator: str | None = field(
        metadata=row(
            _address,
            None,
            "ADDRESS",
            "who is mailed what needs a person, and postmaster's mail",
            option=False,
        )
    )
    keep_letters: int | None = field(
        metadata=row(
            _days,
            "90",
            "DAYS",
            "how long letters and mails are kept whole, or forever",
            option=False,
        )
    )
    log: str = field(
        metadata=row(
            _log,
            logs.MASKED,
            "DETAIL",
            "masked; full: whole addresses, and errors in all their words",
            option=False,
        ),
    )
    strangers_per_hour: int = limit(
        200, 1, 100_000, "mails to those who may not have asked: strangers, and forged Froms"
    )
    strangers_megabytes: int = limit(
        100, 1, 1_000_000, "MiB a day that are kept of letters that nothing proves"
    )
    log_letters: bool = field(
        default=False,
        metadata=row(
            _switch, "off", "on|off", "on: a line in the log for each letter", option=False
        ),
    )
    outgoing_sessions: int = limit(4, 1, 50, "mails that are being delivered at a time")
    programs_on: bool = field(
        default=True,
        metadata=row(_switch, "on", "on|off", "whether programs play here", option=False),
    )
    programs_name: str = field(
        default="owl",
        metadata=row(
            _program_name, "owl", "NAME", "their userids: NAME, and NAME-1 to NAME-5", option=False
        ),
    )
    programs_rated: bool = field(
        default=False,
        metadata=row(
            _switch, "off", "on|off", "on: their games are rated, in lists apart", option=False
        ),
    )
    programs_external: Externals = field(
        default=Externals(),
        metadata=row(
            Externals.read,
            "[]",
            "[[...]]",
            "engines of others that play, as tables [[programs.external]]",
            option=False,
        ),
    )
    programs_delay: Span = field(
        default=Span(timedelta(), timedelta()),
        metadata=row(
            _span, "0s", "TIME", "how long they wait with a move; 10s-5m: by chance", option=False
        ),
    )
    site: Path | None = field(
        default=None,
        metadata=row(Path, None, "DIR", "write the club's pages there, as files", option=False),
    )
    site_url: str = field(
        default="",
        metadata=row(
            _url, "", "URL", "where they are served, such as https://games.example.org", False
        ),
    )
    site_language: str = field(
        default=ENGLISH,
        metadata=row(_language, ENGLISH, "LANG", "the language of the first pages", option=False),
    )
    limits: ListenerLimits = field(default_factory=ListenerLimits)
    sources: Mapping[str, str] = field(default_factory=dict, compare=False)
    unread: tuple[str, ...] = field(default=(), compare=False)

    @property
    def node_name(self) -> str:
        return self.node or socket.gethostname()

    @property
    def place(self) -> Place:
        """Where the store is: in the data directory, unless several nodes share it."""
        return self.store.text if self.store else self.data

    @property
    def operator_is_ours(self) -> bool:
        """Whether mail to the operator would come back to this server."""
        return self.operator is not None and self.operator.endswith(f"@{self.domain}")


_LIMITS = rows(ListenerLimits)
TABLE: Mapping[str, Setting] = {**rows(Settings), **_LIMITS}


def variable(name: str) -> str:
    """``PBM_LISTEN`` for ``listen``."""
    return f"PBM_{name.upper()}"


def value(settings: Settings, name: str) -> object:
    """The value in force of one setting."""
    found = getattr(settings.limits if name in _LIMITS else settings, name)
    return ("off", "on")[found] if isinstance(found, bool) else found


def load(options: Mapping[str, str], environ: Mapping[str, str]) -> Settings:
    """Return the settings in force. An empty variable counts as not set.

    :raises UsageError: for an unknown key in pbm.toml, or a value that is not valid
    """
    outer = {**_variables(environ), **_options(options)}
    folder = Path(outer["data"].text if "data" in outer else TABLE["data"].default or ".")
    given = {**_defaults(folder), **_file(folder / FILE), **outer}
    values = {name: _read(name, given.get(name)) for name in TABLE}
    if "store" in given:
        _check_password(values["store"], given["store"].source)
    _check_hidden(values["programs_external"], values["data"])
    return Settings(
        **{name: values[name] for name in rows(Settings)},
        limits=_limits({name: values[name] for name in _LIMITS}),
        sources={name: entry.source for name, entry in given.items()},
        unread=tuple(sorted(_unread(environ))),
    )


def _check_hidden(externals: Externals, data: Path) -> None:
    """:raises UsageError: if an external engine would see the data directory"""
    seeing = [each.userid for each in externals.engines if each.sees(data)]
    if seeing:
        raise UsageError(
            f"the external engine {seeing[0]} would see the data directory {data};"
            f" move one of them, or name other files in its command and reads in {FILE}"
        )


def _limits(values: Mapping[str, Any]) -> ListenerLimits:
    try:
        return ListenerLimits(**values)
    except ValueError as error:
        raise UsageError(f"{error}; change one of them in {FILE}") from error


@dataclass(frozen=True)
class _Given:
    text: str
    source: str


def _defaults(folder: Path) -> dict[str, _Given]:
    defaults = ((name, each.default) for name, each in TABLE.items())
    return {name: _Given(text.format(data=folder), "default") for name, text in defaults if text}


def _file(path: Path) -> dict[str, _Given]:
    try:
        entries = tomllib.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except PermissionError as error:
        raise access_error(path, "read") from error
    except ValueError as error:
        raise UsageError(f"{path} is not TOML: {error}; correct or remove it") from error
    flat = _flat(entries)
    return {name: _Given(_text(path, name, entry), str(path)) for name, entry in flat.items()}


def _flat(entries: Mapping[str, object]) -> Mapping[str, object]:
    """Return the settings by their names: ``on`` in the table ``[programs]`` is programs_on."""
    flat: dict[str, object] = {}
    for name, entry in entries.items():
        inner = entry.items() if isinstance(entry, dict) else ()
        flat |= {f"{name}_{key}": each for key, each in inner} or {name: entry}
    return flat


def _text(path: Path, name: str, entry: object) -> str:
    if name == "data":
        raise UsageError(
            f"{path}: data is always the folder of this file; remove the line, or use --data DIR"
        )
    if name not in TABLE:
        raise UsageError(f'{path}: there is no setting "{name}"; {_meant(name)}')
    if isinstance(entry, list) and TABLE[name].read == Externals.read:
        return json.dumps(entry, default=str)
    if isinstance(entry, bool) and TABLE[name].read is _switch:
        return "on" if entry else "off"
    if not isinstance(entry, str | int) or isinstance(entry, bool):
        raise UsageError(f'{path}: {name} must be a string, such as {name} = "..."')
    return str(entry)


def _meant(name: str) -> str:
    known = [key for key in TABLE if key != "data"]
    close = get_close_matches(name, known, n=1)
    return f"did you mean {close[0]}?" if close else f"the settings are {', '.join(known)}"


def _variables(environ: Mapping[str, str]) -> dict[str, _Given]:
    named = {name: environ.get(variable(name)) for name in TABLE}
    return {name: _Given(text, variable(name)) for name, text in named.items() if text}


def _options(options: Mapping[str, str]) -> dict[str, _Given]:
    return {name: _Given(text, f"--{name}") for name, text in options.items()}


def _check_password(store: StoreUrl, source: str) -> None:
    """Refuse a password where other users of the machine may see it."""
    if store.has_password and source != variable("store"):
        raise UsageError(f"{source}: put the password into ~/.pgpass or {variable('store')}")


def _unread(environ: Mapping[str, str]) -> set[str]:
    known = {variable(name) for name in TABLE}
    return {name for name in environ if name.startswith("PBM_")} - known


def _read(name: str, given: _Given | None) -> Any:
    if given is None:
        return None
    try:
        return TABLE[name].read(given.text)
    except ValueError as error:
        text = masked(given.text)
        raise UsageError(f'{given.source}: {name} cannot be "{text}": {error}') from error
