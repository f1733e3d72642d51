"""Our own mail addresses: ``pbm@domain``, and ``pbm+TOKEN@domain`` to reply to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pbm.base.secrets import TOKEN_LENGTH

LOCAL_PART = "pbm"
_TOKEN = re.compile(rf"{LOCAL_PART}\+([a-z2-7]{{{TOKEN_LENGTH}}})@(.+)", re.IGNORECASE)

MASK = "x" * TOKEN_LENGTH
"""Takes the place of a mail's own token while it is stored, and is as long as a token, so that
filling the token in changes no line's length."""

_DIGITS = 4
_COMMON = MASK[:-_DIGITS]
_MASK = re.compile(rf"{_COMMON}(?:{MASK[-_DIGITS:]}|[0-9]{{{_DIGITS}}})".encode())


def mask(number: int) -> str:
    """The mask for token ``number`` of a mail. 0 is its own; a digest has one more per entry."""
    return f"{_COMMON}{number:0{_DIGITS}}" if number else MASK


def blank_masks(text: bytes) -> bytes:
    """Blank all masks, because text of others must not get a token when the mail is sent."""
    return _MASK.sub(b"*" * len(MASK), text) if _COMMON.encode() in text else text


def fill_masks(text: bytes, tokens: Sequence[str]) -> bytes:
    """Replace each mask by its token. A mask without a token stays."""
    written = {mask(number).encode(): token.encode() for number, token in enumerate(tokens)}
    return _MASK.sub(lambda found: written.get(found[0], found[0]), text)


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
