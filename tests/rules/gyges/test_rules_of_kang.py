"""The rules of ``kang`` that differ from ``classic``."""

from __future__ import annotations

import pytest

from pbm.rules.errors import NotationError
from pbm.rules.game import Outcome, Seat
from pbm.rules.gyges.state import State
from tests.rules.gyges.drawn import GAMES, Table
from tests.rules.gyges.positions import NEAR_NORTHS_EDGE

KANG = Table(GAMES["kang"])
START = KANG.game.start()

EMPTY = """
    . . . . . .     6
    . . . . . .     5
    . . . . . .     4
    . . . . . .     3
    . . . . . .     2
    . . . . . .     1
"""
PAIR = EMPTY.replace(". . . . . .     3", ". 1 . . 1 .     3")

DOUBLE = NEAR_NORTHS_EDGE.replace(". . . 1 . .", ". . . . . .")

# No double can pass through South's home row.
FULL_HOME = """
    . . . . . .     6
    . . 3 . . .     5
    . . . . . .     4
    . . . . . .     3
    1 . . . . .     2
    3 1 3 1 3 1     1
"""


def fields(state: State) -> list[str]:
    """Return the fields of the reserves, the goals, and who scored on their last turn."""
    return KANG.game.encode(state).split()[2:]


def ends(moves: set[str]) -> set[str]:
    return {move.replace("x", "-").split("-")[-1] for move in moves}


def test_g1k_the_board_starts_empty_with_six_rings_in_each_reserve() -> None:
    empty = "/".join(["......"] * 6)
    assert KANG.game.encode(START) == f"{empty} s 112233/112233 0-0 -"
    assert KANG.game.to_move(START) is Seat.FIRST


def test_g1k_there_is_no_placement() -> None:
    with pytest.raises(NotationError):
        KANG.game.parse(START, "231123")


def test_g2k_a_player_who_holds_a_ring_plays_it() -> None:
    state = KANG.drawn(NEAR_NORTHS_EDGE, "s", "2/- 0-0 -")
    assert {move[:2] for move in KANG.legal(state)} == {"2*"}
    assert KANG.refused(state, "52-54") == ("G2k", "reserve_first", {"slot": "52"})


def test_g2k_equal_reserve_rings_are_one_move() -> None:
    one, two = (KANG.drawn(EMPTY, "s", f"{held}/- 0-0 -") for held in ("1", "11"))
    assert KANG.legal(one) == KANG.legal(two) == {f"1*-1{column}" for column in range(1, 7)}


def test_g2k_a_ring_that_is_not_held_cannot_enter() -> None:
    state = KANG.drawn(EMPTY, "s", "1/2 0-0 -")
    assert KANG.refused(state, "2*-23") == ("G2k", "not_in_reserve", {"size": 2})


def test_g2k_if_the_reserve_cannot_move_the_rows_play() -> None:
    state = KANG.drawn(FULL_HOME, "s", "2/- 0-0 -")
    assert {move[0] for move in KANG.legal(state)} == {"1"}
    assert KANG.refused(state, "2*-24")[0] == "G4"
    assert KANG.refused(state, "21-31") == ("G10m", "nearer_row", {"slot": "21", "row": 1})


@pytest.mark.parametrize(
    ("size", "reached"),
    [
        (1, "11 12 13 14 15 16"),
        (2, "11 12 13 14 15 16 21 22 23 24 25 26"),
        (3, "11 12 13 14 15 16 21 22 23 24 25 26 31 32 33 34 35 36"),
    ],
)
def test_g3k_a_ring_enters_on_the_home_row_and_goes_on_by_the_rest_of_its_count(
    size: int, reached: str
) -> None:
    assert ends(KANG.legal(KANG.drawn(EMPTY, "s", f"{size}/- 0-0 -"))) == set(reached.split())


def test_g3k_north_enters_from_the_other_edge() -> None:
    state = KANG.drawn(EMPTY, "n", "-/1 0-0 -")
    assert ends(KANG.legal(state)) == {f"6{column}" for column in range(1, 7)}


def test_g3k_the_count_includes_the_entry() -> None:
    assert KANG.refused(START, "1*-24")[:2] == ("G3k", "out_of_reach")
    assert KANG.play(START, "3*-(12-22-)23")
    assert KANG.refused(START, "3*-(12-22-)33")[:2] == ("G3k", "wrong_way")


def test_g3k_an_entering_ring_bounces_on() -> None:
    state = KANG.drawn(
        NEAR_NORTHS_EDGE.replace(". . . . . .     1", ". . 3 . . .     1"), "s", "1/- 0-0 -"
    )
    assert KANG.play(state, "1*-13-43")


def test_g3k_no_ring_leaves_over_its_players_own_edge() -> None:
    state = KANG.drawn(EMPTY.replace(". . . . . .     1", ". . 1 . . .     1"), "s", "-/- 0-0 -")
    assert KANG.refused(state, "13-S")[:2] == ("G8k", "own_goal")
    assert ends(KANG.legal(state)) == {"12", "14", "23"}


@pytest.mark.parametrize("text", ["2*-S", "2*-(11-)S", "2*-(13)-S"])
def test_g5_forbids_the_way_back_over_ones_own_edge(text: str) -> None:
    assert KANG.refused(START, text)[:2] == ("G5", "crossed_twice")


def test_g7k_no_slot_is_past_the_shore_of_a_player_who_holds_a_ring() -> None:
    beside = EMPTY.replace(". . . . . .     1", ". 1 2 . . .     1")
    holding, bare = (KANG.drawn(beside, "s", f"-/{held} 0-0 -") for held in ("3", "-"))
    assert "12x13=66" in KANG.legal(holding)
    assert KANG.refused(bare, "12x13=66")[:2] == ("G7", "past_shore")


