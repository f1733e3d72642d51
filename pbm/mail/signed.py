"""What a DKIM signature covers, and whether that is all that is read of a letter.

The front server says that a signature is good, not what it is good for. It covers the body, and
those headers that it names: of several of one name the last ones. Anybody who has a letter that was
signed can put headers on top of it, take away or change those that it does not name, and send it
to us.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from pbm.mail.addresses import names_players
from pbm.mail.headers import FIELD, Head
from pbm.mail.mailboxes import mailboxes
from pbm.mail.mime import Part, is_multipart
from pbm.mail.parts import is_flowed

_ONCE = {"from", "subject", "date", "message-id"}
_KIND, _ENCODING, _DISPOSITION = "content-type", "content-transfer-encoding", "content-disposition"
_AT_MOST_ONCE = {"mime-version", _KIND, _ENCODING, _DISPOSITION}
_RECIPIENTS = ("to", "cc")

# A bare CR, a control character, or a line of blanks: some readers end a line or the header there.
_ODD = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)|^[ \t]+\r?$", re.MULTILINE)

_PLAIN_ENCODINGS = {"", "7bit", "8bit", "binary"}
_PLAIN_CHARSETS = {"", "us-ascii", "utf-8", "iso-8859-1", "iso-8859-15", "windows-1252"}
# What shows that a body was written as something else than plain text: a soft line break, a
# boundary, a tag, an escape of another charset.
_NOT_PLAIN = re.compile(
    rb"=[ \t]*\r?$|^--[^ \t\r\n]|<(?:[a-z][a-z0-9]*[\s>/]|[!/?])|[\x00-\x08\x0b\x0e-\x1f]",
    re.MULTILINE | re.IGNORECASE,
)


@dataclass(frozen=True)
class Signature:
    """domain: whose it is. names: the headers that it covers. whole: whether it covers all of the
    body.
    """

    domain: str
    names: frozenset[str]
    whole: bool

    def is_of(self, domain: str) -> bool:
        """Whether it may speak for that domain. Rather one too many: to each more is asked of."""
        return not self.domain or _registered(self.domain) == _registered(domain)

    def covers(self, wanted: Iterable[str]) -> bool:
        return self.whole and self.names.issuperset(wanted)


def is_unambiguous(mail: Part) -> bool:
    """Whether each header that counts is there once, whole, and nothing but headers beside them."""
    head, block = mail.headers, mail.raw[mail.start : mail.body]
    count = Counter(name for name, _ in head.raw_items())
    once = all(count[name] == 1 for name in _ONCE) and all(
        count[name] < 2 for name in _AT_MOST_ONCE
    )
    cut = head.cut & (_ONCE | _AT_MOST_ONCE)
    return once and not cut and not _ODD.search(block) and not FIELD.sub(b"", block).strip(b"\r\n")


def is_addressed_to(head: Head, domain: str) -> bool:
    """Whether we are among those that the letter names as its recipients, if it names any.

    What somebody wrote to others, who may have chosen its Subject, is nothing that we were told.
    """
    named = {name for name, _ in head.raw_items()} & set(_RECIPIENTS)
    return not named or _recipient_field(head, domain) in named


def is_signed(mail: Part, theirs: str, domain: str) -> bool:
    """Whether every signature of their domain in the letter covers what we read of it.

    A letter without one was vouched for by something else, or its front server has taken them away.
    """
    wanted = {"from", "subject", "date", _recipient_field(mail.headers, domain) or "to"}
    if not _is_plain(mail):
        wanted |= _describing(mail)
    found = (each for each in _signatures(mail.headers) if each.is_of(theirs))
    return all(each.covers(wanted) for each in found)


def _recipient_field(head: Head, domain: str) -> str:
    """The header that names us, "" for none; of several the last, which a signature would cover."""
    last = {name: value for name, value in head.raw_items() if name not in head.cut}
    return next((each for each in _RECIPIENTS if _names_us(last.get(each, ""), domain)), "")


def _names_us(recipients: str, domain: str) -> bool:
    return any(names_players(each, domain) for each in mailboxes(recipients))


def _describing(mail: Part) -> set[str]:
    """The headers that say how the body is to be read, those that are missing too: they may have
    been taken away."""
    disposed = {_DISPOSITION} & set(mail.headers)
    return {_KIND, *disposed} if is_multipart(mail) else {_KIND, _ENCODING, *disposed}


def _is_plain(mail: Part) -> bool:
    """Whether the body is read as the very text that it is, and would not make sense as another."""
    described = mail.kind == "text/plain" and not is_flowed(mail)
    return (
        described
        and mail.encoding in _PLAIN_ENCODINGS
        and mail.parameter("charset").lower() in _PLAIN_CHARSETS
        and _DISPOSITION not in mail.headers
        and not _NOT_PLAIN.search(mail.content)
    )


def _signatures(head: Head) -> list[Signature]:
    name = "dkim-signature"
    if name in head.cut:
        return [_signature("")]
    return [_signature(value) for each, value in head.raw_items() if each == name]


def _signature(value: str) -> Signature:
    """One that cannot be read speaks for every domain, and covers nothing."""
    pairs = [each.partition("=") for each in value.split(";") if each.strip()]
    tags = {name.strip(): "".join(text.split()).lower() for name, _, text in pairs}
    if len(tags) < len(pairs):
        return Signature("", frozenset(), whole=False)
    return Signature(tags.get("d", ""), frozenset(tags.get("h", "").split(":")), "l" not in tags)


def _registered(domain: str) -> list[str]:
    """The last two labels: domains that are aligned, to whatever policy, have them in common."""
    return domain.split(".")[-2:]
