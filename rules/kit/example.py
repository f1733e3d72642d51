"""A move as an example of the notation: players copy it, so it must not be a blunder."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import TypeVar

M = TypeVar("M")


def best_of_few(moves: Iterator[M], most: int, worth: Callable[[M], int]) -> M | None:
    """Return a move of the greatest worth, None if there is no move.

    Of more moves than ``most`` it is the first, and none is tried: where a move can end the game
    only near its end, there are few then.
    """
    few = list(islice(moves, most + 1))
    return few[0] if len(few) > most else max(few, key=worth, default=None)


def safest(moves: Iterator[M], most: int, loses: Callable[[M], bool]) -> M | None:
    """Return the first move that does not lose at once, of the first ``most``; failing that, the
    first of all, None if there is no move.
    """
    few = list(islice(moves, most))
    return next((move for move in few if not loses(move)), few[0] if few else None)
