"""What players do on a board: move, resign, propose, queue moves, chat"""

from __future__ import annotations

from typing import Any

from pbm.core.board import Board
from pbm.core.model import Offer, Player
from pbm.core.move_text import SENTENCE_MARKS
from pbm.core.refused import Refused
from pbm.inbox.line.access import Access, Scope, Unproven
from pbm.inbox.line.command import command
from pbm.inbox.line.forms import Arguments
from pbm.inbox.line.request import Answer, Request
from pbm.notices.contest_games import early_loss
from pbm.notices.receipts import plan_draft
from pbm.play import moves, plans, proposals
from pbm.play.chat import say
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


def cancels(tx: Transaction, player: Player, name: str, args: Arguments) -> bool:
    """Whether a command would resign a game so early that it is cancelled, and not lost."""
    match = tx.matches.get(args.board) if name == RESIGN and args.board is not None else None
    is_early = match is not None and match.running and match.is_early
    return is_early and not early_loss_asked(tx, player, name, args)


@command("propose", "B u p OFFER", scope=Scope.BOARD, access=Access.BOARD, passes_on=True)
def propose(request: Request) -> Answer:
    """Propose a draw, or an undo of your last move: "propose draw", "propose undo".

    The other player answers with "accept" or "reject"; nothing happens until then. An undo takes
    back your last move and whatever followed it. A proposal lapses with the next move, and "reject"
    takes your own back.
    """
    word = request.args.word("offer").casefold().strip(f"{SENTENCE_MARKS}?")
    if word not in tuple(Offer):
        raise Refused("unknown_offer", offer=word[:30])
    return _proposed(request, Offer(word))


@command("undo", "B u p", scope=Scope.BOARD, access=Access.BOARD, whole=True, passes_on=True)
def undo(request: Request) -> Answer:
    """Propose to take your last move back; the same as "propose undo".

    In cups, seasons and on stairs no moves are taken back.
    """
    return _proposed(request, Offer.UNDO)


def _proposed(request: Request, offer: Offer) -> Answer:
    number = request.board().number
    proposals.propose(request.work, request.player, number, offer, request.text)
    return request.told()


@command("queue", "B u p [MOVE...]", scope=Scope.BOARD, access=Access.EITHER, passes_on=True)
def queue(request: Request) -> Answer:
    """Decide moves beforehand; they are played automatically when their turn comes.

    "queue if MOVE then MOVE" plays the second move if your opponent plays the first; it may go on
    with if MOVE then MOVE. "queue MOVE" plays that move at your next turn, whatever your opponent
    plays, and drops it if it is illegal then. "queue MOVE MOVE ..." is an order of preference: each
    of your turns takes the first that is legal, as for DVONN pieces that are still to be placed.

    "queue MOVE if MOVE then MOVE" at your turn plays the first move, and the last one as soon as
    your opponent answers with the one between them.

    "queue" alone, or "queue show", lists what you have decided on a board and "queue clear" forgets
    it. Nobody else ever sees it.
    """
    number, text = request.board().number, request.args.text.strip(SENTENCE_MARKS)
    work, player = request.work, request.player
    if text.casefold() in ("", "show"):
        return Answer(plan_draft(work.tx, player, plans.show(work, player, number)))
    if text.casefold() == "clear":
        plans.clear(work, player, number)
    else:
        plans.plan(work, player, number, text, request.text)
    return request.told()


@command(
    "chat", "B u p [WORDS...]", scope=Scope.BOARD, access=Access.BOARD, stale=True, passes_on=True
)
def chat(request: Request) -> Answer:
    """Send your own lines to the other player of a board, and to those who watch it."""
    said = tuple(line for line in (request.args.text, *request.text) if line)
    say(request.work, request.player, request.board().number, said)
    return request.told()
