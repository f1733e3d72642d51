"""A mail as bytes, ready to send but for its token."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import SMTP, Policy
from email.utils import format_datetime
from hashlib import sha256
from itertools import chain, cycle, islice
from typing import Any

from pbm.mail.addresses import MASK

NAME = "pbm"
LONGEST_LINE = 990
"""SMTP takes lines of 998."""


class _MessageIds(UnstructuredHeader):
    """In-Reply-To and References, one id a line.

    As an ordinary header an id would be searched for encoded words, which can hold line breaks,
    and one that is longer than a line would become an encoded word itself and end the thread.
    """

    name: str  # the registry mixes this class into a header, which has one

    @classmethod
    def parse(cls, value: str, kwds: dict[str, Any]) -> None:
        kwds["parse_tree"] = cls.value_parser("")
        kwds["decoded"] = value

    def fold(self, *, policy: Policy) -> str:
        folded = str(self).replace(" ", policy.linesep + " ")
        return f"{self.name}: {folded}{policy.linesep}"


def _policy() -> Policy:
    registry = HeaderRegistry()
    for name in ("In-Reply-To", "References"):
        registry.map_to_type(name, _MessageIds)  # type: ignore[arg-type]  # as the manual does
    return SMTP.clone(header_factory=registry)


_POLICY = _policy()
_ID = re.compile(r"<[!-;=?-~]{1,250}>")

_ORDINARY_ADDRESS = re.compile(r"[\w+-]+(\.[\w+-]+)*@[\w-]+(\.[\w-]+)*", re.ASCII)
# A value that begins or ends with blanks is written by the library with fewer of them.
_ORDINARY_HEADER = re.compile(r"(?=.{1,76}$)[!-~]+: [!-~](?:[ -~]*[!-~])?|References: .*")
_FOLD = "\n "
_ORDINARY_BODY = re.compile(r"(?:[ -~]{0,78}\n)+")
_ORDINARY_CONTENT = (
    'Content-Type: text/plain; charset="utf-8"',
    "Content-Transfer-Encoding: 7bit",
    "MIME-Version: 1.0",
)


@dataclass(frozen=True)
class Mail:
    """A mail to be composed. Message-IDs keep their angle brackets.

    references: the thread, oldest first; the last one is what this mail answers.
    prompted: whether it answers a letter (``auto-replied``) or comes by itself.
    html: the body once more as a page in ASCII, "" for a mail of text alone.
    """

    message_id: str
    recipient: str
    sender: str
    reply_to: str
    subject: str
    body: str
    date: datetime
    references: Sequence[str] = ()
    prompted: bool = True
    html: str = ""


def compose(mail: Mail, *tokens: str) -> bytes:
    """The mail as CRLF bytes, a mask in place of the token, or of each of several in order."""
    # EmailMessage takes 1.2 ms of CPU instead of 0.02; most mails need nothing of it.
    raw = ordinary(mail) or extraordinary(mail)
    return _masked(raw, tokens)


def ordinary(mail: Mail) -> bytes | None:
    """The very bytes of ``extraordinary``, for a mail that needs no encoding and no folding."""
    headers = [f"{name}: {value}" for name, value in _headers(mail)]
    if mail.html or not (
        _ORDINARY_ADDRESS.fullmatch(mail.recipient)
        and all(map(_ORDINARY_HEADER.fullmatch, headers))
        and _ORDINARY_BODY.fullmatch(mail.body)
    ):
        return None
    text = "\n".join([*map(_folded, headers), *_ORDINARY_CONTENT, "", mail.body])
    return text.replace("\n", "\r\n").encode()


def _folded(header: str) -> str:
    name, _, value = header.partition(" ")
    return f"{name} {value.replace(' ', _FOLD)}" if name == "References:" else header


def extraordinary(mail: Mail) -> bytes:
    message = EmailMessage(policy=_POLICY)
    for name, value in _headers(mail):
        message[name] = value
    message.set_content(mail.body, cte=None if mail.body.isascii() else "quoted-printable")
    if mail.html:
        _add_page(message, mail)
    return message.as_bytes()


def _headers(mail: Mail) -> Iterator[tuple[str, str]]:
    yield "From", f"{NAME} <{mail.sender}>"
    yield "To", mail.recipient
    yield "Reply-To", mail.reply_to
    yield "Subject", _literal(mail.subject)
    yield "Date", format_datetime(mail.date)
    yield "Message-ID", mail.message_id
    references = [each for each in mail.references if _ID.fullmatch(each)]
    if references:
        yield "In-Reply-To", references[-1]
        yield "References", " ".join(references)
    yield "Auto-Submitted", "auto-replied" if mail.prompted else "auto-generated"
    # Auto-Submitted alone does not silence Exchange and Outlook.
    yield "X-Auto-Response-Suppress", "All"


def _add_page(message: EmailMessage, mail: Mail) -> None:
    # Encoded lines would be broken anywhere, in the middle of a token too.
    fits = max(map(len, mail.html.splitlines())) <= LONGEST_LINE
    message.add_alternative(mail.html, "html", cte="7bit" if fits else "quoted-printable")
    message.set_boundary(f"=_{sha256(mail.message_id.encode()).hexdigest()[:32]}")


def _literal(text: str) -> str:
    # EmailMessage would decode an encoded word, and with it the line break that it may hold.
    return " ".join(text.split()).replace("=?", "= ?")


def _masked(raw: bytes, tokens: Sequence[str]) -> bytes:
    # A comment that holds the mask must not be given the token when the mail leaves.
    masked = raw.replace(MASK.encode(), b"*" * len(MASK))
    for token in filter(None, tokens):
        masked = masked.replace(token.encode(), MASK.encode())
    return masked


def fill(raw: bytes, *tokens: str) -> bytes:
    """The mail as it leaves, its token in place.

    Of several the first stands in the header, the others once each in the text, in this order,
    and again in the page of a mail that has one.
    """
    if len(tokens) == 1:
        return raw.replace(MASK.encode(), tokens[0].encode()) if tokens[0] else raw
    for token in islice(chain(tokens[:1], cycle(tokens[1:])), raw.count(MASK.encode())):
        raw = raw.replace(MASK.encode(), token.encode(), 1)
    return raw
