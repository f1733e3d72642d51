"""Letters through a pipe: the bytes and the envelope.

The envelope comes from arguments, the environment or headers.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from pbm.base.characters import with_usual_ends
from pbm.base.errors import PermanentFailure
from pbm.mail import headers, mime
from pbm.mail.addresses import server_address
from pbm.mail.headers import Head
from pbm.mail.letter import Envelope
from pbm.smtp.listener_limits import ListenerLimits
from pbm.smtp.recipients import OurAddresses

# How mail servers write the null sender in an argument or in the environment.
_NULL_SENDERS = ("", "<>", "mailer-daemon")

# The separator line of mbox files, which some mail servers also put before a piped letter.
_MBOX = re.compile(rb"\AFrom [^\n]*\n")

_RECIPIENTS = ("Delivered-To", "X-Original-To", "To")


def piped_letter(raw: bytes, limits: ListenerLimits) -> bytes:
    """The letter from standard input, without an mbox separator.

    :raises PermanentFailure: if the letter is empty, or larger than the listener would accept
    """
    letter = _MBOX.sub(b"", raw)
    if not letter.strip():
        raise PermanentFailure("there is no letter on standard input")
    for what, found, most in (
        ("letter", len(letter), limits.message_bytes),
        ("letter's header", mime.header_size(letter), limits.header_bytes),
    ):
        if found > most:
            raise PermanentFailure(f"the {what} is too large: at most {most} bytes are taken")
    return letter


def enveloped(
    letter: bytes,
    domain: str,
    environ: Mapping[str, str],
    sender: str | None = None,
    recipients: Sequence[str] = (),
) -> Envelope:
    """The letter with an envelope from the arguments, else SENDER and RECIPIENT, else headers."""
    found = mime.parse(with_usual_ends(letter)).headers
    author = _sender(sender, environ.get("SENDER"), headers.value(found, "Return-Path"))
    named = recipients or [environ.get("RECIPIENT", "")]
    return Envelope(
        sender=_first(headers.addresses(found, "From")) if author is None else author,
        recipients=_ours(filter(None, named), domain)
        or _ours(_addressed(found), domain)
        or (server_address(domain),),
        raw=letter,
    )


def _sender(option: str | None, variable: str | None, return_path: str) -> str | None:
    """The first envelope sender that is given, "" for the null sender; None if there is none."""
    told = next(
        (text for text in (option, variable, return_path or None) if text is not None), None
    )
    if told is None:
        return None
    plain = told.strip().removeprefix("<").removesuffix(">")
    null = plain.partition("@")[0].casefold() in _NULL_SENDERS
    return "" if null else plain.encode("ascii", "replace").decode()


def _addressed(found: Head) -> list[str]:
    return [address for name in _RECIPIENTS for address in headers.addresses(found, name)]


def _ours(addresses: Iterable[str], domain: str) -> tuple[str, ...]:
    """Our own addresses among these. A letter may also be addressed to other people."""
    ours = OurAddresses(domain)
    kept = (ours.read(address.strip()) for address in addresses if not ours.refusal(address))
    return tuple(dict.fromkeys(kept))


def _first(addresses: Sequence[str]) -> str:
    return next(iter(addresses), "")
