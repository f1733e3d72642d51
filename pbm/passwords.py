"""What may be a password."""

from __future__ import annotations

SHORTEST = 8
LONGEST = 100


def password_fault(password: str, userid: str) -> str:
    """The refusal of a password that will not do, "" for one that will."""
    if not SHORTEST <= len(password) <= LONGEST:
        return "bad_password"
    return "password_is_userid" if userid.casefold() in password.casefold() else ""
