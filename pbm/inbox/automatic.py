"""Automatic letters that are acted on: the moves of declared programs.

Every other automatic letter is ignored, since an answer to it may start an endless loop.
"""

from __future__ import annotations

from pbm.core.games import reads_line
from pbm.inbox.letter.parsing import Parsed
from pbm.inbox.line.line import Call
from pbm.mail.correspondence import Purpose
from pbm.mail.robots import AUTO_SUBMITTED

COMMANDS = frozenset({"accept", "decline", "reject", "resign"})
"""The only lines that a program may write besides a move."""


def is_ignored(parsed: Parsed) -> bool:
    """Whether a program wrote the letter, and not as a declared program may.

    Whoever has a key is no stranger who may be on a mailing list: a relay may have put its headers
    on their letter.
    """
    letter, token = parsed.exchange.letter, parsed.exchange.sender.token
    if letter.is_relayed:
        return token is None
    return letter.is_programs and not _is_declared_programs(parsed)


def _is_declared_programs(parsed: Parsed) -> bool:
    """Whether a declared program answers the latest mail of a board, with one exact line.

    Signs other than Auto-Submitted may come from an autoresponder at the program's address.
    """
    exchange = parsed.exchange
    player, token = exchange.addressee(), exchange.own_token
    if exchange.letter.robot != AUTO_SUBMITTED or player is None or player.suspended:
        return False
    if token is None or token.purpose is not Purpose.BOARD or not player.is_declared:
        return False
    if not _is_one_exact_line(parsed):
        return False
    board = exchange.board
    return board is not None and not exchange.has_moved_on(board, token.seq or 0)


def _is_one_exact_line(parsed: Parsed) -> bool:
    letter, game = parsed.exchange.letter, parsed.exchange.context.game
    own, read = [line.strip() for line in letter.lines if line.strip()], parsed.reading.lines
    if letter.included or len(own) != 1 or len(read) != 1 or not isinstance(read[0], Call):
        return False
    return own[0] in COMMANDS or (game is not None and reads_line(game, own[0]))
