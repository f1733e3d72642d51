"""The envelope of a letter, from the headers that providers add on delivery."""

from __future__ import annotations

from pbm.mail import headers, mime
from pbm.mail.addresses import parts, server_address, token_in
from pbm.mail.headers import Head
from pbm.mail.letter import Envelope
from pbm.mail.peers import MAILBOX

DELIVERED = (
    "Delivered-To",
    "X-Delivered-To",
    "X-Original-To",
    "Envelope-To",
    "X-Envelope-To",
    "X-Forwarded-To",
)
"""Headers in which providers name the address that they delivered a mail to."""
_WRITTEN = ("To", "Cc")


def enveloped(raw: bytes, club: str) -> Envelope:
    """The letter with its envelope. club: our address.

    The recipient is a reply address, if any header names one: its key is the proof.
    Without a Return-Path the From is the sender, never nobody: a letter from nobody is a bounce.
    """
    head = mime.parse(raw).headers
    named = [each for name in (*DELIVERED, *_WRITTEN) for each in headers.addresses(head, name)]
    ours = [each.strip() for each in named if _is_ours(each, club)]
    ours.sort(key=lambda each: (token_in([each], club) is None, each == server_address(club)))
    return Envelope(
        sender=_sender(head),
        recipients=(next(iter(ours), server_address(club)),),
        raw=raw,
        peer=MAILBOX,
    )


def _is_ours(address: str, club: str) -> bool:
    local, host = parts(club)
    found, _, there = address.strip().casefold().rpartition("@")
    return there == host and (found == local or found.startswith(f"{local}+"))


def _sender(head: Head) -> str:
    return_path = _return_path(head)
    if return_path is None:
        return next(iter(headers.addresses(head, "From")), "unknown")
    return (
        return_path.strip().removeprefix("<").removesuffix(">").encode("ascii", "replace").decode()
    )


def _return_path(head: Head) -> str | None:
    """The Return-Path above the From, where the provider writes it; None if there is none."""
    for name, value in head.items:
        if name == "from":
            break
        if name == "return-path":
            return headers.unfolded(value)
    return None
