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

    ANYONE: strangers too. READER: a player, by his address alone. PLAYER: an account token, a
    password or a confirmation. BOARD: these or the board's token. OWNER: only a password or a
    confirmation, for a leaked token must not take an account over.
    """

    ANYONE = 0
    READER = 1
    PLAYER = 2
    BOARD = 3
    OWNER = 4
