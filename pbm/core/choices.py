"""The names of the settings that players can change."""

from __future__ import annotations

from enum import StrEnum

ON, OFF = "on", "off"
"""The values of most settings."""

PROGRAM, PLAYS = "program", "plays"
"""Settings that the server makes for players that are programs: the level or one of the words
below, and a value of ``Playing``."""

EXTERNAL, DECLARED = "external", "declared"
"""In place of a level: an engine of somebody else that the server drives, and a program of a player
that plays by mail."""

RULESETS, OWNER, RATED = "rulesets", "owner", "rated"
"""Settings of programs: the rule sets that an external engine plays, separated by spaces; the id of
the player whose program it is; "on" if its games are rated."""


GUESSED_ZONE = "guessed timezone"
"""A setting that the server makes: the offset from UTC that a player's mails tell. What the player
chooses comes before it."""


class Playing(StrEnum):
    """Whether a program takes part.

    STOPPED: by the operator. OFF: by the settings, or because its owner is suspended.
    """

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
    PUZZLE = "puzzle"
    TIMEZONE = "timezone"
    MACHINE = "machine"
    SUBJECT = "subject"
    RECEIPTS = "receipts"
