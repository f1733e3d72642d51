"""What players can choose for themselves, by its name."""

from __future__ import annotations

from enum import StrEnum


class Choice(StrEnum):
    """A setting of a player; its values are in ``pbm.play.settings``."""

    LANGUAGE = "lang"
    MAIL = "mail"
    BOARD = "board"
    PASSWORDS = "passwords"
    AUTOMOVE = "automove"
    AUTOACCEPT = "autoaccept"
    LIMIT = "limit"
    BROADCASTS = "broadcasts"
    DIGEST = "digest"
    TIMEZONE = "timezone"
