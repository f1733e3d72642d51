"""G1 to G6 of ``classic``: setup, shore, and how a ring moves."""

from __future__ import annotations

from itertools import permutations

import pytest

from pbm.rules.errors import IllegalMove
from pbm.rules.game import Outcome, Seat
from pbm.rules.gyges.board import NORTH_GOAL
from pbm.rules.gyges.state import Move, Placement
from tests.combinations import for_each
from tests.rules.gyges.drawn import CLASSIC, drawn, landings, play, refused, rows

START = CLASSIC.start()
PLACED = play(START, "231123", "321123")


# --- G1: setup ---


def test_g1_each_home_row_can_be_filled_in_ninety_ways() -> None:
    orders = {Placement(order) for order in permutations((1, 1, 2, 2, 3, 3))}
    for state in (START, play(START, "231123")):
        assert set(CLASSIC.legal_moves(state)) == orders
        assert len(orders) == len(list(CLASSIC.legal_moves(state))) == 90


def test_g1_the_rings_are_placed_by_column_on_the_players_home_row() -> None:
    assert rows(PLACED) == ["321123", "......", "......", "......", "......", "231123"]


def test_g1_south_places_and_moves_first() -> None:
    north = play(START, "231123")
    seats = [CLASSIC.to_move(state) for state in (START, north, PLACED)]
    assert seats == [Seat.FIRST, Seat.SECOND, Seat.FIRST]


def test_g1_two_rings_of_each_size_are_placed() -> None:
    assert refused(START, "222113") == ("G1", "wrong_rings", {"rings": "222113"})
    with pytest.raises(IllegalMove, match="wrong_rings"):
        CLASSIC.apply(START, Placement((1, 2, 3)))


def test_g1_nothing_moves_before_it_is_placed_and_nothing_is_placed_later() -> None:
    assert refused(play(START, "231123"), "16-35") == ("G1", "place_first", {"row": 6})
    assert refused(PLACED, "231123") == ("G1", "already_placed", {})


# --- G2: shore ---

SCATTERED = """
         N
    . 3 . . . .     6
    . . 2 1 . .     5
    . 2 1 2 3 .     4
    . 1 1 3 2 .     3
    . . . . . .     2
    . . . . . 3     1
         S
"""


@pytest.mark.parametrize(("side", "origin"), [("s", 16), ("n", 62)])
def test_g2_only_rings_of_the_nearest_occupied_row_are_lifted(side: str, origin: int) -> None:
    moves = list(CLASSIC.legal_moves(drawn(SCATTERED, side)))
    assert {move.origin for move in moves if isinstance(move, Move)} == {origin}


def test_g2_a_refusal_names_the_shore() -> None:
    facts = {"slot": "32", "shore": 1}
    assert refused(drawn(SCATTERED, "s"), "32-22") == ("G2", "not_your_shore", facts)


def test_g2_an_empty_slot_has_nothing_to_lift() -> None:
    assert refused(drawn(SCATTERED, "s"), "11-21") == ("G2", "slot_empty", {"slot": "11"})


def test_g2_a_move_to_a_place_off_the_board_is_refused() -> None:
    with pytest.raises(IllegalMove, match="no_such_slot") as refusal:
        CLASSIC.apply(PLACED, Move(99, 14))
    assert refusal.value.rule == "G2"


def test_g2_the_shores_follow_the_rings() -> None:
    state = play(drawn(SCATTERED, "s"), "16-46", "62-41")
    assert refused(state, "46-36")[2]["shore"] == 3
    assert refused(play(state, "35-26"), "41-31")[2]["shore"] == 5


# --- G3: step (the pictures are those of the pbmserv help) ---


@pytest.mark.parametrize(
    ("size", "reached"),
    [
        ("1", "33 22 24 13"),
        ("2", "43 32 34 21 25 12 14"),
        ("3", "53 42 44 31 33 35 22 24 26 11 13 15"),
    ],
)
def test_g3_a_ring_crosses_as_many_connections_as_its_size(size: str, reached: str) -> None:
    alone = f"""
        . . 1 . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . {size} . . .
        . . . . . .
    """
    assert landings(drawn(alone, "s"), 23) == set(reached.split())


def test_g3_a_ring_may_turn_round_a_corner() -> None:
    corner = """
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        3 . . . . .
    """
    state = drawn(corner, "s")
    assert landings(state, 11) == {"41", "32", "23", "14", "21", "12"}


def test_g3_a_wrong_count_names_both_ends_and_the_count() -> None:
    facts = {"origin": "16", "destination": "35", "count": 3}
    assert CLASSIC.parse(PLACED, "16-35") == Move(16, 35)
    assert refused(PLACED, "16-46-45") == ("G3", "nothing_to_bounce_on", {"slot": "46"})
    assert refused(PLACED, "16-36")[:2] == ("G3", "out_of_reach")
    assert refused(PLACED, "16-(26)-36") == (
        "G3",
        "wrong_way",
        facts | {"destination": "36", "through": ("26",)},
    )


def test_g3_a_wrong_count_after_a_bounce_is_that_of_the_ring_bounced_on() -> None:
    facts = {"origin": "15", "destination": "14", "count": 2}
    assert refused(PLACED, "16-15-14") == ("G3", "wrong_count", facts)


# --- G4: way ---

HEMMED = """
    . . . . . .
    . . . . . .
    . . . . . .
    . . . 1 . .
    . . 2 . . .
    . . 3 1 . .
"""


