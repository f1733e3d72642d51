"""The audit of analyses and puzzles.

An analysed game is over, and a solution can be played.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbm.core.games import RulesError, replay
from pbm.store.protocol import Transaction


def study_faults(tx: Transaction) -> Iterator[tuple[str, int | None]]:
    """Yield each fault, with the board that it is about (None for a puzzle)."""
    for board in tx.analyses.made():
        match = tx.matches.get(board)
        if match is None or not match.finished:
            yield "it has an analysis, but is not over", board
    for kept in tx.puzzles.list():
        try:
            replay(kept.game, kept.game.decode(kept.puzzle.position), kept.puzzle.line)
        except RulesError as error:
            yield f"the line of puzzle {kept.id} cannot be played: {error}", None
