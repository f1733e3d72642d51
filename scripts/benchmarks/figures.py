"""Measured figures, printed as a table for people or as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Bound:
    """The target of a figure: a lower or an upper bound."""

    limit: float
    least: bool

    def __str__(self) -> str:
        return f"{'>=' if self.least else '<='} {_short(self.limit)}"

    def holds(self, value: float) -> bool:
        return value >= self.limit if self.least else value <= self.limit


def at_least(limit: float) -> Bound:
    return Bound(limit, least=True)


def at_most(limit: float) -> Bound:
    return Bound(limit, least=False)


@dataclass(frozen=True)
class Figure:
    """One line of the table.

    beside: a figure of the same run to compare with, in the same unit, and its name.
    bound: the target of the ratio to ``beside`` or, without ``beside``, of the value itself.
    """

    section: str
    what: str
    value: float
    unit: str
    beside: tuple[str, float] | None = None
    bound: Bound | None = None

    @property
    def ratio(self) -> float | None:
        return self.value / self.beside[1] if self.beside else None

    @property
    def holds(self) -> bool | None:
        """Whether the target is met; None if there is no target."""
        measured = self.value if self.ratio is None else self.ratio
        return None if self.bound is None else self.bound.holds(measured)


_TITLES = ("section", "what", "", "unit", "beside", "", "ratio", "wanted", "")


def table(figures: Iterable[Figure]) -> str:
    rows = [_TITLES, *(_row(figure) for figure in figures)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(_line(row, widths) for row in rows)


def to_json(figures: Iterable[Figure]) -> str:
    return json.dumps([_data(figure) for figure in figures], indent=2)


def _row(figure: Figure) -> tuple[str, ...]:
    name, other = figure.beside or ("", None)
    return (
        figure.section,
        figure.what,
        _short(figure.value),
        figure.unit,
        name,
        _short(other),
        _short(figure.ratio),
        str(figure.bound or ""),
        {True: "yes", False: "NO", None: ""}[figure.holds],
    )


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = [
        cell.rjust(width) if column in (2, 5, 6) else cell.ljust(width)
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
    return "  ".join(cells).rstrip()


def _short(value: float | None) -> str:
    """The number with three digits, or with all digits before the point."""
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def _data(figure: Figure) -> dict[str, object]:
    return {
        "section": figure.section,
        "what": figure.what,
        "value": figure.value,
        "unit": figure.unit,
        "beside": dict([figure.beside]) if figure.beside else {},
        "ratio": figure.ratio,
        "wanted": str(figure.bound or ""),
        "holds": figure.holds,
    }
