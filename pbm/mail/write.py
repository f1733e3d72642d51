"""Composes mails as bytes, final except for their tokens."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import SMTP, Policy
from email.utils import format_datetime
from functools import lru_cache
from typing import Any

from pbm.base.secrets import TOKEN_LENGTH
from pbm.base.values import quickly_made, replace
from pbm.mail.addresses import blank_masks, mask
from pbm.mail.mailto import mailto

NAME = "pbm"

LEAVING = "help signoff"
"""The subject with which mail programs unsubscribe a player (RFC 2369). The answer says how to
leave, and how to get fewer mails: such a letter proves nothing, so it never ends an account."""


class _MessageIds(UnstructuredHeader):
    """In-Reply-To, References and the like, folded at their blanks only.

    The default header class would decode encoded words in an id, which can hold line breaks, and
    would encode an id that is longer than a line, which breaks the thread.
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
    for name in ("In-Reply-To", "References", "List-Unsubscribe"):
        registry.map_to_type(name, _MessageIds)  # type: ignore[arg-type]  # as the manual does
    return SMTP.clone(header_factory=registry)


_POLICY = _policy()
_ID = re.compile(r"<[!-;=?-~]{1,250}>")

_ATOM = re.compile(r"[\w-]+", re.ASCII)
_ORDINARY_ADDRESS = re.compile(r"[\w+-]+(\.[\w+-]+)*@[\w-]+(\.[\w-]+)*", re.ASCII)
# Values that begin or end with blanks are excluded: the library removes some such blanks.
_ORDINARY_HEADERS = re.compile(
    r"(?>(?>(?=.{1,76}\n)[!-~]+: [!-~](?:[ -~]*[!-~])?|(?:References|List-Unsubscribe): .*)\n)+"
)
_QUOTED = re.compile(rb"(?mi)^content-transfer-encoding: quoted-printable\r$")
_ANY_TOKEN = re.compile(rb"(?<=\+)[a-z2-7]{%d}(?=@)" % TOKEN_LENGTH)
_FOLD = "\n "
_ORDINARY_BODY = re.compile(r"(?:[ -~]{0,78}\n)+")
_REFERENCES = "References: "
_ORDINARY_CONTENT = (
    'Content-Type: text/plain; charset="utf-8"',
    "Content-Transfer-Encoding: 7bit",
    "MIME-Version: 1.0",
)


@quickly_made
@dataclass(frozen=True)
class Mail:
    """The content of a mail. Message-IDs include their angle brackets.

    references: the thread, oldest first; the last one is the mail that this one answers.
    prompted: whether the mail answers a letter (``auto-replied``, else ``auto-generated``).
    called: the recipient's name; "" if it is not known.
    link: an address in the body that is longer than a line and holds a token; "" for none.
    sender_name: beside the address of the sender; "" for that of the program.
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
    called: str = ""
    link: str = ""
    sender_name: str = ""


def compose(mail: Mail, *tokens: str) -> bytes:
    """The mail as bytes with CRLF line ends, and with a mask in place of each token."""
    # Words that look like a mask might be folded by the encoding, and be whole again once decoded.
    mail = replace(mail, subject=_without_masks(mail.subject), body=_without_masks(mail.body))
    if mail.link:
        return masked(_compose_with_link(mail), tokens)
    return masked(_composed(mail), tokens)


def _composed(mail: Mail) -> bytes:
    # EmailMessage takes 1.2 ms of CPU instead of 0.02, and most mails do not need it.
    return compose_simple(mail) or compose_with_library(mail)


def _compose_with_link(mail: Mail) -> bytes:
    """Compose a mail whose link no encoding may break in the middle of a token.

    The link is put in afterwards. SMTP allows longer lines than people like.
    """
    stand_in = secrets.token_hex(8)
    raw = _composed(replace(mail, body=mail.body.replace(mail.link, stand_in)))
    link = mail.link.encode()
    if _QUOTED.search(raw):
        # Soft line breaks around the token keep every line short enough for the encoding.
        link = _ANY_TOKEN.sub(rb"=\r\n\g<0>=\r\n", link.replace(b"=", b"=3D"))
    return raw.replace(stand_in.encode(), link)


def _without_masks(text: str) -> str:
    return blank_masks(text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")


def compose_simple(mail: Mail) -> bytes | None:
    """Like ``compose_with_library``, but fast; None if the mail needs encoding or folding."""
    headers = [f"{name}: {value}" for name, value in _headers(mail)]
    lines = "\n".join([*headers, ""])
    if not (
        _ORDINARY_ADDRESS.fullmatch(mail.recipient)
        and lines.count("\n") == len(headers)
        and _ORDINARY_HEADERS.fullmatch(lines)
        and _ORDINARY_BODY.fullmatch(mail.body)
    ):
        return None
    text = "\n".join([*map(_folded, headers), *_ORDINARY_CONTENT, "", mail.body])
    return text.replace("\n", "\r\n").encode()


def _folded(header: str) -> str:
    if not header.startswith(_REFERENCES):
        return header
    return _REFERENCES + header.removeprefix(_REFERENCES).replace(" ", _FOLD)


def compose_with_library(mail: Mail) -> bytes:
    message = EmailMessage(policy=_POLICY)
    for name, value in _headers(mail):
        message[name] = value
    message.set_content(mail.body, cte=None if mail.body.isascii() else "quoted-printable")
    return message.as_bytes()


def _headers(mail: Mail) -> Iterator[tuple[str, str]]:
    yield "From", _mailbox(mail.sender_name or NAME, mail.sender)
    # With a bare address, SpamAssassin takes a mail with a picture for an advertisement.
    yield "To", _mailbox(mail.called, mail.recipient) if mail.called else mail.recipient
    yield "Reply-To", mail.reply_to
    yield "Subject", _literal(mail.subject)
    yield "Date", _date(mail.date)
    yield "Message-ID", mail.message_id
    references = [each for each in mail.references if _ID.fullmatch(each)]
    if references:
        yield "In-Reply-To", references[-1]
        yield "References", " ".join(references)
    yield "Auto-Submitted", "auto-replied" if mail.prompted else "auto-generated"
    # Exchange and Outlook may answer in spite of Auto-Submitted.
    yield "X-Auto-Response-Suppress", "All"
    if mail.called:
        yield "List-Unsubscribe", f"<{_link_to_leave(mail.sender)}>"


def _date(at: datetime) -> str:
    return _date_of_second(at.replace(microsecond=0))


# Cached, because all mails have the same sender, and under load several moves are played in a
# second. Formatting a date takes 42,000 instructions.
_date_of_second = lru_cache(maxsize=4)(format_datetime)


@lru_cache(maxsize=4)
def _link_to_leave(sender: str) -> str:
    return mailto(sender, LEAVING)


def _mailbox(name: str, address: str) -> str:
    """An address with a name, which is an atom or is quoted (RFC 5322)."""
    return f"{name} <{address}>" if _ATOM.fullmatch(name) else f'"{name}" <{address}>'


def _literal(text: str) -> str:
    # EmailMessage would decode encoded words, which may hold line breaks.
    return " ".join(text.split()).replace("=?", "= ?")


def masked(text: bytes, tokens: Sequence[str]) -> bytes:
    """Replace each token by the mask of its number, after blanking whatever looks like a mask."""
    text = blank_masks(text)
    for number, token in enumerate(tokens):
        if token:
            text = text.replace(token.encode(), mask(number).encode())
    return text
