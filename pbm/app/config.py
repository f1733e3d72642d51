"""Settings: pbm.toml in the data directory, then PBM_* variables, then options.

Each field of ``Settings`` and of ``ListenerLimits`` is one setting. Nothing is read before ``load``
is called.
"""

from __future__ import annotations

import json
import socket
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import timedelta
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pbm.app.externals import Externals
from pbm.app.setting_values import (
    OWL,
    Endpoint,
    FileMode,
    Imap,
    Listen,
    Outgoing,
    Smarthost,
    Span,
    read_acting,
    read_address,
    read_club,
    read_days,
    read_domain,
    read_durability,
    read_folder,
    read_imap,
    read_language,
    read_listen,
    read_log,
    read_log_format,
    read_loopback,
    read_mode,
    read_outgoing,
    read_plugins,
    read_program_name,
    read_span,
    read_submission,
    read_switch,
    read_url,
    submission_url,
)
from pbm.app.store_url import StoreUrl, masked, read_store_url
from pbm.base import logs
from pbm.base.errors import UsageError
from pbm.base.password_file import place_of
from pbm.base.permissions import access_error
from pbm.base.setting import Setting, limit, row, rows
from pbm.core.languages import ENGLISH
from pbm.core.names import is_for_trials
from pbm.mail.addresses import server_address
from pbm.mail.peers import Peers, read_peers
from pbm.mailbox.account import Account
from pbm.mailbox.providers import provider_of
from pbm.smtp.listener_limits import ListenerLimits
from pbm.smtp.next_hop import Login, Security
from pbm.smtp.recipients import OurAddresses
from pbm.store import Place

