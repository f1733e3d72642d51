from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from pbm.core.contests.berger import berger
from tests.combinations import for_each

# The tables of FIDE's handbook, C.05, annex 1. Those for 3 to 28 players were compared with the
# programs gacrux 1.11.65 and caissify-pairings 0.5.0, and are equal.
FOUR = {1: "1-4 2-3", 2: "4-3 1-2", 3: "2-4 3-1"}
SIX = {
    1: "1-6 2-5 3-4",
    2: "6-4 5-3 1-2",
    3: "2-6 3-1 4-5",
    4: "6-5 1-4 2-3",
    5: "3-6 4-2 5-1",
}
EIGHT = {
    1: "1-8 2-7 3-6 4-5",
    2: "8-5 6-4 7-3 1-2",
    3: "2-8 3-1 4-7 5-6",
    4: "8-6 7-5 1-4 2-3",
    5: "3-8 4-2 5-1 6-7",
    6: "8-7 1-6 2-5 3-4",
    7: "4-8 5-3 6-2 7-1",
}


@pytest.mark.parametrize(("players", "handbook"), [(4, FOUR), (6, SIX), (8, EIGHT)])
def test_the_table_is_that_of_the_handbook(players: int, handbook: dict[int, str]) -> None:
    made = {(each.round, f"{each.first + 1}-{each.second + 1}") for each in berger(players)}
    assert made == {(at, pair) for at, pairs in handbook.items() for pair in pairs.split()}


@for_each("players", range(2, 12))
def test_everyone_meets_everyone_once_and_once_a_round(players: int) -> None:
    games = berger(players)
    pairs = sorted(tuple(sorted(each[1:])) for each in games)
    assert pairs == [*combinations(range(players), 2)]
    busy = Counter((each.round, player) for each in games for player in each[1:])
    assert set(busy.values()) <= {1}


@for_each("players", range(2, 9))
def test_both_means_a_second_game_with_the_seats_exchanged(players: int) -> None:
    games = berger(players, both=True)
    assert len(games) == players * (players - 1)
    assert {each[1:] for each in games} == {each[:0:-1] for each in games}
