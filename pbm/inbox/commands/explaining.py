"""Explain a move by the rules, and list the legal ones."""

from __future__ import annotations

from typing import Any

from pbm.core.board import Board
from pbm.core.games import PlyError, RulesError, explain_line
from pbm.core.legal import LegalMoves, legal_moves
from pbm.inbox.line.access import Access, Scope
from pbm.inbox.line.answers import Answer
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Request
from pbm.notices.board_drafts import board_grant
from pbm.notices.drafts import Draft
from pbm.notices.kinds import MailKind
from pbm.notices.views import board_facts, draw


@command("explain", "B MOVE...", scope=Scope.BOARD, access=Access.READER, stale=True)
def explain(request: Request) -> Answer:
    """Explain a move without playing it: its way step by step, or why it is illegal.

    Each step names the rule that it follows. Several moves are separated by semicolons.
    """
    board = request.board()
    facts = {
        **board_facts(request.tx, board, request.player),
        **_explained(request, board),
    }
    grant = board_grant(board, request.player)
    return Answer(Draft(request.player, MailKind.EXPLAIN, facts, board.number, grant=grant))


@command("moves", "B [PIECE]", scope=Scope.BOARD, access=Access.READER, stale=True, short=False)
def moves(request: Request) -> Answer:
    """List the legal moves on a board, by the ring or stack that moves, with their number.

    Of very many moves each ring or stack shows the shortest ones. With the place of a ring or
    stack, such as moves 13, its moves alone are listed, and more of them.
    """
    board, piece = request.board(), request.args.word("piece")
    found = _found(request, board, piece)
    others = _found(request, board, "").groups if piece and not found.count else ()
    facts = board_facts(request.tx, board, request.player)
    facts = {
        **facts,
        "hint": _of_piece(facts["hint"], found) if piece else facts["hint"],
        "piece": piece,
        "movable": [each.lifted for each in others if each.lifted],
        "count": found.count,
        "complete": found.complete,
        "groups": [
            {"lifted": each.lifted, "count": each.count, "shown": each.shown}
            for each in found.groups
        ],
    }
    grant = board_grant(board, request.player)
    return Answer(Draft(request.player, MailKind.MOVES, facts, board.number, grant=grant))


def _found(request: Request, board: Board, piece: str) -> LegalMoves:
    """The legal moves of a piece, or all of them for ""; none on a board that does not run."""
    if not board.running:
        return LegalMoves((), complete=True)
    key = "moves", board.number, board.match.seq, piece
    return request.work.bench.result(key, lambda _: legal_moves(board.game, board.state, piece))


def _of_piece(hint: str, found: LegalMoves) -> str:
    """The example of a move if it is one of the moves of the piece, else their first."""
    shown = [move for each in found.groups for move in each.shown]
    return hint if hint in shown or not shown else shown[0]


def _explained(request: Request, board: Board) -> dict[str, Any]:
    """The facts of the moves with their steps; if a move is illegal, only why it is."""
    line, reader = request.args.text, request.reader
    facts = {"line": line, "moves": [], "why": "", "which": "", "rule": ""}
    try:
        explained = explain_line(board.game, board.state, line)
    except RulesError as error:
        which = error.text if isinstance(error, PlyError) and ";" in line else ""
        why = reader.player_refusal(board.game, error)
        return {**facts, "why": why, "which": which, "rule": error.rule}
    moves = [
        {"text": ply.text, "steps": [reader.step(board.game, phrase) for phrase in phrases]}
        for ply, phrases in explained
    ]
    after = explained[-1][0].after
    return {**facts, "moves": moves, "drawing": draw(board, after, request.player)}
