"""The width of words, and how tables and buttons fit on a narrow phone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, zip_longest

from markupsafe import Markup, escape

from pbm.core.games import game_names
from pbm.notices.page.folds import BEFORE_MARKS
from pbm.notices.page.layout import Moves
from pbm.notices.page.tables import Table

ROOM, NARROWEST = 328, 288
"""The width of the text on a phone with 360 pixels, and on one with 320."""

_HARD_SPACE = "\u00a0"
_HARD_HYPHEN = "\u2011"


def wide(text: str, size: int) -> float:
    """Return the approximate width of a text in Arial, in pixels; never much too little."""
    return size * sum(0.75 if sign.isupper() else 0.58 if sign.isalnum() else 0.4 for sign in text)


@dataclass(frozen=True)
class Fitted:
    """A layout of a table that fits on a narrow phone.

    size: the font size. beside: how many columns are side by side; the others are in a line below.
    gaps: the space to the right of each column.
    label: the width of the first column of a list of names and values; 0 for what its cells need.
    """

    size: int
    beside: int
    below: bool
    gaps: Sequence[int]
    label: int = 0


_LARGE, _SMALL = 15, 14
_GAP, _WIDE_GAP, _SLIM_GAP = 10, 20, 7
_SLIM = 2
"""The most characters in a column with the results of the games against one player."""
_LONGEST_LABEL = 120


def fitted(table: Table) -> Fitted:
    columns = len(table.figures)
    rows = [table.head, *table.rows] if table.head else table.rows
    gaps = _gaps(table, rows)
    for size in (_LARGE, _SMALL):
        room, least = _room_of(rows, size), _least_of(rows, size)
        if sum(room) + sum(gaps) <= ROOM and sum(least) + sum(gaps) <= NARROWEST:
            return Fitted(size, columns, below=False, gaps=gaps, label=_label(table, size))
    if columns == 2:
        label = _label(table, _SMALL)
        return Fitted(_SMALL, columns, below=False, gaps=gaps, label=label)
    left, beside = ROOM, 0
    for width, gap in zip(_room_of(rows, _LARGE), gaps, strict=True):
        left -= int(width + gap)
        beside += left >= 0
    beside = _not_between_games(table.head, max(1, min(beside, columns - 1)))
    return Fitted(_LARGE, beside, below=True, gaps=gaps)


def _not_between_games(head: Sequence[str], beside: int) -> int:
    """How many columns are side by side if all columns of games are, or are all below.

    Where a single game is below the others, its column is taken for a missing one.
    """
    games = [at for at, name in enumerate(head) if name.casefold() in game_names()]
    is_between = bool(games) and games[0] < beside <= games[-1]
    return max(1, games[0]) if is_between else beside


def _gaps(table: Table, rows: Sequence[Sequence[str]]) -> list[int]:
    """The space behind each column.

    A figure and the word beside it would touch, because they are aligned to the edge that they
    share. Results against single players need little space, and belong together.
    """
    figures = [at > 0 and figure for at, figure in enumerate(table.figures)]
    slim = [max(map(len, cells)) <= _SLIM for cells in zip(*rows, strict=True)]
    gaps = [_GAP] * len(figures)
    for at, (here, after) in enumerate(pairwise(zip(figures, slim, strict=True))):
        if here[0] and not after[0]:
            gaps[at] = _WIDE_GAP
        elif here[1] and after[1]:
            gaps[at] = _SLIM_GAP
    return gaps


def _label(table: Table, size: int) -> int:
    """The width of short names beside values: a browser would give them half of the page."""
    if table.head or len(table.figures) != 2:
        return 0
    width = int(max(wide(row[0], size) for row in table.rows)) + _GAP
    return width if width <= _LONGEST_LABEL else 0


def below(table: Table, beside: int, row: Sequence[str]) -> list[tuple[str, str]]:
    """The cells of a row that are not beside each other, with their names, without empty ones."""
    names = table.head or [""] * len(row)
    pairs = zip(names[beside:], row[beside:], strict=True)
    return [(name, cell) for name, cell in pairs if cell not in ("", "-")]


_MOVE_GAPS = 32
"""The space around a move of a record and its number."""


def paired(moves: Moves) -> Sequence[Sequence[tuple[str, str]]]:
    """The rows of a game record, with one move in a row if two do not fit beside each other."""
    columns = zip_longest(*moves.rows, fillvalue=("", ""))
    room = sum(max(wide("".join(move), _LARGE) + _MOVE_GAPS for move in each) for each in columns)
    return moves.rows if room <= ROOM else [[move] for row in moves.rows for move in row]


def _room_of(rows: Sequence[Sequence[str]], size: int) -> list[float]:
    columns = zip(*rows, strict=True)
    return [max(wide(cell, size) for cell in cells) for cells in columns]


def _least_of(rows: Sequence[Sequence[str]], size: int) -> list[float]:
    """The room of each column when its cells are broken at every space."""
    columns = zip(*rows, strict=True)
    words = [[word for cell in cells for word in cell.split()] for cells in columns]
    return [max((wide(word, size) for word in each), default=0) for each in words]


_BUTTON, _PADDING, _BOLD, _TEXT = 15, 34, 1.15, 16


def wide_button(label: str) -> float:
    """Return the width of a button with this label."""
    return _BOLD * wide(label, _BUTTON) + _PADDING


_SIGN = 0.61
"""The width of a sign in monospaced fonts, in em."""


def fine(lines: Sequence[str]) -> int:
    """Return the size of a monospaced font in which the lines fit."""
    return max(7, min(14, int(NARROWEST / _SIGN / max(map(len, lines)))))


def hard(text: str, *, plain: bool = False) -> str:
    """A text that fits a line, with spaces and hyphens at which no line is broken.

    A longer one is broken at its spaces: a name or an option stays whole if it fits a line.

    plain: whether this is a link in a text, which is narrower than a button.
    """
    if _fits(text, plain=plain):
        return _whole_words(text).replace(" ", _HARD_SPACE)
    words = (_whole_words(word) if _fits(word, plain=plain) else word for word in text.split(" "))
    return " ".join(words)


def _fits(text: str, *, plain: bool) -> bool:
    return (wide(text, _TEXT) if plain else wide_button(text)) <= NARROWEST


def _whole_words(text: str) -> str:
    return text.replace("-", _HARD_HYPHEN)


_LONG_WORD = re.compile(rf"\S{{{24}}}(?=\S)")
_SOFT_BREAK = "\u200b"


def soft(text: str) -> str:
    """The text with invisible places in long words where a line may be broken.

    No line begins with the mark that ends a French sentence, with the ordinary space before it.
    """
    return _LONG_WORD.sub(lambda word: word[0] + _SOFT_BREAK, with_marks(text))


def with_marks(text: str) -> str:
    """The text with the marks that end a French sentence on the line of the word before them."""
    return BEFORE_MARKS.sub(_HARD_SPACE, text)


_KEPT = r"(?<!\S)(?=\S*\w-\w|\(?-)\S{4,20}(?!\S)"
"""Dates, options, moves and names with hyphens, at which programs would break a line."""

_LONG = re.compile(rf"(?P<kept>{_KEPT})|[^\s@]{{34,}}|(?<=\S{{12}})@")
"""Like ``_KEPT``, with words that are longer than tokens, and the @ of a long address."""

_PART = 20

_SIGN_OF_LIST = re.compile(r"(?<=,\s[^\w\s])\s(?=\w)")
"""The space behind a sign that is explained in a list, such as ``. not over``."""

_LAST = re.compile(r"(?<=.{24}\S)\s(?=\S{1,4}$)", re.DOTALL)
"""The space, or the fold of the text, before a short last word that would stand alone."""


def breakable(text: str, whole: int = 20) -> Markup:
    """The text with a ``<wbr>`` in each long word, where a line may be broken.

    Masks of tokens are no long words, so they stay whole. Short words are not broken at hyphens,
    either.

    whole: the most characters of a short word. Beside other columns there is room for fewer.
    """
    parts: list[Markup] = []
    at, text = 0, _SIGN_OF_LIST.sub(_HARD_SPACE, _LAST.sub(_HARD_SPACE, text))
    for word in _LONG.finditer(text):
        parts += [
            escape(text[at : word.start()]),
            _whole(word[0]) if word["kept"] and len(word[0]) <= whole else _cut(word[0]),
        ]
        at = word.end()
    return Markup().join([*parts, escape(text[at:])])


def _whole(word: str) -> Markup:
    return Markup('<span style="white-space:nowrap">{}</span>').format(word)


def _cut(word: str) -> Markup:
    pieces = [word[start : start + _PART] for start in range(0, len(word), _PART)]
    return Markup("<wbr>").join(["", *pieces] if word == "@" else pieces)
