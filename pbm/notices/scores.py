"""Scores: who is ahead on a board that is being played."""

from __future__ import annotations

from pbm.core.board import Board
from pbm.core.games import Scored, Seat
from pbm.notices.views import Facts, seat_players
from pbm.store.protocol import Transaction


def score_facts(tx: Transaction, board: Board) -> Facts:
    """The points of who is ahead and of the other player, if the game counts any by now.

    later: whether the game counts points, but has none yet.
    """
    game = board.game
    points = game.score(board.state) if isinstance(game, Scored) else None
    if points is None:
        return {"points": None, "leader": "", "later": isinstance(game, Scored)}
    first, second = points
    ahead = Seat.FIRST if first > second else Seat.SECOND
    leader = "" if first == second else seat_players(tx, board).at(ahead).userid
    return {"points": sorted(points, reverse=True), "leader": leader, "later": False}
