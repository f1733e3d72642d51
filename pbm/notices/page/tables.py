"""Tables in a text: lines whose cells are aligned, or separated by two spaces."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pbm.notices.page.folds import FOLD

GAP = re.compile(r" {2,}|(?<=\)) (?=\S+$)")
"""The space between a player with their seat and a move; after a long name, a single blank."""

_GAPS = re.compile(" {2,}")
"""The space between the cells of a table."""

_HANG = " " * 8
"""The indent of a cell that did not fit into its line."""

_FEWEST_COUNTED = 3
_NUMBER = re.compile(r"[-+]?\d|[-?]$")
_FIGURE = re.compile(r"(?!\d+\.\d+\.)[-+]?\d[\d:.,?%]*|-")
"""A number, a time or none; a German date is no number, though it has only digits and dots."""


@dataclass(frozen=True)
class Table:
    """A table. head: the names of the columns, empty if there are none. rows: trimmed cells.

    figures: for each column below a head, whether it has only numbers, which are aligned to the
        right. In a list of names and values, a number stands beside its name like any other value.
    """

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    figures: Sequence[bool]


def table_of(lines: Sequence[str]) -> Table | None:
    """Return these lines as a table; None if they are a sentence, or their columns not aligned."""
    is_table = len(lines) > 1 and not any(FOLD in line for line in lines)
    found = _hanging(lines) or _spaced(lines) or _aligned(lines) or _listed(lines)
    rows = found if is_table else []
    if not rows:
        return None
    head, body = (rows[0], rows[1:]) if _is_head(rows) else ([], rows)
    columns = zip(*body, strict=True)
    figures = [bool(head) and all(map(_FIGURE.fullmatch, cells)) for cells in columns]
    return Table(head, body, figures)


def _aligned(lines: Sequence[str]) -> list[list[str]]:
    """Return the rows of a table whose columns are aligned; [] if it has one column only."""
    spans = _spans(lines)
    rows: list[list[str]] = []
    for line in lines if len(spans) > 1 else ():
        cells = [" ".join(line[start:end].split()) for start, end in spans]
        if rows and not cells[0]:
            # The rest of a cell that did not fit into the line above.
            rows[-1] = [
                f"{above} {cell}".strip() for above, cell in zip(rows[-1], cells, strict=True)
            ]
        else:
            rows.append(cells)
    return rows


def _hanging(lines: Sequence[str]) -> list[list[str]]:
    """Return the rows of a table in which last cells stand below their rows; [] if none do.

    A last cell that does not fit beside its row is put below it, under other columns.
    """
    below = [at > 0 and _hangs(line) for at, line in enumerate(lines)]
    rows = _aligned([line for line, hangs in zip(lines, below, strict=True) if not hangs])
    if not any(below) or len(rows) < 2 or not _is_head(rows):
        return []
    row = -1
    for line, hangs in zip(lines, below, strict=True):
        if hangs:
            rows[row][-1] = f"{rows[row][-1]} {line.strip()}".strip()
        else:
            row += 1
    return rows


def _hangs(line: str) -> bool:
    return line.startswith(_HANG) and "  " not in line.strip()


def _spaced(lines: Sequence[str]) -> list[list[str]]:
    """Return the rows of a table in which a cell is too wide for its column; [] for other lines.

    The cells to the right of it are no longer below the heads of their columns. But every line has
    the same number of cells, separated by two spaces, which is more than there are columns.
    """
    rows = [_GAPS.split(line.strip()) for line in lines]
    columns = {len(row) for row in rows}
    return rows if len(columns) == 1 and columns.pop() > max(2, len(_spans(lines))) else []


def _listed(lines: Sequence[str]) -> list[list[str]]:
    """Return the rows of a list of words with their explanations; [] for other lines."""
    rows = [GAP.split(line.strip()) for line in lines]
    return rows if all(len(row) == 2 for row in rows) else []


def _spans(lines: Sequence[str]) -> list[tuple[int, int]]:
    """Return where the columns begin and end: between them every line has two spaces."""
    width = max(map(len, lines))
    filled = [any(line[at : at + 1].strip() for line in lines) for at in range(width)]
    spans: list[tuple[int, int]] = []
    for at in (at for at in range(width) if filled[at]):
        if spans and at - spans[-1][1] < 2:
            spans[-1] = spans[-1][0], at + 1
        else:
            spans.append((at, at + 1))
    return spans


def _is_head(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row has words above a column of numbers, or counts the columns."""
    if len(rows) < 2:
        return False
    return _counts(rows[0][1:]) or any(
        first and not _NUMBER.match(first) and all(map(_NUMBER.match, below))
        for first, *below in zip(*rows, strict=True)
    )


def _counts(cells: Sequence[str]) -> bool:
    """Return whether the cells are at least three numbers that follow each other: levels."""
    numbers = [int(each) for each in cells if each.isdecimal()]
    follow = all(after == before + 1 for before, after in pairwise(numbers))
    return len(numbers) == len(cells) >= _FEWEST_COUNTED and follow
