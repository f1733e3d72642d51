"""Moves tried out on a state of a game; nothing is played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pbm.core.games import PASS, AnyGame, PlyError, Replay, RulesError, replay


@dataclass(frozen=True)
class Trial:
    """Moves tried on a state of a game; ``failed`` is why the first bad one cannot be played."""

    game: AnyGame
    played: Replay[Any, Any]
    failed: PlyError | None = None


def tried(game: AnyGame, state: Any, text: str) -> Trial:
    """The moves of both sides played as far as they can be.

    text: the moves, separated by blanks or, where one holds a blank itself, by semicolons.
    """
    moves = _moves(game, state, text)
    try:
        return Trial(game, replay(game, state, moves))
    except PlyError as error:
        return Trial(game, _before(game, state, moves, error), error)


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
