from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, field
from typing import Any

import pytest

from pbm.base.values import cached_property, quickly_made, replace


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


def test_a_cached_property_is_computed_once_and_not_copied() -> None:
    computed = []

    @dataclass(frozen=True)
    class Square:
        side: int

        @cached_property
        def area(self) -> int:
            """How large it is."""
            computed.append(self.side)
            return self.side**2

    small = Square(2)
    assert (small.area, replace(small, side=3).area, small.area) == (4, 9, 4)
    assert computed == [2, 3]
    assert Square.area.__doc__ == "How large it is."


@dataclass(frozen=True)
class Slowly:
    one: int
    two: int = 2
    more: list[int] = field(default_factory=list)


@quickly_made
@dataclass(frozen=True)
class Quickly:
    one: int
    two: int = 2
    more: list[int] = field(default_factory=list)


@pytest.mark.parametrize("named", [{"one": 1}, {"one": 1, "two": 3}, {"one": 1, "more": [4]}])
def test_a_value_made_quickly_has_the_fields_of_one_made_slowly(named: dict[str, Any]) -> None:
    assert vars(Quickly(**named)) == vars(Slowly(**named))
    assert Quickly(**named) == Quickly(**named)


def test_fields_can_be_given_by_position_and_stay_frozen() -> None:
    made = Quickly(1, 5)
    assert (made.one, made.two) == (1, 5)
    with pytest.raises(FrozenInstanceError):
        made.one = 2  # type: ignore[misc]


def test_each_value_has_a_default_list_of_its_own() -> None:
    Quickly(1).more.append(7)
    assert Quickly(1).more == []


@pytest.mark.parametrize("named", [{}, {"one": 1, "three": 3}])
def test_a_missing_or_unknown_field_is_refused(named: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match=r"one|three"):
        Quickly(**named)


def test_classes_that_need_more_than_their_fields_are_refused() -> None:
    @dataclass(frozen=True)
    class Checked:
        one: int

        def __post_init__(self) -> None:
            assert self.one

    @dataclass(frozen=True, slots=True)
    class Slotted:
        one: int

    @dataclass(frozen=True, kw_only=True)
    class Named:
        one: int

    for kind in (Checked, Slotted, Named):
        with pytest.raises(TypeError, match=kind.__name__):
            quickly_made(kind)
