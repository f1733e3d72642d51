"""The scope of a command, and the access that it needs."""

from __future__ import annotations

from enum import Enum


class Scope(Enum):
    """What a command is about, and its line names: nothing, a game, or a game and a board."""

    SERVER = ""
    GAME = "game"
    BOARD = "board"


class Access(Enum):
    """The access that a command needs: who may use it, and by which proof.

    ANYONE: strangers too. READER: a player, by their address alone. PLAYER: an account token, a
    password or a confirmation. BOARD: the board's token, a password or a confirmation.
    OWNER: a password or a confirmation only, because a leaked token must not take over an account.
    MOVE: as BOARD, or the token of a link to the composer.
    EITHER: either token, for a command about a board that changes nothing on it at once.
    LOOKS: any token of the player, to change how their own mails look.
    PASSWORD: as OWNER, or the token of the mail that was asked for to set a new password.
    """

    ANYONE = 0
    READER = 1
    PLAYER = 2
    BOARD = 3
    OWNER = 4
    EITHER = 5
    PASSWORD = 6
    LOOKS = 7
    MOVE = 8


class Unproven(Exception):
    """The From address is a player's, and nothing proves enough that they wrote the letter."""
