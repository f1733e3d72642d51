"""Boards as text: as a lattice, in a few lines, or in words.

Row 5 is on top. Each row is shifted by half a cell, so that the neighbours of a cell are those on
its left and right, and the two above and the two below it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain

from ..game import Seat, Style
from ..kit.voice import filled
from .board import CELLS_OF, ROWS
from .captions import (
    EMPTY,
    LAST_LEFT,
    LAST_RIGHT,
    last_move,
    legend,
    sides,
    standing,
)
from .listing import rows_in_words
from .pieces import BLACK, DVONN, WHITE
from .state import Move, State
from .voice import Voice

_LABEL = 3  # the width of a row's number and the space after it
_GRID_PITCH = 6  # the width of a cell, which holds >w12*<

_Marks = tuple[tuple[str, str], ...]
"""The sign of each kind of piece on a drawn board."""


def render(state: State, style: Style, viewer: Seat | None, words: Mapping[str, str] | None) -> str:
    lines = _STYLES[style](state, viewer, Voice.of(words))
    return "\n".join(map(str.rstrip, lines))


def _grid(state: State, viewer: Seat | None, voice: Voice) -> Iterator[str]:
    yield from filled([sides(voice, viewer)])
    yield ""
    yield from _lattice(state.board.stacks, state.last, _marks(voice))
    yield ""
    yield from filled(standing(voice, state))
    signs_told = list(filled(legend(voice, state)))
    if signs_told:
        yield ""
        yield from signs_told


# A position is drawn for both players.
@lru_cache(maxsize=4)
def _lattice(stacks: Sequence[str], last: Move | None, marks: _Marks) -> Sequence[str]:
    """Return the rows of cells, with their links and letters."""
    signs = _signed(stacks, last, dict(marks))
    lines = []
    for row in reversed(range(len(ROWS))):
        cells = (signs[cell].center(_GRID_PITCH) for cell in CELLS_OF[row])
        lines += [_row(row, _GRID_PITCH, cells), _links(row)]
    return (*lines, _letters(_GRID_PITCH))


def _compact(state: State, viewer: Seat | None, voice: Voice) -> Iterator[str]:
    tokens, marked = _tokens(state.board.stacks, dict(_marks(voice))), state.last or ()
    pitch = 4 if max(map(len, tokens)) < 4 else 6  # an even width for a mark and any token
    signs = [(LAST_LEFT if at in marked else " ") + token for at, token in enumerate(tokens)]
    yield from filled([sides(voice, viewer)])
    for row in reversed(range(len(ROWS))):
        yield _row(row, pitch, (signs[cell].ljust(pitch) for cell in CELLS_OF[row]))
    yield _letters(pitch)
    yield from filled([" ".join(chain(standing(voice, state), last_move(voice, state)))])


def _list(state: State, viewer: Seat | None, voice: Voice) -> Iterator[str]:
    yield from filled([sides(voice, viewer)])
    yield from filled(rows_in_words(voice, state.board))
    yield from filled(standing(voice, state))
    yield from filled(last_move(voice, state))


_STYLES = {Style.GRID: _grid, Style.COMPACT: _compact, Style.LIST: _list}


def _indent(row: int, pitch: int) -> int:
    return _LABEL + pitch // 2 * abs(row - 2)


def _row(row: int, pitch: int, signs: Iterable[str]) -> str:
    """Return a row of the board. signs: the signs of its cells, each ``pitch`` wide."""
    label = f"{row + 1} ".rjust(_indent(row, pitch))
    return "".join([label, *signs, _ending_letters(row, pitch)])


def ending_letters(row: int) -> str:
    """Return the letters of columns that end at the right end of this row: J, K or none."""
    above = ROWS[row + 1] if row + 1 < len(ROWS) else ""
    return "".join(letter for letter in above if letter not in ROWS[row])


@cache
def _ending_letters(row: int, pitch: int) -> str:
    """Return the ending letters in parentheses, because they stand in a row of pieces."""
    before = " " * (pitch // 2 - 2)
    return "".join(f"{before}({letter.upper()})".ljust(pitch) for letter in ending_letters(row))


@cache
def _letters(pitch: int) -> str:
    letters = "".join(_letter(letter, pitch) for letter in ROWS[0])
    return " " * _indent(-1, pitch) + letters


def _letter(letter: str, pitch: int) -> str:
    before = " " * (pitch // 2 - 1)
    return f"{before}{letter.upper()}".ljust(pitch)


@cache
def _links(row: int) -> str:
    """Return the strokes from the cells of a row to the cells and letters below."""
    below = ROWS[row - 1] if row else ""
    strokes = []
    for letter in ROWS[row]:
        left = "/" if chr(ord(letter) - 1) in below else " "
        strokes.append(f" {left} \\  ")
    return " " * _indent(row, _GRID_PITCH) + "".join(strokes)


def _marks(voice: Voice) -> _Marks:
    return tuple((piece, voice.mark(piece)) for piece in (WHITE, BLACK, DVONN))


def _tokens(stacks: Sequence[str], marks: Mapping[str, str]) -> list[str]:
    """Return the short form of the stack on each cell, by the cell's number."""
    # Cached by stack, because most cells have one of a few stacks.
    tokens = {stack: _token(marks, stack) for stack in set(stacks)}
    return [*map(tokens.__getitem__, stacks)]


def _token(marks: Mapping[str, str], stack: str) -> str:
    """Return the short form of a stack: owner, height, and a star for a DVONN piece."""
    if len(stack) < 2:
        return marks[stack] if stack else EMPTY
    star = marks[DVONN] if DVONN in stack else ""
    return f"{marks[stack[-1]]}{len(stack)}{star}"


def signed(voice: Voice, state: State) -> list[str]:
    """Return the short form of each stack by cell, between signs of the last move or spaces."""
    return _signed(state.board.stacks, state.last, dict(_marks(voice)))


def _signed(stacks: Sequence[str], last: Move | None, marks: Mapping[str, str]) -> list[str]:
    tokens = _tokens(stacks, marks)
    signs = [f" {token} " for token in tokens]
    for at in last or ():
        if at is not None:
            signs[at] = f"{LAST_LEFT}{tokens[at]}{LAST_RIGHT}"
    return signs
