"""Games begun and ended for tests of use cases."""

from __future__ import annotations

from pbm.core.board import Board
from pbm.core.games import find
from pbm.core.model import Player
from pbm.play.invitations import accept, challenge
from pbm.play.moves import move, resign
from pbm.play.terms import GameOptions
from pbm.play.work import Work
from tests.pbm.town import NORTH, SOUTH

GYGES, DVONN = find("gyges"), find("dvonn")


def begin(work: Work, south: Player, north: Player, options: GameOptions | None = None) -> Board:
    """A game that runs; what was published of it is forgotten."""
    board = challenge(work, south, north, options or GameOptions(GYGES))
    begun = accept(work, north, board.number)
    work.published.clear()
    return begun


def finish(work: Work, south: Player, north: Player, options: GameOptions | None = None) -> Board:
    """A game that the first player has resigned after a move of each."""
    board = begin(work, south, north, options)
    move(work, south, board.number, SOUTH)
    move(work, north, board.number, NORTH)
    over = resign(work, south, board.number)
    work.published.clear()
    return over
