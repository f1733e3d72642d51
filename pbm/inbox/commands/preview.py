"""Trying moves out: the board after them, shown to nobody else; nothing is played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pbm.core.games import (
    PASS,
    AnyGame,
    Ply,
    PlyError,
    Replay,
    RulesError,
    Seat,
    replay,
    start_names,
)
from pbm.core.suggestions import similar_moves
from pbm.inbox.vocabulary.access import Access, Scope
from pbm.inbox.vocabulary.answers import Answer, RefusedWithMail
from pbm.inbox.vocabulary.command import command
from pbm.inbox.vocabulary.request import Request
from pbm.notices.drafts import Draft, account_grant
from pbm.notices.readers import Reader
from pbm.notices.views import board_grant, drawn, told
from pbm.play.terms import chosen_rules, chosen_start, draw_start


@dataclass(frozen=True)
class _Trial:
    """Moves tried on a state of a game; ``failed`` is why the first bad one cannot be played."""

    game: AnyGame
    played: Replay[Any, Any]
    failed: PlyError | None = None


@command("preview", "B MOVE...", scope=Scope.BOARD, access=Access.READER)
def preview(request: Request) -> Answer:
    """Show the board after these moves of both players, to you alone; nothing is played.

    Moves are separated by spaces or, where one holds a space itself, by semicolons. preview new
    tries them from the start of a game.
    """
    board = request.board()
    trial = _tried(board.game, board.state, request.args.text)
    facts = {
        **_facts(request, trial, board.match.seat_of(request.player.id)),
        "board": board.number,
        "played": board.match.plies,
    }
    grant = board_grant(board, request.player)
    return _answer(Draft(request.player, "preview", facts, board.number, grant=grant), trial)


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
    options = request.args.options
    game = chosen_rules(request.named_game, options.get("rules", ""))
    start = chosen_start(game, options)
    _, setup = draw_start(game, start)
    trial = _tried(game, game.decode(setup) if setup else game.start(), request.args.text)
    facts = {**_facts(request, trial, None), "board": 0, "played": 0}
    grant = account_grant(request.player)
    return _answer(Draft(request.player, "preview", facts, grant=grant), trial)


def _answer(draft: Draft, trial: _Trial) -> Answer:
    """:raises Refused: with the same mail, if a move could not be played"""
    if trial.failed is not None:
        raise RefusedWithMail("illegal", draft)
    return Answer(draft)


def _tried(game: AnyGame, state: Any, text: str) -> _Trial:
    """The moves played as far as they can be."""
    moves = _moves(game, state, text)
    try:
        return _Trial(game, replay(game, state, moves))
    except PlyError as error:
        return _Trial(game, _before(game, state, moves, error), error)


def _moves(game: AnyGame, state: Any, text: str) -> list[str]:
    """One move, several words each of which is one, or what semicolons separate."""
    words = text.split()
    if ";" in text:
        return [part.strip() for part in text.split(";") if part.strip()]
    each_is_one = all(word.casefold() == PASS or game.reads(word) for word in words)
    return words if each_is_one and not _is_legal(game, state, text) else [text]


def _is_legal(game: AnyGame, state: Any, text: str) -> bool:
    try:
        game.parse(state, text)
    except RulesError:
        return False
    return True


def _before(game: AnyGame, state: Any, moves: list[str], error: PlyError) -> Replay[Any, Any]:
    """What could be played before the move that failed.

    A pass may have been written or left out, so its ply only says where it is at the latest.
    """
    played = error.ply - 1 - game.plies(state)
    for count in range(min(played, len(moves) - 1), 0, -1):
        try:
            return replay(game, state, moves[:count])
        except PlyError:
            continue
    return replay(game, state, [])


def _facts(request: Request, trial: _Trial, seat: Seat | None) -> dict[str, Any]:
    game, state, failed = trial.game, trial.played.state, trial.failed
    turn = game.to_move(state)
    return {
        "game": game.name,
        "last": [_ply_facts(game, ply, request.reader) for ply in trial.played.plies],
        "turn": {"seat": request.reader.seat(game, turn), "number": game.plies(state) + 1}
        if turn
        else {},
        "result": _result(trial, request.reader),
        "drawing": drawn(game, state, request.player, seat),
        "failed": failed.text if failed else "",
        "why": request.reader.reproach(game, failed) if failed else "",
        "similar": similar_moves(game, state, failed.text) if failed else [],
    }


def _ply_facts(game: AnyGame, ply: Ply[Any, Any], reader: Reader) -> dict[str, Any]:
    return {
        "number": ply.number,
        "seat": reader.seat(game, ply.seat),
        "text": ply.text,
        "automatic": ply.automatic,
        "told": told(game, ply, reader),
    }


def _result(trial: _Trial, reader: Reader) -> dict[str, Any]:
    """How the game would have ended; empty where it goes on."""
    outcome = trial.played.outcome
    if outcome is None:
        return {}
    winner = "" if outcome.winner is None else reader.seat(trial.game, outcome.winner)
    reason = reader.reason(trial.game, outcome.reason)
    return {"winner": winner, "reason": reason, "score": outcome.score or ()}
