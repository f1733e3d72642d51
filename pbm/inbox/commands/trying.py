"""Explain a move by the rules, list the legal ones, and show the board after some"""

from __future__ import annotations

from pbm.base.values import replace
from pbm.core.board import Board
from pbm.core.games import start_names
from pbm.core.legal import LegalMoves, legal_moves
from pbm.core.trials import Trial, tried
from pbm.inbox.line.access import Access, Scope
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Answer, RefusedWithMail, Request
from pbm.notices.board_drafts import board_grant
from pbm.notices.drafts import PREVIEWED, Draft, account_grant
from pbm.notices.facts.trials import explained_facts, hint_of_piece, trial_facts
from pbm.notices.kinds import MailKind
from pbm.notices.views import board_facts, hint
from pbm.play.terms import GameOptions, draw_start


@command("explain", "B MOVE...", scope=Scope.BOARD, access=Access.READER, stale=True)
def explain(request: Request) -> Answer:
    """Explain a move without playing it: its way step by step, or why it is illegal.

    Each step names the rule that it follows. Several moves are separated by semicolons.
    """
    board = request.board()
    facts = board_facts(request.tx, board, request.player)
    facts |= explained_facts(board, request.args.text, request.player, facts["drawing"])
    grant = board_grant(board, request.player)
    return Answer(Draft(request.player, MailKind.EXPLAIN, facts, board.number, grant=grant))


@command("moves", "B [PIECE]", scope=Scope.BOARD, access=Access.READER, stale=True, short=False)
def moves(request: Request) -> Answer:
    """List the legal moves on a board, by the ring or stack that moves, with their number.

    Of very many moves each ring or stack shows the shortest ones. With the place of a ring or
    stack, such as moves 13, its moves alone are listed, and more of them.
    """
    board, piece = request.board(), request.args.word("piece")
    if board.running and piece and board.game.reads(piece):
        # Where pieces are placed, the question is whether this place is legal, and why not.
        return _previewed(request, board, piece)
    found = _found(request, board, piece)
    others = _found(request, board, "").groups if piece and not found.count else ()
    facts = board_facts(request.tx, board, request.player)
    facts = {
        **facts,
        "hint": hint_of_piece(facts["hint"], found) if piece else facts["hint"],
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


@command("preview", "B MOVE...", scope=Scope.BOARD, access=Access.READER)
def preview(request: Request) -> Answer:
    """Show the board after these moves of both players, to you alone; nothing is played.

    Moves are separated by spaces or, where one holds a space itself, by semicolons. "preview new"
    tries them from the start of a game.
    """
    return _previewed(request, request.board(), request.args.text)


def _previewed(request: Request, board: Board, text: str) -> Answer:
    trial = tried(board.game, board.state, text)
    seat = board.match.seat_of(request.player.id)
    your_turn = board.running and seat is board.turn
    facts = {
        **trial_facts(trial, seat, request.player),
        "board": board.number,
        "your_turn": your_turn,
        # A player who tries a single illegal move may have meant to play it.
        "refused": your_turn and trial.failed is not None and not trial.played.plies,
        "hint": hint(request.work.tx, board),
    }
    grant = board_grant(board, request.player)
    if your_turn and trial.played.plies:
        grant = replace(grant, data={PREVIEWED: trial.played.plies[0].text})
    return _answer(Draft(request.player, MailKind.PREVIEW, facts, board.number, grant=grant), trial)


@command(
    "preview new",
    "MOVE...",
    scope=Scope.BOARD,
    access=Access.READER,
    options=("rules=NAME", *start_names()),
)
def preview_new(request: Request) -> Answer:
    """Show the board after these moves from the start of a game, to you alone.

    -rules=NAME chooses the rule set.
    """
    chosen = GameOptions.read(request.named_game, request.args.options)
    game, (_, setup) = chosen.game, draw_start(chosen.game, chosen.start)
    trial = tried(game, game.decode(setup) if setup else game.start(), request.args.text)
    fresh = {"board": 0, "your_turn": False, "refused": False, "hint": ""}
    facts = {**trial_facts(trial, None, request.player), **fresh}
    grant = account_grant(request.player)
    return _answer(Draft(request.player, MailKind.PREVIEW, facts, grant=grant), trial)


def _answer(draft: Draft, trial: Trial) -> Answer:
    """:raises RefusedWithMail: if a move could not be played; its mail is the same draft"""
    if trial.failed is not None:
        raise RefusedWithMail("illegal", draft)
    return Answer(draft)
