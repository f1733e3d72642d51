"""Split URLs, also those of databases with several hosts."""

from __future__ import annotations

import re
from urllib.parse import SplitResult

# RFC 3986, appendix B.
_URL = re.compile(r"(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)


def split_url(text: str) -> SplitResult:
    """Split a URL into its parts, without a check of its hosts.

    Newer versions of ``urllib.parse.urlsplit`` refuse several hosts if one of them is an IPv6
    address in brackets, which PostgreSQL accepts.
    """
    found = _URL.fullmatch(text)
    assert found is not None, "the pattern fits any text"
    scheme, *others = (part or "" for part in found.groups())
    return SplitResult(scheme.lower(), *others)
