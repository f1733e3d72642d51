"""Combinations of parameters, of which the fast tests take few and all tests take all."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet


def in_all_tests(values: Iterable[Any]) -> list[ParameterSet]:
    """The values as parameters of slow tests. The fast tests have others that show the same."""
    return [pytest.param(value, marks=pytest.mark.slow) for value in values]


def few_fast(*axes: Iterable[Any]) -> list[ParameterSet]:
    """Every combination of a value of each axis. Each value is in a combination that is fast; the
    other combinations are slow tests.
    """
    values = [[*axis] for axis in axes]
    longest = max(map(len, values))
    fast = {tuple(number % len(axis) for axis in values) for number in range(longest)}
    return [
        pytest.param(
            *(axis[number] for axis, number in zip(values, numbers, strict=True)),
            marks=() if numbers in fast else pytest.mark.slow,
        )
        for numbers in product(*map(range, map(len, values)))
    ]
