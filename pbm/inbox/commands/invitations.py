"""Challenge a player, answer a challenge, and invite the same opponent again"""

from __future__ import annotations

from pbm.core import time_controls
from pbm.core.games import start_names
from pbm.core.model import Player
from pbm.core.refused import Refused
from pbm.inbox.line.access import Access, Scope
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Answer, Request
from pbm.play import invitations, proposals, rematches
from pbm.play.terms import GameOptions

OPTIONS = (
    "rules=NAME",
    *start_names(),
    "first=USERID",
    "unrated",
    "private",
    *(f"{name}=TIME" for name in time_controls.OPTIONS),
)


@command(
    "challenge",
    "u p PLAYER...",
    scope=Scope.GAME,
    access=Access.PLAYER,
    options=OPTIONS,
    passes_on=True,
)
def challenge(request: Request) -> Answer:
    """Invite a player to a game; the body of the mail is a note to them.

    The challenger moves first, except with -first=USERID or -first=random; -rules=NAME chooses the
    rule set. The result counts for your ratings unless you add -unrated. The game begins when the
    invitation is accepted.

    With -private the game is for the two of you alone: nobody else can see it, and it is unrated.

    A move may take -forfeittime=21d, and a player who takes longer loses; -totaltime=60d is for all
    moves of a player together (without it there is no such limit). A reminder comes after
    -nagtime=7d. Times are days (7d) or hours (36h); "off" is no limit.
    """
    opponent = _opponent(request)
    options = GameOptions.read(request.named_game, request.args.options)
    invitations.challenge(request.work, request.player, opponent, options, request.text)
    return request.told()


@command("accept", "B u p", scope=Scope.BOARD, access=Access.BOARD, whole=True, passes_on=True)
def accept(request: Request) -> Answer:
    """Accept an invitation, and the game begins; or what the other player proposes."""
    work, player, board = request.work, request.player, request.board()
    if board.running:
        proposals.agree(work, player, board.number, request.seen, request.text)
    else:
        invitations.accept(work, player, board.number, request.text)
    return request.told()


@command("decline", "B u p", scope=Scope.BOARD, access=Access.BOARD, whole=True, passes_on=True)
def decline(request: Request) -> Answer:
    """Decline an invitation, or take one's own back."""
    work, player, board = request.work, request.player, request.board()
    if board.running:
        proposals.reject(work, player, board.number, request.seen, request.text)
    else:
        invitations.decline(work, player, board.number, request.text)
    return request.told()


@command("reject", "B u p", scope=Scope.BOARD, access=Access.BOARD, passes_on=True)
def reject(request: Request) -> Answer:
    """Reject a proposal, or take one's own back."""
    return decline(request)


def _opponent(request: Request) -> Player:
    """The player to invite. In the form of pbmserv, the challenger's userid comes first.

    :raises Refused: if the command does not name exactly one other player
    """
    named = [word.casefold() for word in request.args.rest]
    if len(named) == 2 and named[0] == request.player.userid:
        del named[0]
    if len(named) != 1:
        raise Refused("one_opponent", game=request.named_game.name)
    return request.work.player(named[0])


@command("rematch", "B u p", scope=Scope.BOARD, access=Access.EITHER, stale=True, passes_on=True)
def rematch(request: Request) -> Answer:
    """Invite the opponent of a game that is over to another one: same terms, sides exchanged.

    What you write below it is a note to your opponent. If they have asked for a rematch of that
    game before you, this accepts it.
    """
    rematches.rematch(request.work, request.player, request.board().number, request.text)
    return request.told()
