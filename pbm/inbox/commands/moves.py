"""Moving and giving up."""

from __future__ import annotations

from typing import Any

from pbm.core.board import Board
from pbm.core.boards import moved
from pbm.core.games import AnyGame, PlyError, RulesError, Seat, play_line
from pbm.core.model import Deed, EventKind, MatchStatus, Player
from pbm.core.move_text import split_move_text
from pbm.core.passwords import SHORTEST
from pbm.core.refused import Refused
from pbm.core.suggestions import similar_moves
from pbm.inbox.vocabulary.access import Access, Scope
from pbm.inbox.vocabulary.answers import Answer, RefusedWithMail
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.request import Request
from pbm.notices.drafts import Draft
from pbm.notices.views import audience, board_draft, board_facts, board_grant
from pbm.play.autoplay import Played, forget_tree, play_on


@command("move|board", "B u p MOVE...", scope=Scope.BOARD, access=Access.BOARD)
def move(request: Request) -> Answer:
    """Play a move on a board.

    Several moves in a row, while the opponent cannot move, are separated by semicolons: all of
    them are played or none. With #PLY at its end the move is refused unless that many plies
    have been played. In a reply to a board mail the move alone is enough.
    """
    board = own_board(request)
    seat = own_seat(request, board)
    line = _expected_ply(board, request.args.text)
    if board.turn is not seat:
        raise RefusedWithMail("not_your_turn", _waiting(request, board))
    _check_single(board.game, line)
    try:
        plies = play_line(board.game, board.state, line)
    except RulesError as error:
        raise RefusedWithMail("illegal", _illegal(request, board, line, error)) from error
    canonical = "; ".join(ply.text for ply in plies if not ply.automatic)
    forget_tree(request.tx, board, request.player)
    after = request.repository.do(
        request.tx, board, moved(seat, canonical, request.now), request.cause
    )
    played = play_on(request.tx, request.repository, after, request.now, request.cause)
    return told_to_both(request, board, played, "moved")


@command("resign", "B u p", scope=Scope.BOARD, access=Access.BOARD, whole=True)
def resign(request: Request) -> Answer:
    """Give a game up, in or out of turn.

    Before the second move it cancels the game: it counts for nobody.
    """
    board = own_board(request)
    seat = own_seat(request, board)
    early = board.match.plies < 2
    kind = EventKind.ABORTED if early else EventKind.RESIGNED
    deed = Deed(kind, {"seat": seat.value}, request.now)
    after = request.repository.do(request.tx, board, deed, request.cause)
    return told_to_both(request, board, Played(after), "cancelled" if early else "resigned")


def own_board(request: Request) -> Board:
    """The board that the command names.

    :raises Refused: if the speaker does not play there, or it does not run
    """
    board = request.board()
    own_seat(request, board)
    if not board.running:
        raise Refused(
            "not_running", board=board.number, game=board.game.name, status=_status(board)
        )
    return board


def own_seat(request: Request, board: Board) -> Seat:
    """:raises Refused: if the speaker does not play on this board."""
    seat = board.match.seat_of(request.player.id)
    if seat is None:
        raise Refused("not_your_board", board=board.number, game=board.game.name)
    return seat


def _expected_ply(board: Board, line: str) -> str:
    """The moves without ``#PLY``.

    :raises Refused: if another number of plies has been played
    """
    moves, expected = split_move_text(line)
    played = board.match.plies
    if expected not in (None, played):
        raise Refused("other_ply", board=board.number, expected=expected, played=played)
    return moves


def _check_single(game: AnyGame, line: str) -> None:
    """:raises Refused: for several moves with nothing but blanks between them"""
    words = line.split()
    if len(words) > 1 and not game.reads(line) and all(map(game.reads, words)):
        raise Refused("several_moves", moves=len(words))


def _status(board: Board) -> str:
    return {
        MatchStatus.INVITED: "waiting",
        MatchStatus.DECLINED: "declined",
    }.get(board.match.status, "over")


def told_to_both(request: Request, before: Board, played: Played, news: str, **more: Any) -> Answer:
    """The board mailed to both players and who watches, the speaker's as his receipt."""
    after, mover = played.board, request.player
    new = after.plies[len(before.plies) :]
    drafts = {
        player.id: board_draft(
            request.tx,
            after,
            player,
            news,
            plies=new or after.plies[-1:],
            comment=request.text,
            by=mover.userid,
            how=played.how,
            dropped=played.dropped.get(player.id, ()),
            **more,
        )
        for player in audience(request.tx, after)
    }
    reply = drafts.pop(mover.id)
    return Answer(reply, tuple(drafts.values()))


def _waiting(request: Request, board: Board) -> Draft:
    plies = board.plies[-2:]
    return board_draft(request.tx, board, request.player, "waiting", plies=plies, event=False)


def _illegal(request: Request, board: Board, line: str, error: RulesError) -> Draft:
    player: Player = request.player
    facts: dict[str, Any] = {
        **board_facts(request.tx, board, player),
        "why": request.reader.reproach(board.game, error),
        "rule": error.rule,
        "line": line,
        "which": error.text if isinstance(error, PlyError) and ";" in line else "",
        "similar": similar_moves(board.game, board.state, line),
    }
    if _may_hold_password(board.game, line):
        facts["line"] = ""
    return Draft(player, "illegal", facts, board=board.number, grant=board_grant(board, player))


def _may_hold_password(game: AnyGame, line: str) -> bool:
    """Whether a password may stand among the words, where no userid was recognised."""
    words = line.split()
    return len(words) > 2 and any(len(word) >= SHORTEST and not game.reads(word) for word in words)
