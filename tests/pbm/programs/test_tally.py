from __future__ import annotations

from pbm.programs.tally import Tally
from tests.combinations import for_each


def test_a_tally_is_printed_as_scripts_expect_it() -> None:
    assert str(Tally(27, 1, 12)).startswith("A 27 =1 -12 of 40, 68 % (+-14), Elo +130 (")


def test_games_are_counted() -> None:
    tally = Tally().plus(True).plus(False).plus(None)
    assert (tally.won, tally.drawn, tally.lost, tally.games) == (1, 1, 1, 3)
    assert tally.score == 0.5
    assert tally.elo == 0


@for_each("tally", [Tally(won=40), Tally(lost=40), Tally(drawn=1), Tally(1, 0, 0)])
def test_the_interval_of_any_result_contains_its_estimate(tally: Tally) -> None:
    low, high = tally.elo_interval
    assert low <= tally.elo <= high
    assert tally.margin > 0


def test_a_longer_match_has_a_smaller_margin() -> None:
    assert Tally(60, 0, 40).margin < Tally(6, 0, 4).margin
