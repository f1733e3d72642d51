"""Playing the same opponent again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pbm.core.board import Board
from pbm.core.model import Match, MatchStatus, Player
from pbm.core.refused import Refused
from pbm.inbox.commands.invitations import accept, check_willing, invite
from pbm.inbox.commands.terms import terms
from pbm.inbox.vocabulary.access import Access, Scope
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.forms import Bound
from pbm.inbox.vocabulary.request import Request
from pbm.play.seats import seat_on

# What the two agreed on for the game before and not the server drew or found out.
_KEPT = ("rated", "limits")


@command("rematch", "B u p", scope=Scope.BOARD, access=Access.EITHER, stale=True)
def rematch(request: Request) -> Answer:
    """Invite the opponent of a game that is over to another one: same terms, seats exchanged.

    What you write below it is a note to him. If he has asked for a rematch of that game before
    you, this accepts it.
    """
    board = request.board()
    seat = seat_on(board, request.player)
    if not board.match.finished:
        raise Refused("not_over", board=board.number, game=board.game.name)
    opponent = request.tx.players.get(board.match.player_at(seat.other))
    begun = _begun(request, board)
    if begun is not None:
        return _met(request, board, begun)
    check_willing(request, opponent)
    return invite(request, opponent, _terms(request, board, opponent))


def _begun(request: Request, board: Board) -> Match | None:
    """The rematch of the board that is offered or being played, if there is one."""
    tx, open_ = request.tx, (MatchStatus.INVITED, MatchStatus.RUNNING)
    for match in tx.matches.of_player(request.player.id):
        if match.status in open_ and _opening(request, match).get("rematch") == board.number:
            return match
    return None


def _met(request: Request, board: Board, begun: Match) -> Answer:
    """:raises Refused: unless it is an offer of the opponent, which is accepted then"""
    offered = begun.status is MatchStatus.INVITED
    if offered and _opening(request, begun)["by"] != request.player.id:
        return accept(replace(request, game=None, args=Bound(board=begun.board)))
    facts = {"board": board.number, "game": begun.game, "other": begun.board}
    raise Refused("rematch_offered" if offered else "rematch_begun", **facts)


def _opening(request: Request, match: Match) -> Mapping[str, Any]:
    return request.tx.matches.events(match.board)[0].data


def _terms(request: Request, board: Board, opponent: Player) -> Mapping[str, Any]:
    match, before = board.match, _opening(request, board.match)
    options = {match.start: ""} if match.start else {}
    agreed = terms(board.game, options, request.player, opponent)
    return {
        **agreed,
        **{name: before[name] for name in _KEPT if name in before},
        "setup": agreed["setup"] or match.setup,
        "players": list(match.players[::-1]),
        "rematch": board.number,
    }
