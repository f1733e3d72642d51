"""Moves decided beforehand: conditional ones, and lists in order of preference."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.core.board import Board
from pbm.core.conditional import (
    Plan,
    branch,
    grafted,
    preference_faults,
    read_path,
    read_preferences,
    since_own_move,
)
from pbm.core.games import PlyError, RulesError
from pbm.core.move_text import SENTENCE_MARKS
from pbm.core.refused import Refused
from pbm.inbox.commands.moves import own_board, own_seat, told_to_both
from pbm.inbox.vocabulary.access import Access, Scope
from pbm.inbox.vocabulary.answers import Answer, RefusedWithMail
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.request import Request
from pbm.notices.drafts import Draft
from pbm.notices.views import board_facts, board_grant, hint
from pbm.play.autoplay import keep_plan, plan_of, play_on

MOST_KEPT = 100
"""Moves in one plan: more than anybody foresees, few enough to be looked through at each turn."""


@command("queue", "B u p [MOVE...]", scope=Scope.BOARD, access=Access.EITHER)
def queue(request: Request) -> Answer:
    """Decide moves beforehand; they are played by themselves when their turn comes.

    queue if MOVE then MOVE plays the second move if your opponent plays the first; it may go on
    with if MOVE then MOVE. queue MOVE plays that move at your next turn, whatever he plays, and
    drops it if it is illegal then. queue MOVE MOVE ... is an order of preference: each of your
    turns takes the first that is legal, as for DVONN pieces that are still to be placed.
    queue alone, or queue show, lists what you have decided on a board and queue clear forgets it.
    Nobody else ever sees it.
    """
    board = own_board(request)
    text = request.args.text.strip(SENTENCE_MARKS)
    if text.casefold() in ("", "show"):
        return _told(request, board, plan_of(request.tx, board, request.player), "shown")
    if text.casefold() == "clear":
        keep_plan(request.tx, board, request.player, Plan())
        return _told(request, board, Plan(), "cleared")
    planned = _with_path if read_path(text) else _with_moves
    plan = planned(request, board, text)
    if plan.size > MOST_KEPT:
        raise Refused("plan_too_long", most=MOST_KEPT)
    keep_plan(request.tx, board, request.player, plan)
    left_out = [each for each in read_preferences(board.game, text) if each not in plan.preferences]
    return _at_once(request, board) or _told(request, board, plan, "added", left_out)


def _with_path(request: Request, board: Board, text: str) -> Plan:
    """The player's plan with one more branch, whose moves are legal.

    :raises Refused: if one of them is not, or it is his turn
    """
    seat, plan = own_seat(request, board), plan_of(request.tx, board, request.player)
    if board.turn is seat:
        raise Refused("move_first", game=board.game.name, board=board.number)
    before = since_own_move(board.plies, seat)
    try:
        checked = branch(board.game, board.state, seat, before, read_path(text))
    except RulesError as error:
        raise RefusedWithMail("illegal", _illegal(request, board, text, error)) from error
    return Plan(grafted(plan.tree, checked), plan.preferences)


def _with_moves(request: Request, board: Board, text: str) -> Plan:
    """The player's plan with these moves for his next turns, in place of those before.

    Moves that cannot be legal any more are left out.

    :raises Refused: if they are no moves, or none of them is left
    """
    seat, plan = own_seat(request, board), plan_of(request.tx, board, request.player)
    moves = read_preferences(board.game, text)
    if not moves:
        raise Refused("no_plan", game=board.game.name, board=board.number)
    if len(moves) > MOST_KEPT:
        raise Refused("plan_too_long", most=MOST_KEPT)
    faults = preference_faults(board.game, board.state, seat, moves)
    for each, error in faults.items():
        if error is not None and all(faults.values()):
            raise RefusedWithMail("illegal", _illegal(request, board, each, error))
    return Plan(plan.tree, tuple(each for each, error in faults.items() if error is None))


def _at_once(request: Request, board: Board) -> Answer | None:
    """The board once the plan is played on, if it is the player's turn already."""
    if board.turn is not own_seat(request, board):
        return None
    played = play_on(request.tx, request.repository, board, request.now, request.cause)
    return told_to_both(request, board, played, "moved")


def _illegal(request: Request, board: Board, text: str, error: RulesError) -> Draft:
    facts = {
        **board_facts(request.tx, board, request.player),
        "why": request.reader.reproach(board.game, error),
        "which": error.text if isinstance(error, PlyError) else text,
        "hint": hint(board),
    }
    grant = board_grant(board, request.player)
    return Draft(request.player, "unqueued", facts, board.number, grant=grant)


def _told(
    request: Request, board: Board, plan: Plan, news: str, left_out: Sequence[str] = ()
) -> Answer:
    facts = {
        "game": board.game.name,
        "board": board.number,
        "news": news,
        "lines": plan.lines(),
        "left_out": list(left_out),
        "hint": hint(board),
    }
    grant = board_grant(board, request.player)
    return Answer(Draft(request.player, "queue", facts, board.number, grant=grant))
