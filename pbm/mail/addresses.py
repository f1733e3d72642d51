"""Our own mail addresses: ``pbm@domain``, and ``pbm+TOKEN@domain`` to reply to."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pbm.base.secrets import TOKEN_LENGTH

LOCAL_PART = "pbm"
_TOKEN = re.compile(rf"{LOCAL_PART}\+([a-z2-7]{{{TOKEN_LENGTH}}})@(.+)", re.IGNORECASE)

# Takes the place of the token in a stored mail. It is as long as a token, so that filling the
# token in changes no line's length.
MASK = "x" * TOKEN_LENGTH


def server_address(domain: str) -> str:
    return f"{LOCAL_PART}@{domain}"


def reply_address(token: str, domain: str) -> str:
    return f"{LOCAL_PART}+{token}@{domain}"


def token_in(addresses: Iterable[str], domain: str) -> str | None:
    """The token of the first of our reply addresses among the addresses."""
    for address in addresses:
        match = _TOKEN.fullmatch(address.strip())
        if match and match[2].casefold() == domain.casefold():
            return match[1].lower()
    return None


def is_for_players(recipients: Iterable[str], domain: str) -> bool:
    """Whether a recipient is ``pbm@`` or a reply address, not just postmaster, abuse or bounce."""
    local_parts = (each.casefold().removesuffix(f"@{domain.casefold()}") for each in recipients)
    return any(map(_is_players_part, local_parts))


def names_players(address: str, domain: str) -> bool:
    """Whether an address, at any domain, is ``pbm@`` or a reply address at ours."""
    local, _, host = address.casefold().rpartition("@")
    return host == domain.casefold() and _is_players_part(local)


def _is_players_part(local: str) -> bool:
    return local == LOCAL_PART or local.startswith(f"{LOCAL_PART}+")
