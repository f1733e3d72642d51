from __future__ import annotations

import pytest

from pbm.core.games import Outcome, Seat
from pbm.core.results import Result, won_by


@pytest.mark.parametrize("winner", [*Seat, None])
def test_what_the_rules_call_a_result_is_one(winner: Seat | None) -> None:
    assert Result(Outcome(winner, "goal").result).winner is winner


@pytest.mark.parametrize("seat", Seat)
def test_a_game_that_a_seat_won_has_it_as_its_winner(seat: Seat) -> None:
    assert won_by(seat).winner is seat


def test_a_game_without_result_has_no_winner() -> None:
    assert Result.NONE.winner is None
