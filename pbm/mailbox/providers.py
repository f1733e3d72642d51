"""The largest mail providers: their servers, by the domain of an address."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class Provider:
    """A provider: the URLs of its servers.

    refuses: why pbm cannot log in there with a password, "" if it can. sub_addresses: whether it
        delivers mail to NAME+KEY@DOMAIN to NAME. device, token, scope: for a consent in place of a
        password (RFC 8628), "" if there is none.
    """

    name: str
    domains: tuple[str, ...]
    imap: str
    smtp: str
    refuses: str = ""
    sub_addresses: bool = True
    device: str = ""
    token: str = ""
    scope: str = ""


@cache
def providers() -> tuple[Provider, ...]:
    text = files(__package__).joinpath("providers.toml").read_text(encoding="utf-8")
    return tuple(
        Provider(name, **{**entry, "domains": tuple(entry["domains"])})
        for name, entry in tomllib.loads(text).items()
    )


def provider_of(domain: str) -> Provider | None:
    return next((each for each in providers() if domain in each.domains), None)
