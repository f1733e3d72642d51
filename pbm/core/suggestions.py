"""Legal moves that somebody may have meant."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, takewhile
from typing import Any

from pbm.core.games import AnyGame, ManyMoves, RulesError, split_line

MOST = 5
# Each is looked for, written and read again. A position of ``towers`` has had 9,200 moves, and a
# letter may ask twenty times.
MOST_READ = 500


def similar_moves(game: AnyGame, state: Any, line: str) -> list[str]:
    """Up to five legal moves that begin the way the line does, longest likeness first.

    Of those that are equally like it, moves over fewer landings come first.
    """
    try:
        first = split_line(line)[0]
        moves = islice(_nearest_first(game, state, first), MOST_READ)
        printed = [str(game.format(state, move)) for move in moves]
    except RulesError:  # no move in it, or too many to look for
        return []
    typed = first.casefold().replace(" ", "-")
    likeness = {text: _shared_beginning(typed, text.casefold()) for text in printed}
    alike = (text for text in printed if likeness[text] > 1)
    return sorted(alike, key=likeness.__getitem__, reverse=True)[:MOST]


def _nearest_first(game: AnyGame, state: Any, text: str) -> Iterator[Any]:
    if isinstance(game, ManyMoves):
        return game.moves_like(state, text)
    return game.legal_moves(state)


def _shared_beginning(one: str, other: str) -> int:
    """How many letters two texts begin with alike."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
