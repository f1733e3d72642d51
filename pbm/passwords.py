"""What may be a password."""

from __future__ import annotations

from pbm.dialogue.answers import Refusal

SHORTEST = 8
LONGEST = 100


def check_password(password: str, userid: str) -> None:
    """:raises Refusal: if it is too short, too long or the userid itself."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Refusal("bad_password", shortest=SHORTEST, longest=LONGEST)
    if userid.casefold() in password.casefold():
        raise Refusal("password_is_userid")
