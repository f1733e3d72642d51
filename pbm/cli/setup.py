"""``pbm setup``: ask, write the settings of a new club, and check them."""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path

import click

from pbm.admin.mail_checks import examine_way
from pbm.admin.mailbox_check import SUB_ADDRESSES
from pbm.admin.setup import PASSWORD_FILE, write_front_server, write_password, write_settings
from pbm.app.config import TABLE, Settings, load
from pbm.app.data_directory import utc_now
from pbm.base.errors import UsageError
from pbm.cli.doctor import echo_check
from pbm.cli.options import given
from pbm.cli.output import echo, program
from pbm.mail.addresses import server_address
from pbm.mailbox.providers import provider_of
from pbm.mailbox.services import services_of

_CLUB = "Address of the club (its mailbox, or only a domain of your own)"


@click.command(short_help="Make a club: ask a few questions, write its settings, check them.")
@click.argument("club", required=False)
@click.option("--data", metavar="DIR", help="The data directory.  [PBM_DATA; ./data]")
@click.option("--operator", metavar="ADDRESS", help="Your own address, for alerts.")
@click.option("--user", metavar="USER", help="The account of the mailbox, if not its address.")
@click.option("--imap", metavar="URL", help="Its server for reading, as the provider names it.")
@click.option("--smtp", metavar="URL", help="Its server for sending, as the provider names it.")
@click.option("--host", metavar="NAME", help="For a domain: the name of this machine in the DNS.")
@click.option("--no-check", is_flag=True, help="Only write; do not log in, and look nothing up.")
def setup(club: str | None, data: str | None, no_check: bool, **options: str | None) -> None:
    """Make a club, in the mailbox CLUB at a provider, or with a domain CLUB of your own.

    What no option says is asked, unless pbm.toml has it already. The password of a mailbox is
    read from standard input if that is no terminal. For a domain, files for Postfix, OpenDKIM and
    OpenDMARC and the records for the DNS are written into the folder setup of the data directory.
    Everything can be done again.
    """
    root = click.get_current_context().find_root().obj or {}
    settings = load({**root, **given({"data": data})}, os.environ)
    name = club or _known(settings, "address", "domain") or _asked(_CLUB, _read_club)
    answers = dict(zip(("address" if "@" in name else "domain",), (_read_club(name),), strict=True))
    operator = options["operator"] or _known(settings, "operator")
    answers["operator"] = operator or _asked("Your own address, for alerts", _reader("operator"))
    if "@" in name:
        _mailbox(settings, answers, options)
    else:
        _domain(settings, answers, options["host"])
    settings = load({**root, **given({"data": data})}, os.environ)
    failed = set() if no_check else _failed(settings)
    if SUB_ADDRESSES in failed and settings.has_sub_addresses:
        _say_written(write_settings(settings.data, {"mailbox_sub_addresses": "off"}))
        failed = _failed(load({**root, **given({"data": data})}, os.environ))
    echo()
    called = f"{program()} --data {settings.data}"
    # A new domain lacks DNS records at first, which are typed while the club runs.
    if failed and settings.mailbox:
        echo(f"Correct what is wrong, and set the club up again with: {called} setup")
        click.get_current_context().exit(1)
    echo(f"Start the club with: {called} serve")
    echo(f"Then write to {server_address(settings.club)} from your own mailbox, with the subject")
    echo("signup ann, or another name. Reply yes to the answer; that makes you its first player.")


def _mailbox(settings: Settings, answers: dict[str, str], options: dict[str, str | None]) -> None:
    """Ask for what a mailbox needs besides, and write it."""
    address = answers["address"]
    domain = address.rpartition("@")[2]
    is_known = provider_of(domain) is not None or _known(settings, "mailbox_imap", "mailbox_smtp")
    named = {} if is_known else services_of(domain)
    for name in ("imap", "smtp"):
        found = options[name] or named.get(name)
        if not (found or is_known):
            question = f"{name.upper()} server of {address}, such as {name}.{domain}"
            found = _asked(question, _reader(f"mailbox_{name}"))
        answers |= {f"mailbox_{name}": found} if found else {}
    answers |= {"mailbox_user": options["user"]} if options["user"] else {}
    answers["mailbox_password_file"] = PASSWORD_FILE
    password = _password(address, is_known=(settings.data / PASSWORD_FILE).exists())
    _say_written(write_settings(settings.data, answers))
    if password:
        _say_written(write_password(settings.data, password))


def _password(address: str, *, is_known: bool) -> str:
    """The password that is typed, or on standard input; "" to keep the one that is known."""
    if sys.stdin.isatty():
        question = f"Password (or app password) of {address}"
        question += "; Enter keeps the old one" if is_known else ""
        default = "" if is_known else None
        typed = click.prompt(question, default, hide_input=True, show_default=False, err=True)
        return str(typed)
    password = sys.stdin.readline().rstrip("\r\n")
    if not password and not is_known:
        raise UsageError("there is no password on standard input; write it on the first line")
    return password


def _domain(settings: Settings, answers: dict[str, str], host: str | None) -> None:
    """Write the settings of a club with a domain, and the files for its mail server."""
    known = _known(settings, "trust_authserv")
    question = "Name of this machine in the DNS"
    host = host or known or _asked(question, _reader("domain"), socket.getfqdn())
    answers |= {"outgoing": _known(settings, "outgoing") or "smtp://127.0.0.1:25"}
    answers |= {"trust_authserv": host, "trusted_peers": "127.0.0.1"}
    _say_written(write_settings(settings.data, answers))
    folder = settings.data / "setup"
    for each in write_front_server(folder, answers["domain"], host, answers["operator"]):
        _say_written(each)


def _known(settings: Settings, *names: str) -> str | None:
    """The first of these settings that was set, as text."""
    is_set = (name for name in names if settings.sources.get(name, "default") != "default")
    return next((str(getattr(settings, name)) for name in is_set), None)


def _read_club(text: str) -> str:
    return _reader("address" if "@" in text else "domain")(text)


def _reader(name: str) -> Callable[[str], str]:
    """A function that checks a value of the setting."""

    def read(text: str) -> str:
        try:
            TABLE[name].read(text)
        except ValueError as error:
            raise click.UsageError(f'"{text}" will not do: {error}.') from error
        return text

    return read


def _asked(question: str, read: Callable[[str], str], default: str | None = None) -> str:
    if not sys.stdin.isatty():
        raise UsageError(f"{question}: not given; name it as an argument or option (--help)")
    return str(click.prompt(question, default=default, value_proc=read, err=True))


def _say_written(path: Path) -> None:
    echo(f"written: {path}")


def _failed(settings: Settings) -> set[str]:
    """Print the results of all checks. Returns those that failed."""
    failed = set()
    for each in examine_way(settings, utc_now()):
        echo_check(each)
        failed |= set() if each.passed else {each.what}
    return failed
