"""The rules for passwords."""

from __future__ import annotations

SHORTEST = 8
LONGEST = 100


def may_be_password(word: str) -> bool:
    """Return whether a word of a letter could be a password that some player has set."""
    return SHORTEST <= len(word) <= LONGEST and not is_blanked(word)


def is_blanked(word: str) -> bool:
    """Return whether the word is all asterisks, which replace passwords in stored letters."""
    return not word.strip("*")


def password_fault(password: str, userid: str) -> str:
    """Return the code of the refusal of a new password, "" if the password is good."""
    if not SHORTEST <= len(password) <= LONGEST:
        return "bad_password"
    if is_blanked(password):
        return "blanked_password"
    return "password_is_userid" if userid.casefold() in password.casefold() else ""
