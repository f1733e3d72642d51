"""Challenging somebody, and the answers to it."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from pbm.boards import Board, drawn_setup
from pbm.commands.people import check_heard
from pbm.commands.proposals import agree, disagree
from pbm.dialogue.access import Access, Scope
from pbm.dialogue.answers import Answer, Refusal
from pbm.dialogue.command import command
from pbm.dialogue.request import Request
from pbm.drafts import Draft
from pbm.errors import UsageError
from pbm.games import AnyGame, find, spec
from pbm.model import Deed, Happened, MatchStatus, Player
from pbm.views import audience, board_draft, board_facts, board_grant


@command(
    "challenge",
    "u p PLAYER...",
    scope=Scope.GAME,
    access=Access.PLAYER,
    options=("rules", "random", "symmetry", "first", "unrated"),
)
def challenge(request: Request) -> Answer:
    """Invite a player to a game; the body of the mail is a note to him.

    The challenger has the first seat unless -first=USERID or -first=random says otherwise;
    -rules=NAME chooses the rule set. DVONN may begin with -random or -symmetry placing. The result
    counts for your ratings, but for -unrated. The game begins when the invitation is accepted.
    """
    opponent = _opponent(request)
    deed = Deed(Happened.INVITED, _terms(request, opponent), request.now)
    board = request.referee.open(request.tx, deed, request.cause)
    facts = {
        **board_facts(request.tx, board, opponent),
        "by": request.player.userid,
        "note": list(request.text),
        "start": board.match.start,
    }
    seq = board.match.seq
    invitation = Draft(
        opponent, "invitation", facts, board.number, seq, board_grant(board, opponent)
    )
    own = {**board_facts(request.tx, board, request.player), "opponent": opponent.userid}
    receipt = Draft(
        request.player, "invited", own, board.number, seq, board_grant(board, request.player)
    )
    return Answer(receipt, (invitation,))


@command("accept", "B u p", scope=Scope.BOARD, access=Access.BOARD, whole=True)
def accept(request: Request) -> Answer:
    """Accept an invitation, and the game begins; or what the other player proposes."""
    if request.board().running:
        return agree(request)
    board = _invitation(request)
    deed = Deed(Happened.ACCEPTED, {}, request.now)
    return _answered(
        request, request.referee.do(request.tx, board, deed, request.cause), "accepted"
    )


@command("decline", "B u p", scope=Scope.BOARD, access=Access.BOARD, whole=True)
def decline(request: Request) -> Answer:
    """Decline an invitation, or take one's own back."""
    if request.board().running:
        return disagree(request)
    board = _invitation(request, withdraw=True)
    deed = Deed(Happened.DECLINED, {}, request.now)
    return _answered(
        request, request.referee.do(request.tx, board, deed, request.cause), "declined"
    )


@command("reject", "B u p", scope=Scope.BOARD, access=Access.BOARD)
def reject(request: Request) -> Answer:
    """Reject a proposal, or take one's own back."""
    return decline(request)


def _opponent(request: Request) -> Player:
    """The one player to be invited; pbmserv's form names the challenger before him.

    :raises Refusal: if there is none, or it is the challenger himself
    """
    own = request.player.userid
    named = [word.casefold() for word in request.args.rest]
    if len(named) == 2 and named[0] == own:
        del named[0]
    if len(named) != 1:
        raise Refusal("one_opponent", game=_game(request).name)
    if named[0] == own:
        raise Refusal("not_yourself")
    opponent = request.other_player(named[0])
    if opponent.suspended or not opponent.addresses:
        raise Refusal("player_away", userid=opponent.userid)
    check_heard(request, opponent)
    return opponent


def _game(request: Request) -> AnyGame:
    assert request.game is not None, "a command of a game is always read with its game"
    return request.game


def _terms(request: Request, opponent: Player) -> Mapping[str, Any]:
    options = request.args.options
    game = chosen_rules(_game(request), options.get("rules", ""))
    start = chosen_start(game, options)
    seed = secrets.randbelow(2**31) if start else 0
    return {
        "spec": spec(game),
        "players": _seats(request.player, opponent, options.get("first", "")),
        "by": request.player.id,
        "rated": "unrated" not in options,
        "start": start,
        "seed": seed,
        "setup": drawn_setup(spec(game), start, seed),
    }


def chosen_rules(game: AnyGame, name: str) -> AnyGame:
    """:raises Refusal: if the game has no such rule set."""
    try:
        return find(f"{game.name}/{name}") if name else game
    except UsageError as error:
        raise Refusal("unknown_rules", name=name[:30], game=game.name) from error


def chosen_start(game: AnyGame, options: Mapping[str, str]) -> str:
    """:raises Refusal: if the game has no such start, or two are given."""
    wanted = [name for name in ("random", "symmetry") if name in options]
    if len(wanted) > 1:
        raise Refusal("one_start")
    if wanted and wanted[0] not in game.starts:
        raise Refusal("no_such_start", start=wanted[0], game=game.name)
    return wanted[0] if wanted else ""


def _seats(challenger: Player, opponent: Player, first: str) -> list[int]:
    pair = [challenger.id, opponent.id]
    choice = first.casefold()
    if choice == "random":
        return pair if secrets.randbelow(2) else pair[::-1]
    if choice in ("", challenger.userid):
        return pair
    if choice == opponent.userid:
        return pair[::-1]
    raise Refusal("unknown_first", first=first[:30], u1=challenger.userid, u2=opponent.userid)


def _invitation(request: Request, *, withdraw: bool = False) -> Board:
    """The invitation that is answered.

    :raises Refusal: if it is none any more, or not his to answer
    """
    board = request.board()
    if request.player.id not in board.match.players:
        raise Refusal("not_your_board", board=board.number, game=board.game.name)
    if board.match.status is not MatchStatus.INVITED:
        raise Refusal("no_invitation", board=board.number)
    events = request.tx.matches.events(board.number)
    if events[0].data["by"] == request.player.id and not withdraw:
        raise Refusal("own_invitation", board=board.number, game=board.game.name)
    return board


def _answered(request: Request, board: Board, news: str) -> Answer:
    drafts = {
        player.id: board_draft(
            request.tx, board, player, news, comment=request.text, by=request.player.userid
        )
        for player in audience(request.tx, board)
    }
    reply = drafts.pop(request.player.id)
    return Answer(reply, tuple(drafts.values()))
