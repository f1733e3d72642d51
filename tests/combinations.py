"""Rows that one test tries, and combinations of parameters, of which the fast tests take few."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from functools import wraps
from inspect import signature
from itertools import product
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet


def in_all_tests(values: Iterable[Any]) -> list[ParameterSet]:
    """The values as parameters of slow tests. The fast tests have others that show the same."""
    return [pytest.param(value, marks=pytest.mark.slow) for value in values]


def few_fast(*axes: Iterable[Any], one_in: int = 1) -> list[ParameterSet]:
    """Every combination of a value of each axis. Each value is in a combination that is fast; the
    other combinations are slow tests.

    one_in: of combinations that take long and show much the same, only one in so many is fast.
    """
    values = [[*axis] for axis in axes]
    longest = max(map(len, values))
    fast = {tuple(number % len(axis) for axis in values) for number in range(0, longest, one_in)}
    return [
        pytest.param(
            *(axis[number] for axis, number in zip(values, numbers, strict=True)),
            marks=() if numbers in fast else pytest.mark.slow,
        )
        for numbers in product(*map(range, map(len, values)))
    ]


def contained(value: Any) -> ParameterSet:
    """The value as a parameter of a test that has a slow row, too, in which the whole work of this
    one is done: it is omitted where the slow row runs. See ``tests/conftest.py``.
    """
    return pytest.param(value, marks=pytest.mark.contained)


Test = Callable[..., None]

MOST_BAD_ROWS = 10
"""So many bad rows are reported by one test; the rows behind them are not tried."""


def for_each(names: str | Sequence[str], rows: Iterable[Any]) -> Callable[[Test], Test]:
    """Let one test try all rows. It is written like ``pytest.mark.parametrize``, which makes a
    test of each row: to collect and report one takes longer than most rows do. Rows behind a bad
    one are tried, too, and all bad ones are reported.

    Whatever happens in a town is undone before the next row. Other fixtures are made once, so a
    test that changes one of them needs ``pytest.mark.parametrize``.
    """
    rows = [*rows]
    assert not any(isinstance(row, ParameterSet) for row in rows), "a row here has no marks"
    parts = [each.strip() for each in names.split(",")] if isinstance(names, str) else [*names]
    values = [(row,) if len(parts) == 1 else tuple(row) for row in rows]

    def tries_all(test: Test) -> Test:
        @wraps(test)
        def tried(**fixtures: Any) -> None:
            bad: list[BaseException] = []
            for row in values:
                try:
                    with ExitStack() as undone:
                        for each in fixtures.values():
                            if hasattr(each, "rehearsing"):
                                undone.enter_context(each.rehearsing())
                        test(**fixtures, **dict(zip(parts, row, strict=True)))
                except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001
                    error.add_note(f"in the row {row!r}")
                    bad.append(error)
                if len(bad) == MOST_BAD_ROWS:
                    break
            _raise(bad)

        whole = signature(test)
        fixtures = [each for name, each in whole.parameters.items() if name not in parts]
        tried.__signature__ = whole.replace(parameters=fixtures)  # type: ignore[attr-defined]
        return tried

    return tries_all


def _raise(bad: Sequence[BaseException]) -> None:
    """Raise what bad rows have raised, if there are any."""
    if len(bad) == 1:
        raise bad[0]
    if bad:
        more = ", the rows behind them were not tried" if len(bad) == MOST_BAD_ROWS else ""
        raise BaseExceptionGroup(f"bad rows{more}", bad)
