"""Tables in texts: columns, labels with their values, and everyone against everyone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

TABLE_WIDTH = 72
"""The width of the table of a contest, which leaves room for being quoted."""

STATE_WIDTH = 74
"""The width of a list of boards."""

LEAST_INDENT = 8
"""The indent of a cell below its row, by which the HTML part knows it."""

_NAME = 1


def columns(widths: Sequence[int], headings: Sequence[str]) -> Callable[..., str]:
    """A function that writes the values of a row in columns, below their headings.

    widths: the least width of each column; negative for a column that is aligned to the left.
    headings: translated, so each may be wider than its column.
    """
    sizes = zip(widths, headings, strict=True)
    form = "  ".join(
        f"%{'-' if width < 0 else ''}{max(abs(width), len(heading))}s" for width, heading in sizes
    )
    return lambda *values: form % values


def labelled(least: int, labels: Sequence[str]) -> Callable[..., str]:
    """A function that writes a label and its value, in columns that fit all labels.

    The columns are two spaces apart after the longest label of a language, too: with one, the HTML
    part would take that row for a sentence.

    least: the least width of the labels.
    """
    return columns((-max(least, *map(len, labels)), 0), ("", ""))


def with_state(row: str, state: str, until: str = "") -> str:
    """A row of a table with its last cell, beside the row as far as it fits, else below it.

    until: the end of the last cell, for which there is less often room.
    """
    whole = " ".join(filter(None, (state, until)))
    for beside, below in ((whole, ""), (state, until)):
        if len(row) + 2 + len(beside) <= STATE_WIDTH:
            return f"{row}  {beside}" + (_below(row, below) if below else "")
    return row.rstrip() + _below(row, whole)


def _below(row: str, text: str) -> str:
    indent = max(LEAST_INDENT, min(len(row) + 2, STATE_WIDTH - len(text)))
    return f"\n{' ' * indent}{text}"


def crosstable(found: Mapping[str, Any], headings: Sequence[str]) -> str:
    """A table of everyone against everyone, in at most ``TABLE_WIDTH`` columns.

    Two blanks separate its columns, so that the HTML part has a real table.

    headings: the headings for players, points, tie-break, games left and start.
    """
    rows = found["rows"]
    numbers = [str(number) for number in range(1, len(rows) + 1)]
    head = ["", headings[0], *numbers, *headings[1:]]
    lines = [head, *(_table_cells(number, row) for number, row in zip(numbers, rows, strict=True))]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    if _across(widths) > TABLE_WIDTH:
        # The rating at the start is the least of what a table tells.
        widths.pop()
        lines = [line[:-1] for line in lines]
    widths[_NAME] -= max(_across(widths) - TABLE_WIDTH, 0)
    return "\n".join(_table_line(line, widths) for line in lines)


def _table_cells(number: str, row: Mapping[str, Any]) -> list[str]:
    figures = ["-"] * 3 if row["struck"] else [row["points"], row["berger"], str(row["left"])]
    return [number, row["userid"], *row["cells"], *figures, str(row["rating"])]


def _across(widths: Sequence[int]) -> int:
    return sum(widths) + 2 * (len(widths) - 1)


def _table_line(line: Sequence[str], widths: Sequence[int]) -> str:
    """Align all cells to the right but the name, which is cut if it is too long."""
    cells = [cell.rjust(width) for cell, width in zip(line, widths, strict=True)]
    cells[_NAME] = line[_NAME][: widths[_NAME]].ljust(widths[_NAME])
    return "  ".join(cells)
