from __future__ import annotations

import pytest

from pbm.core.contests.leagues import LARGEST, SMALLEST, cut, kept_apart, promoted, ranked
from tests.combinations import for_each


@for_each("size", range(SMALLEST, LARGEST + 1))
def test_sizes_are_from_four_to_seven_and_differ_by_one_at_most(size: int) -> None:
    for players in range(4, 120):
        leagues = cut(range(players), size)
        sizes = [len(each) for each in leagues]
        assert SMALLEST <= min(sizes) <= max(sizes) <= LARGEST
        assert max(sizes) - min(sizes) <= 1
        assert sizes == sorted(sizes, reverse=True)
        assert [player for league in leagues for player in league] == [*range(players)]


def test_fewer_than_four_make_no_league() -> None:
    with pytest.raises(ValueError, match="too few"):
        cut(range(3))


def test_one_goes_up_and_one_down() -> None:
    assert promoted([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]) == [
        *(1, 2, 3, 5),
        *(4, 6, 7, 9),
        *(8, 10, 11, 12),
    ]


def test_two_move_between_leagues_of_seven() -> None:
    upper, lower = [*range(1, 8)], [*range(8, 15)]
    assert promoted([upper, lower]) == [1, 2, 3, 4, 5, 8, 9, 6, 7, 10, 11, 12, 13, 14]


def test_newcomers_rank_below_by_rating_and_then_in_the_order_of_entering() -> None:
    ratings = {1: 1500, 2: 1400, 3: 1600, 4: 1600, 5: 1700}
    assert ranked([2, 9, 1], [1, 2, 3, 4, 5], ratings) == [2, 1, 5, 3, 4]


def test_blocked_pairs_are_put_into_different_leagues() -> None:
    foes = {frozenset((1, 4)), frozenset((6, 7))}
    leagues = kept_apart([[1, 2, 3, 4], [5, 6, 7, 8]], foes)
    assert sorted(player for league in leagues for player in league) == [*range(1, 9)]
    assert not any(pair <= {*league} for pair in foes for league in leagues)


def test_a_single_league_stays_as_it_is() -> None:
    assert kept_apart([[1, 2, 3, 4]], {frozenset((1, 2))}) == [[1, 2, 3, 4]]


def test_of_leagues_of_seven_and_six_one_who_should_go_down_stays() -> None:
    upper, lower = [*range(1, 8)], [*range(8, 14)]
    order = promoted([upper, lower])
    assert order == [1, 2, 3, 4, 5, 8, 6, 7, 9, 10, 11, 12, 13]
    assert cut(order)[0] == [1, 2, 3, 4, 5, 8, 6]
