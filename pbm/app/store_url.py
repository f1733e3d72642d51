"""The URL of a store for several nodes, as a setting: checked, and shown without its password."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import parse_qs

from pbm.base.urls import split_url

_PASSWORD = re.compile(r"(//[^/@]*?:)[^/]*(?=@)|(?<=[?&])(password=)[^&]*", re.IGNORECASE)
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
        return str(self) != self.text


def masked(text: str) -> str:
    """The text with ``***`` in place of the password of a URL in it."""
    return _PASSWORD.sub(lambda found: f"{found[1] or found[2]}***", text)


def read_store_url(text: str) -> StoreUrl:
    """:raises ValueError: if the text is no such URL, or its host must be reached encrypted"""
    if split_url(text).scheme != _SCHEME:
        raise ValueError("a URL is expected, such as postgresql://USER@HOST/DATABASE")
    options = parse_qs(split_url(text).query)
    far = [host for host in _hosts(text) if not _LOCAL.fullmatch(host)]
    if far and options.get("sslmode") != [_ENCRYPTED]:
        raise ValueError(f"{far[0]} is another machine, so sslmode={_ENCRYPTED} is needed")
    return StoreUrl(text)


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
