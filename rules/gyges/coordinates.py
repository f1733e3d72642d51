"""The names of slots and goals: by digits, or with letters as on the page of Games of Towers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from .board import COLUMNS, NORTH_GOAL, ROWS, SIZES, SLOTS, SOUTH_GOAL

_LETTERS = "abcdef"


@dataclass(frozen=True)
class Coordinates:
    """One way to name the places of the board.

    names: the printed name of each slot and goal.
    known: the place of each name that is accepted as input, in lower case.
    slot, goal: patterns of all accepted names of slots and of goals.
    entry: a pattern of what can take the place of a move's origin.
    columns: the labels of the columns, from left to right.
    rows: the labels of the rows by number, with those of the goals, 0 and 7.
    goals: the rows of the goals, each with its cells; a goal of one cell spans all columns.
    """

    names: Mapping[int, str]
    known: Mapping[str, int]
    slot: str
    goal: str
    columns: str
    rows: str
    goals: Mapping[int, Sequence[int]]
    entry: str = ""

    @property
    def lowest_row(self) -> str:
        """The names of the slots of the lowest row, as an example of all names."""
        return " ".join(self.names[slot] for slot in SLOTS[: len(COLUMNS)])

    @cached_property
    def slots(self) -> Mapping[str, int]:
        """The place of each printed name."""
        return {name: slot for slot, name in self.names.items()}

    @cached_property
    def pattern(self) -> str:
        """A pattern of all printed names, the longest first."""
        return "|".join(sorted(map(re.escape, self.names.values()), key=len, reverse=True))

    def write(self, landings: Iterable[int], displaced: int | None) -> str:
        """Return a move in the usual notation."""
        *way, end = (self.names[slot] for slot in landings)
        if displaced is None:
            return "-".join([*way, end])
        return f"{'-'.join(way)}x{end}={self.names[displaced]}"


def _by_figures() -> Coordinates:
    """Row, then column. ``c1``, with the column's letter first, is read as well."""
    goals = {NORTH_GOAL: "N", SOUTH_GOAL: "S"}
    letters = {f"{_LETTERS[slot % 10 - 1]}{slot // 10}": slot for slot in SLOTS}
    names = goals | {slot: str(slot) for slot in SLOTS}
    known = letters | {name.lower(): slot for slot, name in names.items()}
    cells = {goal // 10: (goal,) for goal in goals}
    return Coordinates(names, known, "[1-6a-f][1-6]", "[ns]", "123456", "S123456N", cells)


def _by_letters() -> Coordinates:
    """A letter for the column, then the row; the cells of the goals are in rows 1 and 8."""
    rows = range(ROWS.start - 1, ROWS.stop + 1)
    names = {
        10 * row + column: f"{_LETTERS[column - 1]}{row + 1}" for row in rows for column in COLUMNS
    }
    known = {name: slot for slot, name in names.items()}
    cells = {row: [10 * row + column for column in COLUMNS] for row in rows if row not in ROWS}
    return Coordinates(names, known, "[a-f][2-7]", "[a-f][18]", _LETTERS, "12345678", cells)


def _with_entries(plain: Coordinates) -> Coordinates:
    """Add the names of rings that enter (G3k): their size and a star, as in ``2*``."""
    entries = {size: f"{size}*" for size in SIZES}
    known = {name: size for size, name in entries.items()}
    return replace(
        plain,
        names={**plain.names, **entries},
        known={**plain.known, **known},
        entry=r"[1-3]\*",
    )


FIGURES = _by_figures()
FIGURES_AND_ENTRIES = _with_entries(FIGURES)
LETTERS = _by_letters()
