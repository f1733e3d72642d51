"""Whom a refusal concerns: enhanced status codes (RFC 3463, RFC 5248, IANA).

The source of the table is IANA's registry "SMTP Enhanced Status Codes". Two codes of Microsoft,
which are not registered, are added. The class, the digit before the first period, says only whether
the refusal is final.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum


class Concern(Enum):
    """Whom a refusal concerns.

    RECIPIENT: an address that takes no mail. MAIL: one mail, such as one that is too large.
    SENDER: us: a limit, a verdict about us, or what the server demands of us. Waiting may help.
    """

    RECIPIENT = "recipient"
    MAIL = "mail"
    SENDER = "sender"


class Stage(Enum):
    """The command that was refused. DATA includes the end of the mail."""

    MAIL = "MAIL"
    RCPT = "RCPT"
    DATA = "DATA"


_CODES: Mapping[Concern, str] = {
    # Addresses: bad, moved, ambiguous, null MX, another owner; mailboxes: disabled, full; a list.
    Concern.RECIPIENT: "1.0 1.1 1.2 1.3 1.4 1.6 1.10 2.1 2.2 2.4 7.17 7.18",
    # Too long or too large; a loop; a feature or conversion that is missing; not to this list.
    Concern.MAIL: "2.3 3.3 3.4 4.6 6.1 6.2 6.3 6.4 6.5 6.6 6.7 6.8 6.9 6.10 7.2 7.16 7.19",
    # Our address or domain; the server and its network; our commands; what it demands of us.
    Concern.SENDER: "1.7 1.8 2.252 3.1 3.2 3.5 4.3 4.5 5.1 5.3 5.5 5.6"
    " 7.3 7.4 7.5 7.6 7.7 7.8 7.9 7.10 7.11 7.12 7.13 7.14 7.15"
    " 7.20 7.21 7.22 7.23 7.24 7.25 7.26 7.27 7.28 7.29 7.30 7.60",
}
"""Codes without their class. All others (such as 2.0, 4.1, 5.4, 7.0 and 7.1) are used for more than
one concern. They count for the sender; if mails to others are taken, the one is given up."""

_CONCERNS = {code: concern for concern, codes in _CODES.items() for code in codes.split()}

_VERDICTS = ("7.0", "7.1")

_ENHANCED = re.compile(r"\d{3}[ -][245]\.(\d{1,3}\.\d{1,3})\b")

# RFC 4954: authentication is required, too weak, failed, or needs encryption.
_LOG_IN = range(530, 540)

# Codes of RCPT, whose other reasons are told by words (RFC 5321 4.2.3): 551 not local, 552 over
# quota, 553 a name that is not allowed.
_MAILBOX_REPLIES = {550, 551, 552, 553, 556}
_ABOUT_US = re.compile(
    r"\b(?:relay\w*|authenti\w+|log ?in|spam\w*|block(?:ed|list\w*)|black-?list\w*|deny-?list\w*"
    r"|reputation|suspend\w*|daily|hourly|limit\w*|rate|too (?:many|much|fast)|sender\w*|dmarc|spf"
    r"|dkim|ip address|client host)\b",
    re.IGNORECASE,
)
_OF_A_DAY = re.compile(r"\b(?:daily|per[ -]day|24[ -]?h\w*|a day|today)\b", re.IGNORECASE)


def concern_of(reply: str, stage: Stage) -> Concern:
    """Whom a final refusal concerns.

    MAIL names no recipient. Without an enhanced code, a reply to RCPT about a mailbox concerns the
    recipient, unless its words are about us; everything else may concern us.

    reply: on one line, with its code, such as ``550 5.1.1 No such user``.
    """
    if int(reply[:3]) in _LOG_IN:
        return Concern.SENDER
    enhanced = _ENHANCED.match(reply)
    told = _CONCERNS.get(enhanced[1]) if enhanced else None
    if told:
        is_before = stage is Stage.MAIL and told is Concern.RECIPIENT
        return Concern.SENDER if is_before else told
    tells_nothing = not enhanced or enhanced[1] == "0.0"
    is_mailbox = tells_nothing and int(reply[:3]) in _MAILBOX_REPLIES
    if stage is Stage.RCPT and is_mailbox and not _ABOUT_US.search(reply):
        return Concern.RECIPIENT
    return Concern.SENDER


def is_about_sender(code: str) -> bool:
    """Whether a code in a bounce says that we were refused, not the address: ``5.7.1``.

    By the time a bounce comes, other mails may have been taken. So a code with several meanings
    counts for the address, unless it is a verdict about us.
    """
    subject = code.partition(".")[2]
    return subject in _VERDICTS or _CONCERNS.get(subject) is Concern.SENDER


def lasts_for_the_day(reply: str) -> bool:
    """Whether a limit of the day is used up."""
    return _OF_A_DAY.search(reply) is not None