def test_g4_slots_passed_on_the_way_must_be_empty() -> None:
    state = drawn(HEMMED, "s")
    facts = {"slot": "23", "origin": "13", "destination": "43"}
    assert refused(state, "13-(23-33)-43") == ("G4", "way_occupied", facts)


def test_g4_the_first_slot_in_the_way_is_named_on_the_way_with_fewest() -> None:
    facts = {"slot": "23", "origin": "13", "destination": "24"}
    walled = """
        . . . . . .
        . . . . . .
        . . . . . .
        . . . 1 . .
        . . 2 . . .
        . . 2 1 . .
    """
    assert refused(drawn(walled, "s"), "13-24") == ("G4", "way_occupied", facts)


def test_g4_the_slot_that_the_ring_left_is_empty() -> None:
    assert CLASSIC.parse(drawn(TABOO, "s"), "24-25-(24)-34-44-N") == Move(24, NORTH_GOAL)


# --- G5: each connection at most once ---

TABOO = """
         N
    . . . . . .     6
    1 . . . . .     5
    3 . 2 3 . .     4
    3 . 2 1 1 .     3
    2 . 1 3 2 .     2
    . . . . . .     1
         S
"""


def test_g5_no_connection_is_crossed_twice() -> None:
    refusal = ("G5", "crossed_twice", {"connection": "31-32"})
    assert refused(drawn(TABOO, "n"), "51-41-31-21-S") == refusal
    assert refused(drawn(TABOO, "n"), "51-41-(42-32-)31-(32-22-)21-(11-)S") == refusal


def test_g5_holds_for_the_short_form_too() -> None:
    assert refused(drawn(TABOO, "n"), "51-S")[:2] == ("G5", "crossed_twice")


def test_g5_holds_within_a_single_step() -> None:
    refusal = ("G5", "crossed_twice", {"connection": "16-26"})
    assert refused(PLACED, "16-(26-16)-26") == refusal


ALONE = """
    . . . . . .
    . . . . . .
    . . . . . .
    . . . . . .
    . . {} {} . .
    . . . . . .
"""


@for_each("text", ["23-23", "23-(24-)23", "23-(24)-23", "23x23=44", "c2-c2"])
def test_g5_forbids_the_way_back_however_it_is_written(text: str) -> None:
    assert refused(drawn(ALONE.format(2, "."), "s"), text)[:2] == ("G5", "crossed_twice")


@pytest.mark.parametrize("text", ["23-23", "23-24-23"])
def test_g5_forbids_the_way_back_after_a_bounce(text: str) -> None:
    assert refused(drawn(ALONE.format(1, 1), "s"), text) == (
        "G5",
        "crossed_twice",
        {"connection": "23-24"},
    )


@pytest.mark.parametrize("size", [1, 3])
def test_g3_is_named_if_no_way_of_that_count_leads_back(size: int) -> None:
    assert refused(drawn(ALONE.format(size, "."), "s"), "23-23")[:2] == ("G3", "out_of_reach")
    assert refused(drawn(ALONE.format(size, "."), "s"), "23-(24)-23")[:2] == ("G3", "wrong_way")


def test_g5_forbids_the_way_back_that_is_occupied_as_well() -> None:
    corner = """
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        3 . . . . .
        2 3 . . . .
    """
    for text in ("11-11", "11-(12)-11"):
        assert refused(drawn(corner, "s"), text)[:2] == ("G5", "crossed_twice")


def test_g5_is_named_when_the_way_is_occupied_as_well() -> None:
    corner = """
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        3 . . . . .
        1 2 . . . .
    """
    refusal = ("G5", "crossed_twice", {"connection": "11-21"})
    assert refused(drawn(corner, "s"), "11-21-(11-12)-22") == refusal


def test_g5_a_slot_may_be_visited_again() -> None:
    won = play(drawn(TABOO, "s"), "24-(14-15-)25-(24-)34-44-(54-64-)N")
    assert CLASSIC.outcome(won) == Outcome(Seat.FIRST, "goal")


# --- G6: bounce ---

BOUNCES = """
         N
    . . . . . .     6
    3 . . . . .     5
    . . 1 . 1 .     4
    1 . 2 3 . 3     3
    3 . 2 2 . 1     2
    . . . . 2 .     1
         S
"""


def test_g6_a_ring_goes_on_by_the_size_of_the_ring_it_landed_on() -> None:
    won = play(drawn(BOUNCES, "n"), "51-43-33-31-21-(11-12-)S")
    assert CLASSIC.outcome(won) == Outcome(Seat.SECOND, "goal")


def test_g6_the_rings_bounced_on_stay_where_they_are() -> None:
    warded = play(drawn(BOUNCES, "s"), "15-26-36-66")
    assert rows(warded) == [".....2", "3.....", "..1.1.", "1.23.3", "3.22.1", "......"]


def test_g6_nothing_bounces_on_an_empty_slot() -> None:
    refusal = ("G3", "nothing_to_bounce_on", {"slot": "24"})
    assert refused(PLACED, "15-24-34") == refusal


def test_g6_the_same_ring_may_be_bounced_on_twice() -> None:
    square = """
        . . . . . .
        . . . . . .
        . . . . . .
        . . 1 1 . .
        . . 1 1 . .
        . 2 . . . .
    """
    assert CLASSIC.parse(drawn(square, "s"), "12-23-33-34-24-23-22") == Move(12, 22)
