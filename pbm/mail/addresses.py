"""Our own mail addresses: ``pbm@domain``, and ``pbm+TOKEN@domain`` to reply to.

``domain`` is our mail domain or, for a club whose local part is not ``pbm``, its whole address.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from pbm.base.secrets import TOKEN_LENGTH

LOCAL_PART = "pbm"
"""Our local part, unless the settings name another one."""

_POSTMASTER = "postmaster"

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


@lru_cache(maxsize=64)
def parts(domain: str) -> tuple[str, str]:
    """Our local part and the domain behind it."""
    local, _, host = domain.rpartition("@")
    return local or LOCAL_PART, host


def server_address(domain: str) -> str:
    return "@".join(parts(domain))


def reply_address(token: str, domain: str) -> str:
    local, host = parts(domain)
    return f"{local}+{token}@{host}"


def postmaster(domain: str) -> str:
    """The address of the person who runs the club. At a provider, postmaster is somebody else."""
    local, host = parts(domain)
    return f"{_POSTMASTER}@{host}" if local == LOCAL_PART else f"{local}+{_POSTMASTER}@{host}"


def message_id_end(domain: str) -> str:
    """How the Message-IDs of our mails end: a provider's other customers share its domain."""
    local, host = parts(domain)
    return f"@{host}>" if local == LOCAL_PART else f".{local}@{host}>"


def club_of(message_id: str) -> str:
    """The club whose mail has this Message-ID: its domain, or its address."""
    left, _, host = message_id.strip("<>").rpartition("@")
    local = left.partition(".")[2]
    return f"{local}@{host}" if local else host


def token_in(addresses: Iterable[str], domain: str) -> str | None:
    """The token of the first of our reply addresses among the addresses."""
    pattern = _with_token(domain)
    for address in addresses:
        match = pattern.fullmatch(address.strip())
        if match:
            return match[1].lower()
    return None


@cache
def _with_token(domain: str) -> re.Pattern[str]:
    local, host = map(re.escape, parts(domain))
    return re.compile(rf"{local}\+([a-z2-7]{{{TOKEN_LENGTH}}})@{host}", re.IGNORECASE)


def is_for_players(recipients: Iterable[str], domain: str) -> bool:
    """Whether a recipient is ``pbm@`` or a reply address, not just postmaster, abuse or bounce."""
    ours, host = parts(domain.casefold())
    local_parts = (each.casefold().removesuffix(f"@{host}") for each in recipients)
    return any(_is_players_part(each, ours) for each in local_parts)


def names_players(address: str, domain: str) -> bool:
    """Whether an address, at any domain, is ``pbm@`` or a reply address at ours."""
    local, _, host = address.casefold().rpartition("@")
    ours, our_host = parts(domain.casefold())
    return host == our_host and _is_players_part(local, ours)


def _is_players_part(local: str, ours: str) -> bool:
    tagged = local.startswith(f"{ours}+") and local != f"{ours}+{_POSTMASTER}"
    return local == ours or tagged
