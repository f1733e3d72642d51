"""The declaration of settings: fields with a parser and a default."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any


@dataclass(frozen=True)
class Setting:
    """One row of the table of settings.

    read: parses the text, or raises a ValueError that says what is expected.
    default: may contain ``{data}``, the data directory; None means no value.
    option: whether the command line has an option for this setting.
    """

    read: Callable[[str], object]
    default: str | None
    metavar: str
    meaning: str
    option: bool


@dataclass(frozen=True)
class WholeNumber:
    """A parser of whole numbers in a range."""

    least: int
    most: int

    def __call__(self, text: str) -> int:
        # int() would also accept "1_0", " 1" and Arabic digits.
        is_number = text.isascii() and text.isdigit() and len(text) < 20
        if not (is_number and self.least <= int(text) <= self.most):
            raise ValueError(f"a whole number from {self.least} to {self.most} is expected")
        return int(text)


def row(
    read: Callable[[str], object],
    default: str | None,
    metavar: str,
    meaning: str,
    option: bool = True,
) -> Mapping[str, Setting]:
    """Return the metadata that makes a dataclass field a setting."""
    return {"row": Setting(read, default, metavar, meaning, option)}


def limit(default: int, least: int, most: int, meaning: str) -> Any:
    """Return a dataclass field for a whole number with a default, and without an option."""
    read = WholeNumber(least, most)
    return field(default=default, metadata=row(read, str(default), "N", meaning, option=False))


def rows(table: type) -> Mapping[str, Setting]:
    """Return the settings among the fields of a dataclass, by name."""
    return {each.name: each.metadata["row"] for each in fields(table) if "row" in each.metadata}
