"""DKIM signatures: whether they cover everything that we read of a letter.

The front server says that a signature is valid, not what it covers. A signature covers the body and
the headers that it lists; of several headers with the same name, the last ones. Anybody who has a
signed letter can add headers on top, remove or change unsigned ones, and send it to us.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from pbm.mail.addresses import names_players
from pbm.mail.body.parts import is_flowed
from pbm.mail.headers import FIELD, Head
from pbm.mail.mailboxes import mailboxes
from pbm.mail.mime import Part, is_multipart

_ONCE = {"from", "subject", "date", "message-id"}
_KIND, _ENCODING, _DISPOSITION = "content-type", "content-transfer-encoding", "content-disposition"
_AT_MOST_ONCE = {"mime-version", _KIND, _ENCODING, _DISPOSITION}
_RECIPIENTS = ("to", "cc")

# A bare CR, a control character or a line of blanks: some parsers end a line or the header there.
_ODD = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)|^[ \t]+\r?$", re.MULTILINE)

_PLAIN_ENCODINGS = {"", "7bit", "8bit", "binary"}
_PLAIN_CHARSETS = {"", "us-ascii", "utf-8", "iso-8859-1", "iso-8859-15", "windows-1252"}
# Signs that a body is no plain text: a soft line break, a boundary, an HTML tag, an escape sequence
# of another charset.
_NOT_PLAIN = re.compile(
    rb"=[ \t]*\r?$|^--[^ \t\r\n]|<(?:[a-z][a-z0-9]*[\s>/]|[!/?])|[\x00-\x08\x0b\x0e-\x1f]",
    re.MULTILINE | re.IGNORECASE,
)


@dataclass(frozen=True)
class Signature:
    """A DKIM signature.

    domain: the signer. names: the headers that it covers.
    whole: whether it covers the whole body.
    """

    domain: str
    names: frozenset[str]
    whole: bool

    def is_of(self, domain: str) -> bool:
        """Whether the signature may be of that domain.

        A false positive is safe: it only adds a signature that must cover what we read.
        """
        return not self.domain or _registered(self.domain) == _registered(domain)

    def covers(self, wanted: Iterable[str]) -> bool:
        return self.whole and self.names.issuperset(wanted)


def is_unambiguous(mail: Part) -> bool:
    """Whether each relevant header occurs once, untruncated, and the block holds only headers."""
    head, block = mail.headers, mail.raw[mail.start : mail.body]
    count = Counter(name for name, _ in head.items)
    once = all(count[name] == 1 for name in _ONCE) and all(
        count[name] < 2 for name in _AT_MOST_ONCE
    )
    cut = head.cut & (_ONCE | _AT_MOST_ONCE)
    is_whole = mail.start == 0 and not FIELD.sub(b"", block).strip(b"\r\n")
    return is_whole and once and not cut and not _ODD.search(block)


def is_addressed_to(head: Head, domain: str) -> bool:
    """Whether To or Cc names us, or the letter has neither.

    A letter that was written to somebody else is no command to us: its recipient may forward it,
    and may have chosen its Subject.
    """
    named = {name for name in _RECIPIENTS if name in head}
    return not named or _recipient_field(head, domain) in named


def is_signed(mail: Part, theirs: str, domain: str) -> bool:
    """Whether every signature of the author's domain covers what we read of the letter.

    A letter without a signature passes: something else vouched for it, or the front server has
    removed its signatures.
    """
    wanted = {"from", "subject", "date", _recipient_field(mail.headers, domain) or "to"}
    if not _is_plain(mail):
        wanted |= _describing(mail)
    found = (each for each in _signatures(mail.headers) if each.is_of(theirs))
    return all(each.covers(wanted) for each in found)


def _recipient_field(head: Head, domain: str) -> str:
    """The name of the header, To or Cc, that names us; "" for none.

    If a header occurs several times the last one counts, because signatures cover the last.
    """
    last = {name: value for name, value in head.items if name not in head.cut}
    return next((each for each in _RECIPIENTS if _names_us(last.get(each, ""), domain)), "")


def _names_us(recipients: str, domain: str) -> bool:
    return any(names_players(each, domain) for each in mailboxes(recipients))


def _describing(mail: Part) -> set[str]:
    """The headers that decide how the body is parsed.

    A signature must list them even if they are missing, because somebody may have removed them.
    """
    disposed = {_DISPOSITION} if _DISPOSITION in mail.headers else set()
    return {_KIND, *disposed} if is_multipart(mail) else {_KIND, _ENCODING, *disposed}


def _is_plain(mail: Part) -> bool:
    """Whether the body is plain text without any encoding, and does not look like another kind."""
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
    return list(map(_signature, head.raw(name)))


def _signature(value: str) -> Signature:
    """Parse a DKIM-Signature. An invalid one counts for every domain and covers nothing."""
    pairs = [each.partition("=") for each in value.split(";") if each.strip()]
    tags = {name.strip(): "".join(text.split()).lower() for name, _, text in pairs}
    if len(tags) < len(pairs):
        return Signature("", frozenset(), whole=False)
    return Signature(tags.get("d", ""), frozenset(tags.get("h", "").split(":")), "l" not in tags)


def _registered(domain: str) -> list[str]:
    """The last two labels, which aligned domains have in common under any DMARC policy."""
    return domain.split(".")[-2:]
