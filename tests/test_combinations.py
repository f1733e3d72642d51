"""A test of many rows reports each bad one; contained rows are omitted beside slow ones."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.combinations import MOST_BAD_ROWS, contained, for_each


class Place:
    """Something in which what happens can be undone."""

    def __init__(self) -> None:
        self.happened: list[int] = []
        self.tried: list[int] = []

    @contextmanager
    def rehearsing(self) -> Iterator[None]:
        try:
            yield
        finally:
            self.happened.clear()


def bad_rows(place: Place, rows: range, *bad: int) -> list[BaseException]:
    """What a test raises that all rows are given to, and that fails for the bad ones."""

    @for_each("row", rows)
    def test(place: Place, row: int) -> None:
        assert place.happened == []
        place.happened.append(row)
        place.tried.append(row)
        assert row not in bad

    try:
        test(place=place)
    except BaseExceptionGroup as group:
        return [*group.exceptions]
    except AssertionError as error:
        return [error]
    return []


def test_good_rows_are_all_tried_and_undone() -> None:
    place = Place()
    assert bad_rows(place, range(5)) == []
    assert (place.tried, place.happened) == ([0, 1, 2, 3, 4], [])


@pytest.mark.parametrize("bad", [(0,), (4,), (1, 3), (0, 1, 2, 3, 4)])
def test_each_bad_row_is_reported_and_the_others_are_tried(bad: tuple[int, ...]) -> None:
    place = Place()
    notes = [error.__notes__ for error in bad_rows(place, range(5), *bad)]
    assert notes == [[f"in the row ({row},)"] for row in bad]
    assert place.tried == [0, 1, 2, 3, 4]


def test_a_test_that_fails_for_every_row_ends_soon() -> None:
    place = Place()
    assert len(bad_rows(place, range(1000), *range(1000))) == MOST_BAD_ROWS
    assert len(place.tried) == MOST_BAD_ROWS


def test_a_failure_without_an_assertion_is_one() -> None:
    @for_each("row", range(3))
    def test(row: int) -> None:
        pytest.fail(f"no {row}")

    with pytest.raises(BaseExceptionGroup) as raised:
        test()
    assert len(raised.value.exceptions) == 3


def test_an_interrupt_ends_the_test_at_once() -> None:
    tried = []

    @for_each("row", range(3))
    def test(row: int) -> None:
        tried.append(row)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        test()
    assert tried == [0]


SHORT, LONG = 1, 2


@pytest.mark.parametrize("row", [contained(SHORT), pytest.param(LONG, marks=pytest.mark.slow)])
def test_a_contained_row_is_omitted_where_a_slow_one_runs(
    request: pytest.FixtureRequest, row: int
) -> None:
    rows = [
        item.callspec.params["row"]
        for item in request.session.items
        if isinstance(item, pytest.Function)
        and item.originalname == request.function.__name__
        and item.module.__name__ == __name__
    ]
    assert rows == [row]
