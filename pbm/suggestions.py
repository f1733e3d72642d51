"""Legal moves that somebody may have meant."""

from __future__ import annotations

from itertools import islice, takewhile
from typing import Any

from pbm.games import AnyGame, RulesError, split_line

MOST = 5
# Each is looked for, written and read again. A position of ``towers`` has had 9,200 moves, and a
# letter may ask twenty times.
MOST_READ = 500


def similar_moves(game: AnyGame, state: Any, line: str) -> list[str]:
    """Up to five legal moves that begin the way the line does, longest likeness first."""
    try:
        typed = split_line(line)[0].casefold().replace(" ", "-")
        moves = islice(game.legal_moves(state), MOST_READ)
        printed = [str(game.format(state, move)) for move in moves]
    except RulesError:  # no move in it, or too many to look for
        return []
    likeness = {text: _shared_beginning(typed, text.casefold()) for text in printed}
    best = sorted((text for text in printed if likeness[text] > 1), key=likeness.__getitem__)
    return best[::-1][:MOST]


def _shared_beginning(one: str, other: str) -> int:
    """How many letters two texts begin with alike."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
