"""The URL of a store for several nodes: checked, and shown without its password."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import parse_qs, unquote

from pbm.base.urls import split_url

_PASSWORDS = {"password", "sslpassword"}
_BEFORE_HOST = re.compile(r"(//[^/:]*:).*(?=@)", re.DOTALL)
_OPTION = re.compile(r"(?<=[?&])([^=&\s]*)=[^&\s]*")
_HOST = re.compile(r"(?:\[[^\[\]]*\]|[^:\[\]]*)(?::\d*)?")
_UNENCODED = re.compile(r"[\s#]|%(?![0-9a-f]{2})", re.IGNORECASE)
_LOCAL = re.compile(r"|localhost|127\.\d+\.\d+\.\d+|::1|/.*")
_SCHEME, _ENCRYPTED = "postgresql", "verify-full"


@dataclass(frozen=True)
class StoreUrl:
    """``str`` masks the password; only ``text`` has it."""

    text: str = field(repr=False)

    def __str__(self) -> str:
        return masked(self.text)

    @property
    def has_password(self) -> bool:
        url = split_url(self.text)
        user, _, _ = url.netloc.rpartition("@")
        named = {name.lower() for name in parse_qs(url.query, keep_blank_values=True)}
        return ":" in user or bool(_PASSWORDS & named)


def masked(text: str) -> str:
    """The text with ``***`` in place of the passwords of a URL in it.

    It may be no valid URL: people forget to encode characters of a password. All up to the last
    "@" may belong to it.
    """
    return _OPTION.sub(_masked_option, _BEFORE_HOST.sub(r"\1***", text))


def _masked_option(option: re.Match[str]) -> str:
    return f"{option[1]}=***" if unquote(option[1]).lower() in _PASSWORDS else option[0]


def read_store_url(text: str) -> StoreUrl:
    """:raises ValueError: if the text is no such URL, or its host must be reached encrypted"""
    if split_url(text).scheme != _SCHEME:
        raise ValueError("a URL is expected, such as postgresql://USER@HOST/DATABASE")
    _check_encoded(text)
    options = parse_qs(split_url(text).query)
    far = [host for host in _hosts(text) if not _LOCAL.fullmatch(host)]
    if far and options.get("sslmode") != [_ENCRYPTED]:
        raise ValueError(f"{far[0]} is another machine, so sslmode={_ENCRYPTED} is needed")
    return StoreUrl(text)


def _check_encoded(text: str) -> None:
    """Refuse a URL that may hold a password in which not all characters are encoded.

    A part of that password would count as a host, which errors name.
    """
    url = split_url(text)
    user, _, hosts = url.netloc.rpartition("@")
    is_read = all(map(_HOST.fullmatch, hosts.split(",")))
    if "@" in user + url.path or not is_read or _UNENCODED.search(text):
        raise ValueError('in a user or password, characters such as "/" must be written as %2F')


def _hosts(text: str) -> list[str]:
    """The hosts of a URL; there may be several, and each may have a port."""
    url = split_url(text)
    _, _, named = url.netloc.rpartition("@")
    options = parse_qs(url.query)
    given = [named, *options.get("host", ()), *options.get("hostaddr", ())]
    return [_without_port(host) for each in given for host in each.split(",")]


def _without_port(host: str) -> str:
    found = re.fullmatch(r"\[(.*)\](?::\d+)?|([^:]*)(?::\d+)?", host)
    return (found[1] or found[2] or "") if found else host
