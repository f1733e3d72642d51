"""Who a From names: the grammar of one mailbox, and of a list of them.

RFC 5322 allows more than most programs read alike: quoted local parts, routes, groups, comments
anywhere. Whatever two readers could take for different people is nobody here, because the server
that vouches for a letter may be the other reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbm.mail.headers import Head, single, unfolded

_ADDRESS = r"(?!\S*=\?)[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9.-]{1,255}"
# Nothing is tried twice ("++"): each takes time in proportion to the length.
_QUOTED = r'"(?:[^"\\]|\\.)*+"'
_COMMENT = r"\((?:[^()\\@]|\\[^@])*+\)"
_BLANK = rf"(?:\s|{_COMMENT})*+"
# Programs leave out the quotes around commas, dots and umlauts.
_NAME = rf'(?:{_QUOTED}|{_COMMENT}|[^"()<>:;\\])*+'
_MAILBOX = re.compile(
    rf"(?P<name>{_NAME})<\s*+(?P<address>{_ADDRESS})\s*+>{_BLANK}|{_BLANK}(?P<bare>{_ADDRESS}){_BLANK}",
    re.DOTALL,
)
_ENTRY = re.compile(
    rf'(?P<text>(?:{_QUOTED}|{_COMMENT}|<[^<>"()]*+>|[^"()<>,])*+)(?:,|\Z)', re.DOTALL
)
_LITERAL = re.compile(rf"{_QUOTED}|{_COMMENT}", re.DOTALL)
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")


def author(head: Head) -> str:
    """The address of the one who wrote a mail, in lower case; "" where nobody can tell."""
    written = single(head, "From")
    return mailbox(written) if written is not None else ""


def mailbox(text: str) -> str:
    """The address of one mailbox, in lower case; "" where not every reader finds the same."""
    line = unfolded(text)
    found = None if _CONTROL.search(line) else _MAILBOX.fullmatch(line.strip())
    if found is None:
        return ""
    address = (found["address"] or found["bare"]).lower()
    return "" if _names_another(found["name"] or "", address) else address


def mailboxes(text: str) -> tuple[str, ...]:
    """The addresses of a list, in lower case, as far as its grammar is whole; no odd ones."""
    return tuple(filter(None, map(mailbox, _entries(unfolded(text)))))


def _entries(line: str) -> Iterator[str]:
    at = 0
    while at < len(line) and (entry := _ENTRY.match(line, at)):
        yield entry["text"]
        at = entry.end()


def _names_another(name: str, address: str) -> bool:
    """Whether a name that is not quoted holds an address; many programs repeat the very same."""
    words = _LITERAL.sub(" ", name).replace(",", " ").lower().split()
    return any("@" in word and word.strip("'") != address for word in words)
