"""Discs as sets of cells, which are ints: where one may be set, and which ones it turns."""

from __future__ import annotations

from collections.abc import Iterator

from .. import bits

SIZE = 8
CELLS = SIZE * SIZE
_ALL = (1 << CELLS) - 1
_INNER = _ALL // 0xFF * 0x7E
_WAYS = ((1, _INNER), (SIZE - 1, _INNER), (SIZE, _ALL), (SIZE + 1, _INNER))
"""How far the next cell in four directions is, and the cells over which a row of discs can go on:
at the left and right edge it cannot, except along the edge.
"""


def members(cells: int) -> Iterator[int]:
    while cells:
        lowest = cells & -cells
        yield bits.length(lowest) - 1
        cells ^= lowest


def open_cells(own: int, others: int) -> int:
    """RV3: return the empty cells on which a disc encloses some of the other side's."""
    found = 0
    for step, inner in _WAYS:
        between = others & inner
        up, down = own << step & between, own >> step & between
        for _ in range(SIZE - 3):
            up |= up << step & between
            down |= down >> step & between
        found |= up << step | down >> step
    return found & ~(own | others) & _ALL


def turned(own: int, others: int, cell: int) -> int:
    """RV4: return the discs that one on an empty cell turns."""
    found = 0
    for step, inner in _WAYS:
        between = others & inner
        row, end = 0, 1 << cell << step
        while end & between:
            row, end = row | end, end << step
        if end & own:
            found |= row
        row, end = 0, 1 << cell >> step
        while end & between:
            row, end = row | end, end >> step
        if end & own:
            found |= row
    return found
