"""The marks of spam filters in front of us."""

from __future__ import annotations

from pbm.mail import headers
from pbm.mail.headers import Head

# The headers of SpamAssassin and amavis, Rspamd, Gmail and Microsoft, each with how its yes begins.
_MARKS = (
    ("X-Spam-Flag", "yes"),
    ("X-Spam-Status", "yes"),
    ("X-Spam", "yes"),
    ("X-Spam-Action", "add header"),
    ("X-Bogosity", "spam"),
    ("X-Microsoft-Antispam-Verdict", "spam"),
)
_NAMES = frozenset(name.lower() for name, _ in _MARKS)


def is_marked_as_spam(of_mail: Head) -> bool:
    """Return whether a filter marked the mail. A forged mark only hurts its writer."""
    if not of_mail.has_any(_NAMES):
        return False
    return any(
        headers.value(of_mail, name).strip().casefold().startswith(yes) for name, yes in _MARKS
    )
