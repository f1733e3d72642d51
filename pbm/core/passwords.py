"""What may be a password."""

from __future__ import annotations

SHORTEST = 8
LONGEST = 100


def may_be_password(word: str) -> bool:
    """Whether the word is as long as a password; shorter ones could never be set."""
    return SHORTEST <= len(word) <= LONGEST and not is_blanked(word)


def is_blanked(word: str) -> bool:
    """Whether it is what stands in a kept letter instead of a password."""
    return not word.strip("*")


def password_fault(password: str, userid: str) -> str:
    """The refusal of a password that will not do, "" for one that will."""
    if not SHORTEST <= len(password) <= LONGEST:
        return "bad_password"
    if is_blanked(password):
        return "blanked_password"
    return "password_is_userid" if userid.casefold() in password.casefold() else ""
