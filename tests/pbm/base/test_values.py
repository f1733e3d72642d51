from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pytest

from pbm.base.values import replace


@dataclass(frozen=True)
class Pair:
    one: int
    two: int = 2


PAIR = Pair(1)


def test_the_new_value_differs_in_the_named_fields_alone() -> None:
    assert replace(PAIR, one=5) == Pair(5)
    assert hash(replace(PAIR, two=3)) == hash(Pair(1, 3))


def test_the_old_value_stays_as_it_was() -> None:
    replace(PAIR, one=5)
    assert Pair(1) == PAIR


def test_an_unknown_field_is_refused() -> None:
    wrong: dict[str, Any] = {"three": 3}
    with pytest.raises(TypeError, match="three"):
        replace(PAIR, **wrong)


def test_a_cached_property_is_not_copied() -> None:
    @dataclass(frozen=True)
    class Square:
        side: int

        @cached_property
        def area(self) -> int:
            return self.side**2

    small = Square(2)
    assert (small.area, replace(small, side=3).area) == (4, 9)
