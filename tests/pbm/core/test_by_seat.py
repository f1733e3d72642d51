from __future__ import annotations

import json

import pytest

from pbm.core.by_seat import BySeat
from pbm.core.games import Seat

PAIR = BySeat("alice", "bob")


def test_each_seat_has_its_value() -> None:
    assert [PAIR.at(seat) for seat in Seat] == ["alice", "bob"]


@pytest.mark.parametrize("seat", Seat)
def test_one_seat_gets_another_value(seat: Seat) -> None:
    changed = PAIR.put(seat, "carol")
    assert (changed.at(seat), changed.at(seat.other)) == ("carol", PAIR.at(seat.other))


def test_the_seats_can_be_exchanged() -> None:
    assert PAIR.swapped == BySeat("bob", "alice")


def test_the_seat_of_a_value_is_found() -> None:
    assert [PAIR.seat_of(who) for who in ("alice", "bob", "carol")] == [*Seat, None]


def test_a_function_is_applied_to_both() -> None:
    assert PAIR.map(str.upper) == BySeat("ALICE", "BOB")


def test_two_pairs_are_taken_together_seat_by_seat() -> None:
    assert PAIR.zip(BySeat(1, 2)) == BySeat(("alice", 1), ("bob", 2))


def test_a_pair_becomes_a_list_in_json_and_is_read_back() -> None:
    assert json.dumps(PAIR) == '["alice", "bob"]'
    assert BySeat.of(json.loads(json.dumps(PAIR))) == PAIR


def test_three_values_are_not_a_pair() -> None:
    with pytest.raises(ValueError, match="too many"):
        BySeat.of("abc")
