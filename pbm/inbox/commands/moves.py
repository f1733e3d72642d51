"""Move and resign."""

from __future__ import annotations

from typing import Any

from pbm.core.board import Board
from pbm.core.model import Player
from pbm.inbox.line.access import Access, Scope, Unproven
from pbm.inbox.line.answers import Answer
from pbm.inbox.line.command import command
from pbm.inbox.line.forms import Arguments
from pbm.inbox.line.request import Request
from pbm.notices.contest_games import early_loss
from pbm.play import moves
from pbm.store.protocol import Transaction

RESIGN = "resign"


@command("move|board", "B u p MOVE...", scope=Scope.BOARD, access=Access.MOVE, passes_on=True)
def move(request: Request) -> Answer:
    """Play a move on a board.

    Several moves in a row, while the opponent cannot move, are separated by semicolons: all of
    them are played or none. With #PLY at its end the move is refused unless that many plies
    have been played. In a reply to a board mail the move alone is enough.
    """
    board, line = request.board().number, request.args.text
    moves.move(request.work, request.player, board, line, request.text)
    return request.told()


@command(RESIGN, "B u p", scope=Scope.BOARD, access=Access.BOARD, whole=True, passes_on=True)
def resign(request: Request) -> Answer:
    """Give a game up, in or out of turn.

    Before the second move it cancels the game: it counts for nobody. In a contest it is a lost game
    even then, without a rating; you are asked first.
    """
    board = request.board()
    _check_wanted(request, board)
    moves.resign(request.work, request.player, board.number, request.text)
    return request.told()


def _check_wanted(request: Request, board: Board) -> None:
    """:raises Unproven: if a contest's game would be lost early, and the player was not asked"""
    is_deliberate = request.speaker is not None and request.speaker.is_deliberate
    if not is_deliberate and early_loss(request.tx, request.player, board.match):
        raise Unproven


def early_loss_asked(tx: Transaction, player: Player, name: str, args: Arguments) -> dict[str, Any]:
    """The facts of a contest's game that a command would resign early; empty for other commands."""
    match = tx.matches.get(args.board) if name == RESIGN and args.board is not None else None
    return early_loss(tx, player, match) if match is not None else {}
