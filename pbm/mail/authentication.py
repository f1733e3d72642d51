"""Whether the front server vouches for the From address (``trust_authserv``)."""

from __future__ import annotations

from authres import AuthenticationResultsHeader, AuthResError

from pbm.mail.letter import Letter


def is_authenticated(letter: Letter, trusted: str) -> bool:
    """Whether the topmost Authentication-Results bears the trusted id and an aligned pass.

    Only the topmost one was written by our own front server: every other may be forged.
    """
    if not trusted or not letter.authentication or len(letter.authors) != 1:
        return False
    try:
        header = AuthenticationResultsHeader.parse(
            f"Authentication-Results: {letter.authentication}"
        )
    except (AuthResError, ValueError, IndexError):
        return False
    domain = letter.authors[0].rpartition("@")[2]
    vouched = any(_aligned(result, domain) for result in header.results)
    return header.authserv_id.casefold() == trusted.casefold() and vouched


def _aligned(result: object, domain: str) -> bool:
    """A DMARC pass for the From domain, or a DKIM pass of that very domain."""
    method = getattr(result, "method", "")
    if str(getattr(result, "result", "")).casefold() != "pass":
        return False
    name = {"dmarc": "header_from", "dkim": "header_d"}.get(method, "")
    return bool(name) and str(getattr(result, name, "") or "").casefold() == domain
