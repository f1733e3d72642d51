"""Whether the front server vouches for the From address (``trust_authserv``)."""

from __future__ import annotations

from collections.abc import Sequence
from email.message import Message

from authres import AuthenticationResult, AuthenticationResultsHeader, AuthResError

from pbm.mail import headers

# Which property of a result names the domain that it vouches for. They are asked for by name:
# authres has attributes for those of DKIM, and none for those of DMARC.
_ALIGNED = {"dmarc": "from", "dkim": "d"}


def is_authenticated(head: Message, authors: Sequence[str], trusted: str) -> bool:
    """Whether the topmost Authentication-Results bears the trusted id and an aligned pass.

    Only the topmost one was written by our own front server: every other may be forged.
    """
    found = headers.value(head, "Authentication-Results") if trusted else ""
    if not found or len(authors) != 1:
        return False
    try:
        header = AuthenticationResultsHeader.parse(f"Authentication-Results: {found}")
    except (AuthResError, ValueError, IndexError, RecursionError):
        return False
    domain = authors[0].rpartition("@")[2]
    vouched = any(_aligned(result, domain) for result in header.results)
    return header.authserv_id.casefold() == trusted.casefold() and vouched


def _aligned(result: AuthenticationResult, domain: str) -> bool:
    """A DMARC pass for the From domain, or a DKIM pass of that very domain."""
    if str(result.result).casefold() != "pass":
        return False
    wanted = ("header", _ALIGNED.get(result.method, ""))
    found = [each.value for each in result.properties if (each.type, each.name) == wanted]
    return [str(value).casefold() for value in found] == [domain]
