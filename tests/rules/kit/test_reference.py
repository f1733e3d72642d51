"""A second reading of the rules agrees throughout random games; the series ``kit`` has more."""

from __future__ import annotations

import pytest

from tests.combinations import in_all_tests
from tests.rules.reference import READ, compare

QUICK = [
    spec
    for spec in READ
    if spec.endswith(("/5", "6x6", "5x6", "/11", "/4", "/8", "reversi/standard", "loa/standard"))
]


@pytest.mark.parametrize("spec", [*QUICK, *in_all_tests(sorted({*READ} - {*QUICK}))])
def test_the_moves_boards_and_ends_are_the_same(spec: str) -> None:
    assert compare(spec, least=150, seed=1) >= 150
