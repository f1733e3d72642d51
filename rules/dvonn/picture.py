"""Boards as pictures: the lattice of ``diagram`` as tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..game import Seat
from ..kit.voice import filled
from ..picture import Mark, Picture, Row, Tile, Tint
from .board import CELLS_OF, ROWS
from .captions import legend, sides, standing
from .diagram import ending_letters, signed
from .pieces import BLACK, DVONN, WHITE
from .state import State
from .voice import Voice

_TINTS = {WHITE: Tint.FIRST, BLACK: Tint.SECOND, DVONN: Tint.SPECIAL}
_BESIDE = 1  # half tiles for a row's label
_MIDDLE = 2  # the widest row


def picture(state: State, viewer: Seat | None, words: Mapping[str, str] | None) -> Picture:
    voice = Voice.of(words)
    above = filled([sides(voice, viewer)])
    below = [*filled(standing(voice, state)), "", *filled(legend(voice, state))]
    return Picture(tuple(_rows(voice, state)), "\n".join(above), "\n".join(below))


def _rows(voice: Voice, state: State) -> Iterator[Row]:
    signs = signed(voice, state)
    for row, cells in reversed(list(enumerate(CELLS_OF))):
        tiles = (_tile(state, cell, signs[cell].strip()) for cell in cells)
        label = Tile(f"{row + 1}", span=_BESIDE)
        offset = abs(row - _MIDDLE)
        yield Row([label, *tiles, *map(_ending_letter, ending_letters(row))], offset)
        yield Row(_strokes(row), offset + _BESIDE, thin=True)
    yield Row(list(map(_letter, ROWS[0])), offset=_BESIDE + _MIDDLE + 1)


def _tile(state: State, cell: int, text: str) -> Tile:
    stack = state.board[cell]
    tint = _TINTS[stack[-1]] if stack else Tint.EMPTY
    return Tile(text, tint, _mark(state, cell))


def _mark(state: State, cell: int) -> Mark | None:
    if state.last is None or cell not in state.last:
        return None
    return Mark.LEFT if cell == state.last.origin else Mark.MOVED


def _strokes(row: int) -> list[Tile]:
    """Return a stroke for each cell, from its middle to the next cell of its column below."""
    return [Tile(span=1), Tile("\\", span=1)] * len(CELLS_OF[row])


def _ending_letter(letter: str) -> Tile:
    return Tile(f"({letter.upper()})")


def _letter(letter: str) -> Tile:
    return Tile(letter.upper())
