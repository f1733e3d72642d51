"""The names of the settings that players can change."""

from __future__ import annotations

from enum import StrEnum

PROGRAM, PLAYS = "program", "plays"
"""Settings that the server makes for players that are programs: the level, and ``Playing``."""


class Playing(StrEnum):
    """Whether a program takes part. STOPPED: by the operator. OFF: by the settings."""

    ON = "on"
    STOPPED = "stopped"
    OFF = "off"


class Choice(StrEnum):
    """A player's setting; ``pbm.play.settings`` has the values that each can take."""

    LANGUAGE = "lang"
    MAIL = "mail"
    BOARD = "board"
    SIDE = "side"
    PASSWORDS = "passwords"
    AUTOMOVE = "automove"
    AUTOACCEPT = "autoaccept"
    LIMIT = "limit"
    BROADCASTS = "broadcasts"
    DIGEST = "digest"
    NEWS = "news"
    PUBLIC = "public"
    CALENDAR = "calendar"
    TIMEZONE = "timezone"
