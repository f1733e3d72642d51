"""Challenging somebody, and the answers to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbm.core.board import Board
from pbm.core.model import Deed, EventKind, MatchStatus, Player
from pbm.core.refused import Refused
from pbm.inbox.commands.people import check_heard
from pbm.inbox.commands.terms import OPTIONS, terms
from pbm.inbox.vocabulary.access import Access, Scope
from pbm.inbox.vocabulary.answers import Answer
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.request import Request
from pbm.notices.drafts import Draft
from pbm.notices.views import audience, board_draft, board_facts, board_grant
from pbm.play import proposals
from pbm.play.bounds import GAMES, MOST_INVITATIONS, charge
from pbm.play.settings import chosen, has_enough


@command(
    "challenge",
    "u p PLAYER...",
    scope=Scope.GAME,
    access=Access.PLAYER,
    options=OPTIONS,
)
def challenge(request: Request) -> Answer:
    """Invite a player to a game; the body of the mail is a note to him.

    The challenger has the first seat unless -first=USERID or -first=random says otherwise;
    -rules=NAME chooses the rule set. The result counts for your ratings unless you add -unrated.
    The game begins when the invitation is accepted.

    A move may take -forfeittime=21d, and whoever takes longer loses; -totaltime=60d is for all
    moves of a player together (without it there is no such limit). A reminder comes after
    -nagtime=7d. Times are days (7d) or hours (36h); "off" is no limit.
    """
    opponent = _opponent(request)
    agreed = terms(request.named_game, request.args.options, request.player, opponent)
    return invite(request, opponent, agreed)


def invite(request: Request, opponent: Player, agreed: Mapping[str, Any]) -> Answer:
    """A new board on these terms: an invitation, or a game where the opponent takes everybody.

    :raises Refused: if the speaker has invited too many
    """
    _check_open_invitations(request)
    charge(request.work, request.player, GAMES)
    deed = Deed(EventKind.INVITED, agreed, request.now)
    board = request.work.boards.open(request.tx, deed, request.work.cause)
    if chosen(opponent, "autoaccept") == "on":
        accepted = Deed(EventKind.ACCEPTED, {}, request.now)
        board = request.work.boards.do(request.tx, board, accepted, request.work.cause)
        return told(request, board, "begun", opponent=opponent.userid)
    return _invited(request, board, opponent, agreed.get("rematch", 0))


@command("accept", "B u p", scope=Scope.BOARD, access=Access.BOARD, whole=True)
def accept(request: Request) -> Answer:
    """Accept an invitation, and the game begins; or what the other player proposes."""
    board = request.board()
    if board.running:
        proposals.agree(request.work, request.player, board.number, request.seen, request.text)
        return request.told()
    board = _invitation(request)
    check_heard(request, _inviter(request, board.number))
    deed = Deed(EventKind.ACCEPTED, {}, request.now)
    return told(
        request, request.work.boards.do(request.tx, board, deed, request.work.cause), "accepted"
    )


@command("decline", "B u p", scope=Scope.BOARD, access=Access.BOARD, whole=True)
def decline(request: Request) -> Answer:
    """Decline an invitation, or take one's own back."""
    board = request.board()
    if board.running:
        proposals.reject(request.work, request.player, board.number, request.seen, request.text)
        return request.told()
    board = _invitation(request, withdraw=True)
    deed = Deed(EventKind.DECLINED, {}, request.now)
    declined = request.work.boards.do(request.tx, board, deed, request.work.cause)
    return told(request, declined, "declined", withdrawn=_is_own(request, board.number))


@command("reject", "B u p", scope=Scope.BOARD, access=Access.BOARD)
def reject(request: Request) -> Answer:
    """Reject a proposal, or take one's own back."""
    return decline(request)


def _invited(request: Request, board: Board, opponent: Player, rematch: int) -> Answer:
    facts = {
        **board_facts(request.tx, board, opponent),
        "by": request.player.userid,
        "note": list(request.text),
        "start": board.match.start,
        "rematch": rematch,
    }
    seq = board.match.seq
    invitation = Draft(
        opponent, "invitation", facts, board.number, seq, board_grant(board, opponent)
    )
    own = {
        **board_facts(request.tx, board, request.player),
        "opponent": opponent.userid,
        "start": board.match.start,
    }
    receipt = Draft(
        request.player, "invited", own, board.number, seq, board_grant(board, request.player)
    )
    return Answer(receipt, (invitation,))


def _opponent(request: Request) -> Player:
    """The one player to be invited; pbmserv's form names the challenger before him.

    :raises Refused: if there is none, or it is the challenger himself
    """
    own = request.player.userid
    named = [word.casefold() for word in request.args.rest]
    if len(named) == 2 and named[0] == own:
        del named[0]
    if len(named) != 1:
        raise Refused("one_opponent", game=request.named_game.name)
    if named[0] == own:
        raise Refused("not_yourself")
    opponent = request.work.player(named[0])
    check_willing(request, opponent)
    return opponent


def check_willing(request: Request, opponent: Player) -> None:
    """:raises Refused: if he cannot play, or wants no game, or none with the speaker"""
    if opponent.suspended or not opponent.addresses:
        raise Refused("player_away", userid=opponent.userid)
    check_heard(request, opponent)
    if has_enough(request.tx, opponent):
        raise Refused("player_busy", userid=opponent.userid)


def _invitation(request: Request, *, withdraw: bool = False) -> Board:
    """The invitation that is answered.

    :raises Refused: if it is none any more, or not his to answer
    """
    board = request.board()
    if request.player.id not in board.match.players:
        raise Refused("not_your_board", board=board.number, game=board.game.name)
    if board.match.status is not MatchStatus.INVITED:
        raise Refused("no_invitation", board=board.number)
    if _is_own(request, board.number) and not withdraw:
        raise Refused("own_invitation", board=board.number, game=board.game.name)
    return board


def _is_own(request: Request, board: int) -> bool:
    """Whether the speaker has made this invitation."""
    return _inviter(request, board).id == request.player.id


def _inviter(request: Request, board: int) -> Player:
    opening = request.tx.matches.events(board)[0]
    return request.tx.players.get(opening.data["by"])


def _check_open_invitations(request: Request) -> None:
    """:raises Refused: if too many of the speaker's wait for an answer"""
    waiting = [
        match
        for match in request.tx.matches.of_player(request.player.id)
        if match.status is MatchStatus.INVITED and _is_own(request, match.board)
    ]
    if len(waiting) >= MOST_INVITATIONS:
        oldest = min(waiting, key=lambda match: match.board)
        facts = {"most": MOST_INVITATIONS, "board": oldest.board, "game": oldest.game}
        raise Refused("many_invitations", **facts)


def told(request: Request, board: Board, news: str, **more: Any) -> Answer:
    """What became of an invitation, mailed to both players, the speaker's as his receipt."""
    drafts = {
        player.id: board_draft(
            request.tx, board, player, news, comment=request.text, by=request.player.userid, **more
        )
        for player in audience(request.tx, board)
    }
    reply = drafts.pop(request.player.id)
    return Answer(reply, tuple(drafts.values()))