def test_g7k_nothing_is_relocated_into_a_reserve() -> None:
    with pytest.raises(NotationError):
        KANG.game.parse(START, "1*x13=2*")
    state = KANG.drawn(EMPTY.replace(". . . . . .     1", ". . 2 . . .     1"), "s", "1/3 0-0 -")
    after = KANG.play(state, "1*x13=24")
    assert (KANG.rows(after)[4:], fields(after)[0]) == (["...2..", "..1..."], "-/3")


def test_g8k_a_goal_brings_the_ring_into_the_opponents_reserve() -> None:
    state = KANG.drawn(DOUBLE, "s", "-/3 0-1 -")
    after = KANG.play(state, "52-N")
    assert fields(after) == ["-/23", "1-1", "s"]
    assert KANG.game.outcome(after) is None
    assert KANG.game.to_move(after) is Seat.SECOND


def test_g8k_the_edge_is_reached_with_the_exact_count() -> None:
    state = KANG.drawn(DOUBLE, "s", "-/3 0-1 -")
    assert KANG.refused(state, "52-(62-61)-N")[0] == "G3"
    single = KANG.drawn(DOUBLE.replace("2", "1"), "s", "-/3 0-1 -")
    assert "N" not in ends(KANG.legal(single))


def test_g8k_three_goals_win() -> None:
    state = KANG.drawn(DOUBLE, "s", "-/3 2-1 -")
    won = KANG.play(state, "52-N")
    assert KANG.game.outcome(won) == Outcome(Seat.FIRST, "goal", (3, 1))
    assert KANG.game.encode(won).split()[1:] == ["N", "-/23", "3-1", "s"]


def test_g9k_the_arrangement_includes_the_reserves() -> None:
    """The board looks as it did before the goal, but the reserves differ: nothing is repeated."""
    state = KANG.drawn(DOUBLE, "s", "-/- 0-0 -")
    after = KANG.play(state, "52-N", "2*-52")
    assert KANG.rows(after) == KANG.rows(state)


def test_g9k_an_arrangement_with_the_same_reserves_is_not_recreated() -> None:
    state = KANG.play(KANG.drawn(PAIR, "s", "-/- 0-0 -"), "32-31", "35-36", "31-32")
    assert KANG.refused(state, "36-35") == ("G9k", "position_repeated", {"ply": 0})


def test_g9k_the_arrangement_does_not_include_who_scored_last() -> None:
    """The arrangement is the same although South may score again."""
    state = KANG.play(KANG.drawn(PAIR, "s", "-/- 1-0 s"), "32-31", "35-36", "31-32")
    assert fields(state)[2] == "-"
    assert KANG.refused(state, "36-35")[0] == "G9k"


def test_g8k_no_way_passes_a_goal() -> None:
    assert KANG.refused(START, "3*-(N)-13") == ("G8k", "goal_not_last", {})


def test_g12k_a_player_who_scored_on_their_last_turn_may_not_score() -> None:
    state = KANG.drawn(DOUBLE, "s", "-/3 1-0 s")
    assert KANG.refused(state, "52-N") == ("G12k", "scored_last_turn", {})
    assert "N" not in ends(KANG.legal(state))


def test_g12k_a_turn_without_a_goal_lifts_the_bar() -> None:
    state = KANG.drawn(DOUBLE, "s", "-/12 1-0 s")
    after = KANG.play(state, "52-54", "1*-61")
    assert fields(after)[2] == "-"
    assert "N" in ends(KANG.legal(after))


def test_g12k_the_bar_is_each_players_own() -> None:
    state = KANG.drawn(EMPTY.replace(". . . . . .     1", ". . 1 . . .     1"), "n", "-/- 1-0 s")
    after = KANG.play(state, "13-S")
    assert fields(after) == ["1/-", "1-1", "sn"]


def test_g12k_a_forced_pass_does_not_count_as_a_turn() -> None:
    """South has scored and cannot move; on the next turn South may still not score."""
    state = KANG.game.skip(KANG.drawn(EMPTY, "s", "-/1 1-0 s"))
    assert fields(KANG.play(state, "1*-61")) == ["-/-", "1-0", "s"]


# --- G10, G10m: nobody to move ---

# A lone ring is the nearest row of both players, and may not return to an earlier slot (G9k).
EDGE = EMPTY.replace(". . . . . .     6", ". 1 . . . .     6")
LONE = EMPTY.replace(". . . . . .     3", ". 1 . . . .     3")


def test_g10_a_player_of_kang_who_cannot_move_is_passed_over() -> None:
    """The single in the corner has visited both neighbours; only South can leave over the edge."""
    state = KANG.play(KANG.drawn(EDGE, "s", "-/- 0-0 -"), "62-52", "52-51", "51-61")
    assert (KANG.game.to_move(state), KANG.game.passed(state)) == (Seat.FIRST, True)
    assert (KANG.game.plies(state), KANG.legal(state)) == (4, {"61-N"})
    scored = KANG.play(state, "61-N")
    assert (fields(scored), KANG.game.to_move(scored)) == (["-/1", "1-0", "s"], Seat.SECOND)


def test_g10_the_game_is_drawn_when_no_ring_can_move_for_either() -> None:
    """Both sides move the single until it has visited all neighbours of its slot."""
    walk = ["32-22", "22-23", "23-24", "24-34", "34-44", "44-43"]
    state = KANG.play(KANG.drawn(LONE, "s", "-/- 1-2 -"), *walk)
    assert KANG.game.outcome(state) is None
    ended = KANG.play(state, "43-33")
    assert KANG.game.outcome(ended) == Outcome(None, "stalemate", (1, 2))
    assert (KANG.game.to_move(ended), KANG.game.passed(ended)) == (None, False)
