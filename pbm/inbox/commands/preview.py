"""Show the board after moves that are not played."""

from __future__ import annotations

from typing import Any

from pbm.base.values import replace
from pbm.core.games import Seat, start_names
from pbm.core.suggestions import similar_moves
from pbm.core.trials import Trial, tried
from pbm.inbox.line.access import Access, Scope
from pbm.inbox.line.answers import Answer, RefusedWithMail
from pbm.inbox.line.command import command
from pbm.inbox.line.request import Request
from pbm.notices.board_drafts import board_grant
from pbm.notices.drafts import PREVIEWED, Draft, account_grant
from pbm.notices.kinds import MailKind
from pbm.notices.readers import Reader
from pbm.notices.views import drawn, hint, move_facts, variant
from pbm.play.terms import GameOptions, draw_start


@command("preview", "B MOVE...", scope=Scope.BOARD, access=Access.READER)
def preview(request: Request) -> Answer:
    """Show the board after these moves of both players, to you alone; nothing is played.

    Moves are separated by spaces or, where one holds a space itself, by semicolons. "preview new"
    tries them from the start of a game.
    """
    board = request.board()
    trial = tried(board.game, board.state, request.args.text)
    seat = board.match.seat_of(request.player.id)
    your_turn = board.running and seat is board.turn
    facts = {
        **_facts(request, trial, seat),
        "board": board.number,
        "played": board.match.plies,
        "your_turn": your_turn,
        # A player who tries a single illegal move may have meant to play it.
        "refused": your_turn and trial.failed is not None and not trial.played.plies,
        "hint": hint(board),
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
    facts = {**_facts(request, trial, None), "board": 0, "played": 0, "your_turn": False}
    facts |= {"refused": False, "hint": ""}
    grant = account_grant(request.player)
    return _answer(Draft(request.player, MailKind.PREVIEW, facts, grant=grant), trial)


def _answer(draft: Draft, trial: Trial) -> Answer:
    """:raises RefusedWithMail: if a move could not be played; its mail is the same draft"""
    if trial.failed is not None:
        raise RefusedWithMail("illegal", draft)
    return Answer(draft)


def _facts(request: Request, trial: Trial, seat: Seat | None) -> dict[str, Any]:
    game, state, failed = trial.game, trial.played.state, trial.failed
    turn = game.to_move(state)
    return {
        "game": game.name,
        "variant": variant(game),
        "last": [move_facts(game, ply, request.reader) for ply in trial.played.plies],
        "turn": {"seat": request.reader.seat(game, turn), "number": game.plies(state) + 1}
        if turn
        else {},
        "result": _result(trial, request.reader),
        "drawing": drawn(game, state, request.player, seat),
        "failed": failed.text if failed else "",
        "why": request.reader.player_refusal(game, failed) if failed else "",
        "similar": similar_moves(game, state, failed.text) if failed else [],
    }


def _result(trial: Trial, reader: Reader) -> dict[str, Any]:
    """The result that the game would have; empty if it goes on."""
    outcome = trial.played.outcome
    if outcome is None:
        return {}
    winner = outcome.winner
    return {
        "winner": "" if winner is None else reader.seat(trial.game, winner),
        "wins": "" if winner is None else reader.clause("seat_wins", trial.game, winner),
        "how": reader.ending(trial.game, outcome.reason, outcome),
    }
