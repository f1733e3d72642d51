"""Moves that are explained or tried, and not played"""

from __future__ import annotations

from typing import Any

from pbm.core.board import Board
from pbm.core.games import PlyError, RulesError, Seat, explain_line
from pbm.core.legal import LegalMoves
from pbm.core.model import Player
from pbm.core.suggestions import similar_moves
from pbm.core.trials import Trial
from pbm.notices.pages import with_failure
from pbm.notices.readers import Reader, reader_of
from pbm.notices.views import draw, drawn, move_facts, variant


def explained_facts(board: Board, line: str, player: Player, shown: str) -> dict[str, Any]:
    """The facts of the moves with their steps; if a move is illegal, only why it is.

    shown: the board as it stands, on which such a move is crossed out.
    """
    reader = reader_of(player)
    facts = {"line": line, "moves": [], "why": "", "which": "", "rule": ""}
    try:
        explained = explain_line(board.game, board.state, line)
    except RulesError as error:
        which = error.text if isinstance(error, PlyError) and ";" in line else ""
        why = reader.player_refusal(board.game, error)
        crossed = with_failure(shown, line, error)
        return {**facts, "why": why, "which": which, "rule": error.rule, "drawing": crossed}
    moves = [
        {"text": ply.text, "steps": [reader.step(board.game, phrase) for phrase in phrases]}
        for ply, phrases in explained
    ]
    after = explained[-1][0].after
    return {**facts, "moves": moves, "drawing": draw(board, after, player)}


def trial_facts(trial: Trial, seat: Seat | None, player: Player) -> dict[str, Any]:
    reader = reader_of(player)
    game, state, failed = trial.game, trial.played.state, trial.failed
    turn, shown = game.to_move(state), drawn(game, state, player, seat)
    return {
        "game": game.name,
        "variant": variant(game),
        "last": [move_facts(game, ply, reader) for ply in trial.played.plies],
        "turn": {"seat": reader.seat(game, turn), "number": game.plies(state) + 1} if turn else {},
        "result": _result(trial, reader),
        "drawing": with_failure(shown, failed.text, failed) if failed else shown,
        "failed": failed.text if failed else "",
        "why": reader.player_refusal(game, failed) if failed else "",
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


def hint_of_piece(hint: str, found: LegalMoves) -> str:
    """The example of a move if it is one of the moves of the piece, else their first."""
    shown = [move for each in found.groups for move in each.shown]
    return hint if hint in shown or not shown else shown[0]
