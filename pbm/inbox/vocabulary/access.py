"""Where a command may stand, and who may use it."""

from __future__ import annotations

from enum import Enum


class Scope(Enum):
    """What comes before a command's own word: nothing, a game, or a game and after it a board."""

    SERVER = ""
    GAME = "game"
    BOARD = "board"


class Access(Enum):
    """Who may use a command, and what proves it.

    ANYONE: strangers too. READER: a player, by their address alone. PLAYER: an account token, a
    password or a confirmation. BOARD: the same, the board's token in place of the account's.
    OWNER: only a password or a confirmation, for a leaked token must not take an account over.
    EITHER: either token will do: it is about a board, but does nothing on it at once.
    PASSWORD: as OWNER, or the token of a mail that was asked for to set a new password.
    """

    ANYONE = 0
    READER = 1
    PLAYER = 2
    BOARD = 3
    OWNER = 4
    EITHER = 5
    PASSWORD = 6