FILE = "pbm.toml"
SHARED = Path("/etc/pbm/pbm.toml")
"""Settings of the machine's club, which name its data directory."""


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
            read_durability, "quorum", "HOW", "quorum: a commit is on two machines, or local", False
        )
    )
    store_acting: str = field(
        metadata=row(
            read_acting, "leader", "WHO", "leader: one node acts on letters, or all", False
        )
    )
    node: str | None = field(
        metadata=row(str, None, "NAME", "this node's name, if not that of the host", option=False)
    )
    listen: Listen = field(
        metadata=row(
            read_listen,
            "127.0.0.1:8025",
            "HOST:PORT",
            "accept mail there, or at lmtp:PATH; port 0: any",
        )
    )
    domain: str = field(
        metadata=row(read_domain, "pbm.localhost", "DOMAIN", "the server's address is pbm@DOMAIN")
    )
    outgoing: Outgoing = field(
        metadata=row(
            read_outgoing,
            "maildir:{data}/outgoing",
            "TARGET",
            "maildir:DIR, smtp://HOST:PORT, smtps://HOST or submission://HOST",
        )
    )
    outgoing_user: str | None = field(
        metadata=row(str, None, "USER", "the account to log in to there", option=False)
    )
    outgoing_password_file: Path | None = field(
        metadata=row(Path, None, "FILE", "the file that holds its password", option=False)
    )
    outgoing_password_command: str | None = field(
        metadata=row(str, None, "COMMAND", "prints the password, in place of the file", False)
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
        metadata=row(read_mode, "0660", "MODE", "who may use the socket of lmtp:PATH", option=False)
    )
    socket_group: str | None = field(
        metadata=row(str, None, "GROUP", "its group, if not that of its folder", option=False)
    )
    operator: str | None = field(
        metadata=row(
            read_address,
            None,
            "ADDRESS",
            "who is mailed what needs a person, and postmaster's mail",
            option=False,
        )
    )
    keep_letters: int | None = field(
        metadata=row(
            read_days,
            "90",
            "DAYS",
            "how long letters and mails are kept whole, or forever",
            option=False,
        )
    )
    log: str = field(
        metadata=row(
            read_log,
            logs.MASKED,
            "DETAIL",
            "masked; full: whole addresses, and errors in all their words",
            option=False,
        ),
    )
    log_format: str = field(
        default=logs.TEXT,
        metadata=row(
            read_log_format, logs.TEXT, "FORMAT", "text, or json: an object a line", option=False
        ),
    )
    metrics_listen: Endpoint | None = field(
        default=None,
        metadata=row(
            read_loopback, None, "HOST:PORT", "metrics for Prometheus, on the loopback", False
        ),
    )
    strangers_per_hour: int = limit(
        200, 1, 100_000, "mails to those who may not have asked: strangers, and forged Froms"
    )
    strangers_megabytes: int = limit(
        100, 1, 1_000_000, "MiB a day that are kept of letters that nothing proves"
    )
    player_megabytes: int = limit(
        10, 1, 1_000_000, "MiB a month that are kept of the letters of one player"
    )
    players_megabytes: int = limit(
        1000, 1, 1_000_000, "MiB a month that are kept of large letters of all players"
    )
    address: str | None = field(
        default=None,
        metadata=row(
            read_club, None, "ADDRESS", "the server's address, if not pbm@DOMAIN", option=False
        ),
    )
    log_letters: bool = field(
        default=False,
        metadata=row(
            read_switch, "off", "on|off", "on: a line in the log for each letter", option=False
        ),
    )
    outgoing_sessions: int = limit(4, 1, 50, "mails that are being delivered at a time")
    programs_on: bool = field(
        default=True,
        metadata=row(read_switch, "on", "on|off", "whether programs play here", option=False),
    )
    programs_name: str = field(
        default=OWL,
        metadata=row(
            read_program_name,
            OWL,
            "NAME",
            "their userids: NAME, and NAME-1 to NAME-5",
            option=False,
        ),
    )
    programs_rated: bool = field(
        default=False,
        metadata=row(
            read_switch, "off", "on|off", "on: their games are rated, in lists apart", option=False
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
            read_span,
            "0s",
            "TIME",
            "how long they wait with a move; 10s-5m: by chance",
            option=False,
        ),
    )
    site: Path | None = field(
        default=None,
        metadata=row(Path, None, "DIR", "write the club's pages there, as files", option=False),
    )
    site_url: str = field(
        default="",
        metadata=row(
            read_url, "", "URL", "where they are served, such as https://games.example.org", False
        ),
    )
    site_language: str = field(
        default=ENGLISH,
        metadata=row(
            read_language, ENGLISH, "LANG", "the language of the pages in the top folder", False
        ),
    )
    mailbox_password_file: Path | None = field(
        default=None,
        metadata=row(
            Path, None, "FILE", "fetch letters from the mailbox of address; its password", False
        ),
    )
    mailbox_user: str | None = field(
        default=None,
        metadata=row(str, None, "USER", "the account there, if not address", option=False),
    )
    mailbox_imap: Imap | None = field(
        default=None,
        metadata=row(read_imap, None, "URL", "its server: imaps://HOST or imap://HOST", False),
    )
    mailbox_smtp: str | None = field(
        default=None,
        metadata=row(
            read_submission, None, "URL", "what sends: smtps://HOST or submission://HOST", False
        ),
    )
    mailbox_folder: str = field(
        default="INBOX",
        metadata=row(str, "INBOX", "FOLDER", "where letters come in", option=False),
    )
    mailbox_done: str = field(
        default="pbm",
        metadata=row(read_folder, "pbm", "FOLDER", "where letters go then; - deletes them", False),
    )
    mailbox_sub_addresses: bool | None = field(
        default=None,
        metadata=row(
            read_switch, None, "on|off", "off: the provider delivers none; by provider", False
        ),
    )
    mailbox_junk: str | None = field(
        default=None,
        metadata=row(
            read_folder,
            None,
            "FOLDER",
            "its folder for spam, where replies are found; -: none",
            False,
        ),
    )
    mailbox_per_day: int = limit(
        400, 10, 1_000_000, "mails a day, below the provider's limit; from 80 % only moves leave"
    )
    mailbox_password_command: str | None = field(
        default=None,
        metadata=row(str, None, "COMMAND", "prints the password, in place of the file", False),
    )
    games_plugins: tuple[str, ...] = field(
        default=(),
        metadata=row(
            read_plugins, "none", "NAMES", "installed distributions whose games are offered", False
        ),
    )
    limits: ListenerLimits = field(default_factory=ListenerLimits)
    sources: Mapping[str, str] = field(default_factory=dict, compare=False)
    unread: tuple[str, ...] = field(default=(), compare=False)

    @property
    def club(self) -> str:
        """The server's address, or its domain if it is ``pbm@DOMAIN``."""
        return self.domain if self.address in (None, server_address(self.domain)) else self.address

    @property
    def mailbox(self) -> Account | None:
        """The mailbox that letters are fetched from; None for a club with the listener alone."""
        login = self._login(
            self.mailbox_user or server_address(self.club),
            self.mailbox_password_file,
            self.mailbox_password_command,
        )
        server = self.mailbox_imap
        if login is None or server is None:
            return None
        return Account(
            server.endpoint.host,
            server.endpoint.port,
            login,
            server.is_implicit,
            self.mailbox_folder,
            self.mailbox_done,
            self.mailbox_junk,
        )

    @property
    def has_sub_addresses(self) -> bool:
        """Whether mail to sub-addresses of the club comes in."""
        if self.mailbox_sub_addresses is not None or self.mailbox is None:
            return self.mailbox_sub_addresses is not False
        provider = provider_of(self.domain)
        return provider is None or provider.sub_addresses

    @property
    def login(self) -> Login | None:
        """The account from which mail is sent; None if the next hop asks for none."""
        return self._login(
            self.outgoing_user, self.outgoing_password_file, self.outgoing_password_command
        )

    def _login(self, user: str | None, file: Path | None, command: str | None) -> Login | None:
        if user is None or (file is None and command is None):
            return None
        return Login(user, place_of(file or Path(), self.data), command or "")

    @property
    def node_name(self) -> str:
        return self.node or socket.gethostname()

    @property
    def place(self) -> Place:
        """The location of the store: the data directory, unless several nodes share a database."""
        return self.store.text if self.store else self.data

    @property
    def is_trial(self) -> bool:
        """Whether the server can only be tried out: no mail can reach its domain."""
        return self.mailbox is None and is_for_trials(self.domain)

    @property
    def operator_is_ours(self) -> bool:
        """Whether mail to the operator would come back to this server."""
        if self.operator is None:
            return False
        if self.club == self.domain:
            return self.operator.endswith(f"@{self.domain}")
        return OurAddresses(self.club).refusal(self.operator) is None


