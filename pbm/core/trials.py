"""Previews: moves tried on a state, without a change to any board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pbm.core.games import PASS, AnyGame, PlyError, Replay, RulesError, replay


@dataclass(frozen=True)
class Trial:
    """Moves tried on a state. failed: the error of the first move that cannot be played, if any."""

    game: AnyGame
    played: Replay[Any, Any]
    failed: PlyError | None = None


def tried(game: AnyGame, state: Any, text: str) -> Trial:
    """Try moves of both sides, up to the first that cannot be played.

    text: the moves, separated by spaces, or by semicolons if a move contains spaces.
    """
    moves = _moves(game, state, text)
    try:
        return Trial(game, replay(game, state, moves))
    except PlyError as error:
        return Trial(game, _before(game, state, moves, error), error)


def _moves(game: AnyGame, state: Any, text: str) -> list[str]:
    """Split the text at semicolons, or into words if each is a move and the whole text is not."""
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
    """Replay the moves before the one that failed.

    Forced passes may be written or left out, so the ply of the error is only an upper bound of the
    number of moves before it.
    """
    played = error.ply - 1 - game.plies(state)
    for count in range(min(played, len(moves) - 1), 0, -1):
        try:
            return replay(game, state, moves[:count])
        except PlyError:
            continue
    return replay(game, state, [])
