"""G7 to G11 of ``classic``: relocation, goal, and what may not be played."""

from __future__ import annotations

import pytest

from pbm.rules import games
from pbm.rules.errors import GameOver, IllegalMove, NotationError
from pbm.rules.game import Outcome, Seat
from pbm.rules.gyges.state import Move
from pbm.rules.play import PlyError, play_line
from tests.combinations import for_each
from tests.rules.gyges.drawn import CLASSIC, drawn, landings, legal, play, refused, rows

START = CLASSIC.start()
PLACED = play(START, "231123", "321123")

# --- G7: relocation ---

ASHORE = """
    . . . . . .
    . . 3 . . .     5, North's shore
    . . . . . .
    . . . . . .
    . . . . . .
    . 1 2 . . .
"""


def test_g7_the_displaced_ring_goes_anywhere_but_past_the_opponents_shore() -> None:
    rooms = {move[-2:] for move in legal(drawn(ASHORE, "s")) if move.startswith("12x13=")}
    slots = {f"{row}{column}" for row in range(1, 6) for column in range(1, 7)}
    assert rooms == slots - {"13", "53"}


def test_g7_a_ring_is_relocated_to_the_shore_but_not_past_it() -> None:
    state = drawn(ASHORE, "s")
    assert refused(state, "12x13=61") == ("G7", "past_shore", {"slot": "61", "shore": 5})
    assert rows(play(state, "12x13=51"))[1] == "2.3..."


def test_g7_the_origin_counts_as_empty() -> None:
    assert rows(play(drawn(ASHORE, "s"), "12x13=12"))[5] == ".21..."


def test_g7_north_may_not_relocate_past_souths_shore() -> None:
    upside_down = """
        . 1 2 . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . 3 . . .     2, South's shore
        . . . . . .
    """
    refusal = ("G7", "past_shore", {"slot": "11", "shore": 2})
    assert refused(drawn(upside_down, "n"), "62x63=11") == refusal


@pytest.mark.parametrize("room", ["15", "14"])
def test_g7_the_displaced_ring_needs_an_empty_slot(room: str) -> None:
    assert refused(PLACED, f"13x14={room}") == ("G7", "room_occupied", {"slot": room})


def test_g7_an_occupied_end_says_where_its_ring_goes() -> None:
    assert refused(PLACED, "13-14") == ("G7", "slot_occupied", {"slot": "14"})


def test_g7_an_empty_end_has_no_ring_to_displace() -> None:
    assert refused(PLACED, "16x35=44") == ("G7", "nothing_to_relocate", {"slot": "35"})
    assert refused(PLACED, "16x35") == ("G7", "nothing_to_relocate", {"slot": "35"})


# --- G8: goal ---


def near_goal(row_6: str, row_5: str) -> str:
    rest = "/".join(["......"] * 3)
    return f"{row_6}/{row_5}/{rest}/...... s"


@pytest.mark.parametrize(
    ("row_6", "row_5"), [("1.....", "......"), ("......", "2....."), ("2.....", "......")]
)
def test_g8_the_goal_is_reached_with_the_exact_count(row_6: str, row_5: str) -> None:
    state = CLASSIC.decode(near_goal(row_6, row_5))
    [origin] = {move.origin for move in CLASSIC.legal_moves(state) if isinstance(move, Move)}
    won = play(state, f"{origin}-N")
    assert CLASSIC.outcome(won) == Outcome(Seat.FIRST, "goal")


def test_g8_another_count_does_not_reach_it() -> None:
    assert refused(CLASSIC.decode(near_goal("......", "1.....")), "51-N")[:2] == (
        "G3",
        "out_of_reach",
    )


def test_g8_no_goal_is_passed_through() -> None:
    state = CLASSIC.decode(near_goal("3.....", "......"))
    assert landings(state, 61) == {"31", "42", "53", "64", "51", "62", "N"}


@for_each("text", ["61-N-62", "61-(N)-62", "61-(N-)N", "61-S-N"])
def test_g8_a_goal_that_is_named_on_the_way_is_refused(text: str) -> None:
    state = CLASSIC.decode(near_goal("3.....", "......"))
    assert refused(state, text) == ("G8", "goal_not_last", {})


def test_g7_nothing_is_displaced_in_a_goal() -> None:
    state = CLASSIC.decode(near_goal("1.....", "......"))
    assert refused(state, "61xN=51") == ("G7", "relocation_in_goal", {})


def test_g8_a_ring_never_enters_its_players_own_goal() -> None:
    assert refused(PLACED, "13-S") == ("G8", "own_goal", {"goal": "S"})
    assert not any(move.endswith("S") for move in legal(PLACED))