_LIMITS = rows(ListenerLimits)
_LOGIN = ("outgoing_user", "outgoing_password_file", "outgoing_password_command")
TABLE: Mapping[str, Setting] = {**rows(Settings), **_LIMITS}


def variable(name: str) -> str:
    """``PBM_LISTEN`` for ``listen``."""
    return f"PBM_{name.upper()}"


def value(settings: Settings, name: str) -> object:
    """The value in force of one setting."""
    found = getattr(settings.limits if name in _LIMITS else settings, name)
    if isinstance(found, tuple):
        return ", ".join(found) or "none"
    return ("off", "on")[found] if isinstance(found, bool) else found


def load(options: Mapping[str, str], environ: Mapping[str, str]) -> Settings:
    """Return the settings in force. An empty variable counts as not set.

    :raises UsageError: for an unknown key in pbm.toml, or a value that is not valid
    """
    outer = {**_variables(environ), **_options(options)}
    shared = _shared(outer.get("data"))
    outer = {**({"data": shared["data"]} if shared else {}), **outer}
    folder = Path(outer["data"].text if "data" in outer else TABLE["data"].default or ".")
    given = _with_domain({**_defaults(folder), **shared, **_file(folder / FILE), **outer})
    given = _with_servers(given)
    values = {name: _read(name, given.get(name)) for name in TABLE}
    if "store" in given:
        _check_password(values["store"], given["store"].source)
    _check_hidden(values["programs_external"], values["data"])
    _check_login(*(values[name] for name in ("outgoing", *_LOGIN)))
    return Settings(
        **{name: values[name] for name in rows(Settings)},
        limits=_limits({name: values[name] for name in _LIMITS}),
        sources={name: entry.source for name, entry in given.items()},
        unread=tuple(sorted(_unread(environ))),
    )


def _with_domain(given: dict[str, _Given]) -> dict[str, _Given]:
    """The settings with the domain of the club's address, if that is set.

    :raises UsageError: if another domain is set
    """
    if "address" not in given:
        return given
    address: str = _read("address", given["address"])
    domain = replace(given["address"], text=address.rpartition("@")[2])
    set_ = given["domain"]
    if set_.source != "default" and set_.text.lower() != domain.text:
        raise UsageError(
            f"{set_.source}: the domain is {set_.text}, but the address is {address}; remove domain"
        )
    return {**given, "domain": domain}


