"""The seeded starts ``random`` and ``symmetry``; a seed gives the same board in all versions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import TypeVar

from .board import CELLS, CENTRE, EDGE, NEIGHBOURS, opposite
from .pieces import BLACK, COUNTS, DVONN, WHITE
from .state import Board

T = TypeVar("T")
Chance = Callable[[], float]
"""Returns the next random number, from 0 up to, but not including, 1."""

MOST_EDGE_DIFFERENCE = 2


def random_start(seed: int) -> Board:
    """Return a board with all 49 pieces at random; unfair boards are discarded."""
    boards = _random_boards(_chance(seed))
    return Board.of(next(filter(_is_fair, boards)))


def symmetry_start(seed: int) -> Board:
    """Return a board with a DVONN piece in the centre, the other two opposite each other, and each
    white piece opposite a black one.
    """
    chance = _chance(seed)
    cells = _shuffled([cell for cell in CELLS if cell < CENTRE], chance)
    stacks = {CENTRE: DVONN, cells[0]: DVONN, opposite(cells[0]): DVONN}
    for cell in cells[1:]:
        here, there = (WHITE, BLACK) if chance() < 0.5 else (BLACK, WHITE)
        stacks |= {cell: here, opposite(cell): there}
    return Board.of(stacks)


SEEDED = {"random": random_start, "symmetry": symmetry_start}
"""The functions of the seeded starts, by name."""


def _chance(seed: int) -> Chance:
    # random() is the only method for which Python promises the same numbers in every version.
    return Random(seed).random  # noqa: S311 (a fair deal, not a secret)


def _shuffled(items: Sequence[T], chance: Chance) -> list[T]:
    result = list(items)
    for last in range(len(result) - 1, 0, -1):
        other = int(chance() * (last + 1))
        result[last], result[other] = result[other], result[last]
    return result


def _random_boards(chance: Chance) -> Iterator[dict[int, str]]:
    pieces = [kind for kind, number in COUNTS.items() for _ in range(number)]
    while True:
        yield dict(zip(CELLS, _shuffled(pieces, chance), strict=True))


def _is_fair(stacks: Mapping[int, str]) -> bool:
    edge = [stacks[cell] for cell in EDGE]
    difference = abs(edge.count(WHITE) - edge.count(BLACK))
    hemmed_in = any(_is_hemmed_in(stacks, cell) for cell in CELLS)
    return difference <= MOST_EDGE_DIFFERENCE and not hemmed_in


def _is_hemmed_in(stacks: Mapping[int, str], cell: int) -> bool:
    """Return whether a piece has only neighbours of its own colour.

    DVONN pieces are a third colour. Since every cell has at least three neighbours and there are
    only three DVONN pieces, a DVONN piece is never hemmed in.
    """
    return all(stacks[other] == stacks[cell] for other in NEIGHBOURS[cell])