def test_g8_after_the_goal_nobody_moves() -> None:
    won = play(CLASSIC.decode(near_goal("1.....", "......")), "61-N")
    assert CLASSIC.to_move(won) is None
    assert not list(CLASSIC.legal_moves(won))
    for move_on in (lambda: CLASSIC.parse(won, "61-N"), lambda: CLASSIC.skip(won)):
        with pytest.raises(GameOver):
            move_on()


# --- G9: renop ---


def alone(**slots: str) -> str:
    """Return the position with these rings alone: ``alone(r33="2")``."""
    rows = [
        [slots.get(f"r{row}{column}", ".") for column in range(1, 7)] for row in range(6, 0, -1)
    ]
    return "/".join(map("".join, rows)) + " s"


def test_g9_an_earlier_arrangement_is_not_recreated() -> None:
    state = play(CLASSIC.decode(alone(r24="1", r53="1")), "24-34", "53-54", "34-24")
    assert refused(state, "54-53") == ("G9", "position_repeated", {"ply": 0})
    assert "54-53" not in legal(state)


def test_g9_compares_arrangements_without_the_side_to_move() -> None:
    start = CLASSIC.decode(alone(r33="2", r36="1"))
    state = play(start, "33-31", "31-22")
    assert CLASSIC.to_move(start) == CLASSIC.to_move(state)
    assert refused(state, "22-33") == ("G9", "position_repeated", {"ply": 0})


def test_g9_includes_the_arrangement_after_placement() -> None:
    past = PLACED.past
    assert past[-1] == PLACED.rings
    assert play(PLACED, "16-35").past[:-1] == past


def test_g9_a_ring_may_not_come_back_to_its_origin() -> None:
    square = CLASSIC.decode(alone(r23="1", r24="1", r34="1", r33="1"))
    assert refused(square, "23-24-34-33-23") == ("G9", "nothing_changes", {})


def test_g9_equal_rings_may_not_trade_places() -> None:
    assert refused(PLACED, "13x14=13") == ("G9", "nothing_changes", {})
    assert "13x14=13" not in legal(PLACED)


# --- G10: stalemate ---

STALEMATE = """
         N
    . 3 . 3 . 3     6
    1 1 2 2 3 2     5
    . . . 1 . 2     4
    . . . 1 . .     3
    . . . . . .     2
    . . . . . .     1
         S
"""


def test_g10_a_player_who_cannot_move_is_passed_over() -> None:
    state = play(drawn(STALEMATE, "s"), "34-44-43")
    assert CLASSIC.to_move(state) is Seat.FIRST
    assert CLASSIC.passed(state)
    assert CLASSIC.plies(state) == 2
    assert CLASSIC.last_move(state) == Move(34, 43)
    assert CLASSIC.outcome(play(state, "43-53-N")) == Outcome(Seat.FIRST, "goal")


def test_g10_a_decoded_side_that_cannot_move_stays_to_play_until_it_is_skipped() -> None:
    state = drawn(STALEMATE, "n")
    assert CLASSIC.to_move(state) is Seat.SECOND
    assert not legal(state)
    skipped = CLASSIC.skip(state)
    assert CLASSIC.to_move(skipped) is Seat.FIRST
    assert (CLASSIC.passed(skipped), CLASSIC.plies(skipped)) == (True, 1)


def test_g10_the_game_is_drawn_when_nobody_can_move() -> None:
    """Both sides move a lone single until it has visited all neighbours of its slot."""
    walk = ["32-22", "22-23", "23-24", "24-34", "34-44", "44-43"]
    state = play(CLASSIC.decode(alone(r32="1")), *walk)
    assert CLASSIC.outcome(state) is None
    drawn_game = play(state, "43-33")
    assert CLASSIC.outcome(drawn_game) == Outcome(None, "stalemate")
    assert CLASSIC.encode(drawn_game).endswith(" =")
    assert not CLASSIC.passed(drawn_game)


def test_g10_a_line_goes_on_only_while_the_opponent_is_passed_over() -> None:
    game = games()["gyges/classic"]
    assert len(play_line(game, drawn(STALEMATE, "s"), "34-44-43; 43-53-N")) == 3
    with pytest.raises(PlyError) as refusal:
        play_line(game, PLACED, "16-35; 61-53")
    assert (refusal.value.rule, refusal.value.phrase.code) == ("turn", "not_your_turn")


# --- G11: no voluntary pass ---


def test_g11_a_player_who_can_move_cannot_be_skipped() -> None:
    for state in (START, PLACED):
        with pytest.raises(IllegalMove, match="may_not_pass") as refusal:
            CLASSIC.skip(state)
        assert refusal.value.rule == "G11"


def test_g11_a_pass_cannot_be_written() -> None:
    with pytest.raises(NotationError):
        CLASSIC.parse(PLACED, "pass")
