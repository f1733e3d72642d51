"""One row of the table of settings: what its name stands for and how its text is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any


@dataclass(frozen=True)
class Setting:
    """One row of the table.

    read: the value of a text, or a ValueError that says what is expected.
    default: ``{data}`` in it stands for the data directory; None is no value at all.
    option: whether the command line has an option for it.
    """

    read: Callable[[str], object]
    default: str | None
    metavar: str
    meaning: str
    option: bool


@dataclass(frozen=True)
class WholeNumber:
    """Reads whole numbers in a range."""

    least: int
    most: int

    def __call__(self, text: str) -> int:
        # Nothing but figures: int() would also take "1_0", " 1" and Arabic ones.
        if not (text.isascii() and text.isdigit() and self.least <= int(text) <= self.most):
            raise ValueError(f"a whole number from {self.least} to {self.most} is expected")
        return int(text)


def row(
    read: Callable[[str], object],
    default: str | None,
    metavar: str,
    meaning: str,
    option: bool = True,
) -> Mapping[str, Setting]:
    """The metadata of a field that is a row of the table."""
    return {"row": Setting(read, default, metavar, meaning, option)}


def limit(default: int, least: int, most: int, meaning: str) -> Any:
    """A field that is a row, too: a whole number with a default of its own, without an option."""
    read = WholeNumber(least, most)
    return field(default=default, metadata=row(read, str(default), "N", meaning, option=False))


def rows(table: type) -> Mapping[str, Setting]:
    """The rows of a dataclass by their names."""
    return {each.name: each.metadata["row"] for each in fields(table) if "row" in each.metadata}