def _with_servers(given: dict[str, _Given]) -> dict[str, _Given]:
    """The settings with the servers of a mailbox, and what is sent goes through its account.

    :raises UsageError: if the mailbox is not complete, or its servers are not known
    """
    named = [name for name in given if name.startswith("mailbox_")]
    if not any(given[name].source != "default" for name in named):
        return given
    passwords = [name for name in given if name.startswith("mailbox_password_")]
    if not passwords or "address" not in given:
        missing = "address" if "address" not in given else "mailbox_password_file"
        raise UsageError(
            f"{FILE}: a mailbox needs address and mailbox_password_file; set {missing}"
        )
    urls = _servers_of(given)
    login = {name.replace("mailbox_", "outgoing_", 1): given[name] for name in passwords}
    login["outgoing_user"] = given.get("mailbox_user", given["address"])
    sends = given["outgoing"].source == "default"
    smtp = urls["mailbox_smtp"]
    outgoing = replace(smtp, text=submission_url(smtp.text))
    return {**given, **urls, **({"outgoing": outgoing, **login} if sends else {})}


def _servers_of(given: Mapping[str, _Given]) -> dict[str, _Given]:
    """:raises UsageError: if the servers are neither set nor known"""
    set_ = {name: given[name] for name in ("mailbox_imap", "mailbox_smtp") if name in given}
    if len(set_) == 2:
        return set_
    domain = given["domain"].text
    provider = provider_of(domain)
    if provider is None:
        raise UsageError(
            f"{FILE}: the mail servers of {domain} are not known; set mailbox_imap and"
            " mailbox_smtp, as the provider's help pages name them"
        )
    if provider.refuses:
        raise UsageError(f"{FILE}: {provider.refuses}")
    known = {"mailbox_imap": provider.imap, "mailbox_smtp": provider.smtp}
    return {
        name: _Given(url, f"the table of providers, for {domain}") for name, url in known.items()
    } | set_


def _check_login(
    outgoing: Outgoing, user: str | None, file: Path | None, command: str | None
) -> None:
    """:raises UsageError: if a login is incomplete, or would be readable on its way"""
    has_password = file is not None or command is not None
    if has_password != (user is not None):
        missing = _LOGIN[0] if has_password else _LOGIN[1]
        raise UsageError(f"a login needs {' and '.join(_LOGIN[:2])}; set {missing} in {FILE}")
    if user and not (isinstance(outgoing, Smarthost) and outgoing.security is not Security.NONE):
        raise UsageError(
            f"{outgoing} takes no login: set outgoing to smtps://HOST or submission://HOST, which"
            f" encrypt the password, or remove {' and '.join(_LOGIN[:2])}"
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


def _shared(data: _Given | None) -> dict[str, _Given]:
    """The settings in /etc, if they are those of this data directory, or none is named.

    :raises UsageError: if they name no data directory
    """
    found = _file(SHARED, names_data=True)
    if found and not Path(found["data"].text if "data" in found else "").is_absolute():
        raise UsageError(f'{SHARED}: name the data directory in it, as data = "/var/lib/pbm"')
    is_other = data is not None and found and Path(data.text) != Path(found["data"].text)
    return {} if is_other else found


def _file(path: Path, *, names_data: bool = False) -> dict[str, _Given]:
    """names_data: whether the file may say which the data directory is."""
    try:
        # Some editors begin a file with a byte order mark.
        text = path.read_text(encoding="utf-8-sig")
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except PermissionError as error:
        raise access_error(path, "read") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not in UTF-8; save it in that encoding") from error
    try:
        flat = _flat(tomllib.loads(text))
    except ValueError as error:
        from pbm.base.toml_mistakes import mistake  # noqa: PLC0415 (seldom needed)

        raise UsageError(f"{path}: {masked(mistake(text))}") from error
    if names_data and isinstance(flat.get("data"), str):
        return {**_given(path, flat, but="data"), "data": _Given(str(flat["data"]), str(path))}
    return _given(path, flat)


def _given(path: Path, flat: Mapping[str, object], but: str = "") -> dict[str, _Given]:
    rest = {name: entry for name, entry in flat.items() if name != but}
    return {name: _Given(_text(path, name, entry), str(path)) for name, entry in rest.items()}


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
    if isinstance(entry, list) and TABLE[name].read is read_plugins:
        return ", ".join(map(str, entry)) or "none"
    if isinstance(entry, bool) and TABLE[name].read is read_switch:
        return "on" if entry else "off"
    if isinstance(entry, str) and not entry.isprintable():
        raise UsageError(
            f"{path}: {name} has a control character; a text with backslashes needs single"
            " quotation marks"
        )
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
