from __future__ import annotations

import pytest

from pbm.core.games import Outcome, Seat
from pbm.core.results import Result, won_by


@pytest.mark.parametrize("winner", [*Seat, None])
def test_every_result_of_the_rules_is_a_result_of_a_match(winner: Seat | None) -> None:
    assert Result(Outcome(winner, "goal").result).winner is winner


@pytest.mark.parametrize("seat", Seat)
def test_the_winner_of_a_won_result_is_that_seat(seat: Seat) -> None:
    assert won_by(seat).winner is seat


def test_a_game_without_result_has_no_winner() -> None:
    assert Result.NONE.winner is None
