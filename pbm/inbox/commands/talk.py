"""Talking to each other."""

from __future__ import annotations

from pbm.core.board import Board
from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.inbox.commands.people import check_heard
from pbm.inbox.vocabulary.access import Access, Scope
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.request import Request
from pbm.notices.drafts import Draft
from pbm.notices.views import audience, board_grant, seat_players
from pbm.play.bounds import ALL_CHAT, CHAT, MESSAGES, charge
from pbm.play.seats import seat_on


@command("chat", "B u p [WORDS...]", scope=Scope.BOARD, access=Access.BOARD, stale=True)
def chat(request: Request) -> Answer:
    """Send your own lines to the other player of a board, and to those who watch it."""
    board = request.board()
    check_heard(request, _opponent(request, board))
    said = [line for line in (request.args.text, *request.text) if line]
    if not said:
        raise Refused("nothing_said")
    facts = {
        "game": board.game.name,
        "board": board.number,
        "by": request.player.userid,
        "players": [player.userid for player in seat_players(request.tx, board)],
        "said": said,
    }
    mails = {
        player.id: Draft(player, "chat", facts, board.number, grant=board_grant(board, player))
        for player in audience(request.tx, board)
    }
    _charge(request, board)
    return Answer(mails.pop(request.player.id), tuple(mails.values()))


def _charge(request: Request, board: Board) -> None:
    """Talk about a game that is over counts as a message does."""
    if board.running:
        charge(request.work, request.player, CHAT, board=board.number)
        charge(request.work, request.player, ALL_CHAT)
    else:
        charge(request.work, request.player, MESSAGES)


def _opponent(request: Request, board: Board) -> Player:
    """:raises Refused: if the speaker does not play on this board."""
    seat = seat_on(board, request.player)
    return request.tx.players.get(board.match.player_at(seat.other))
