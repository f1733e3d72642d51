"""The rules of ``towers`` that differ from ``classic``; cells a2 to f7, goals on rows 1 and 8."""

from __future__ import annotations

import pytest

from pbm.rules.errors import AmbiguousMove
from pbm.rules.game import Outcome, Seat
from pbm.rules.gyges.rings import row_of
from pbm.rules.gyges.state import Relay, opening
from tests.combinations import for_each
from tests.rules.gyges.drawn import GAMES, Table
from tests.rules.gyges.positions import EXAMPLE_OF_TOWERS

TOWERS = Table(GAMES["towers"])

MIDDLE = """
    . . . . . .     7
    . . . . . .     6
    . . . . . .     5
    . . {ring} . . .     4
    . . . . . .     3
    . . . . . .     2
    a b c d e f
"""


@pytest.mark.parametrize(
    ("side", "reached"),
    [("s", "a4 b5 c6 d5 e4"), ("n", "a4 b3 c2 d3 e4")],
)
def test_g3t_steps_go_sideways_or_forward(side: str, reached: str) -> None:
    state = TOWERS.drawn(MIDDLE.format(ring=2), side)
    assert TOWERS.legal(state) == {f"c4-{end}" for end in reached.split()}


def test_g3t_a_step_back_is_refused() -> None:
    facts = {"origin": "c4", "destination": "c3", "count": 1}
    assert TOWERS.refused(TOWERS.drawn(MIDDLE.format(ring=1), "s"), "c4-c3") == (
        "G3t",
        "out_of_reach",
        facts,
    )


def test_g5t_no_slot_is_used_twice_the_origin_included() -> None:
    state = TOWERS.drawn(
        """
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . 1 1 . . .
        """,
        "s",
    )
    assert TOWERS.refused(state, "b2-c2-b2") == ("G5t", "slot_twice", {"slot": "b2"})
    assert TOWERS.play(state, "b2-c2-d2")


@pytest.mark.parametrize("ring", [1, 2, 3])
def test_g5t_the_way_back_is_refused_even_if_the_count_fits(ring: int) -> None:
    rule, code = ("G5t", "slot_twice") if ring == 2 else ("G3t", "out_of_reach")
    state = TOWERS.drawn(MIDDLE.format(ring=ring), "s")
    assert TOWERS.refused(state, "c4-c4")[:2] == (rule, code)


def test_g5t_a_slot_that_was_passed_counts_as_used() -> None:
    state = TOWERS.drawn(
        """
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        2 . 2 . . .
        """,
        "s",
    )
    assert TOWERS.refused(state, "a2-(b2)-c2-(b2)-b3") == ("G5t", "slot_twice", {"slot": "b2"})
    assert TOWERS.play(state, "a2-(b2)-c2-(c3)-b3")


def test_g4_slots_on_the_way_are_empty() -> None:
    state = TOWERS.drawn(MIDDLE.format(ring="2 1").replace("1 . . .", "1 . ."), "s")
    facts = {"slot": "d4", "origin": "c4", "destination": "e4"}
    assert TOWERS.refused(state, "c4-e4") == ("G4", "way_occupied", facts)


def test_g6t_the_ring_landed_on_goes_on_and_the_other_stays() -> None:
    state = TOWERS.drawn(
        """
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . . 2 . . .
        . . 1 . . .
        """,
        "s",
    )
    assert TOWERS.rows(TOWERS.play(state, "c2-c3-c5")) == [
        "......",
        "......",
        "..2...",
        "......",
        "..1...",
        "......",
    ]


def test_g6t_source_000s_example_wins_over_four_rings() -> None:
    won = TOWERS.play(TOWERS.drawn(EXAMPLE_OF_TOWERS, "n"), "a6-c5-c4-a4-a3-b1")
    assert TOWERS.game.outcome(won) == Outcome(Seat.SECOND, "goal")
    assert TOWERS.rows(won) == ["......", "......", "..3.1.", "2.13.3", "1.22.1", "....2."]


@for_each(
    "text",
    ["a6-c5-c4-a4-a3-(a2-a1-)b1", "a6-(a5-a1)-b1", "a6-b1-b2", "a6-(a8)-d6", "a6-b1xd5=d4"],
)
def test_g8_no_way_passes_a_cell_of_a_goal(text: str) -> None:
    state = TOWERS.drawn(EXAMPLE_OF_TOWERS, "n")
    assert TOWERS.play(state, "a6-c5-c4-a4-a3-(b3-b2-)b1")
    assert TOWERS.refused(state, text) == ("G8", "goal_not_last", {})


def test_g6t_a_ring_that_cannot_go_on_makes_the_whole_move_illegal() -> None:
    """The triple on a3 is walled in, so the single on a2 can only displace it."""
    state = TOWERS.drawn(
        """
        . . . . . .
        . . . . . .
        . . . . . .
        1 . . . . .
        3 1 . . . .
        1 . . . . .
        """,
        "s",
    )
    through_a3 = {move for move in TOWERS.legal(state) if move.startswith(("a2-a3", "a2xa3"))}
    assert through_a3
    assert all(move.startswith("a2xa3=") for move in through_a3)


def test_g7t_the_displaced_ring_goes_to_an_empty_slot_not_past_the_opponents_shore() -> None:
    state = TOWERS.drawn(
        """
        . . . . . .     7
        . . 3 . . .     6, North's shore
        . . . . . .     5
        . . . . . .     4
        . . . . . .     3
        . 1 2 . . .     2
        """,
        "s",
    )
    rooms = {move[-2:] for move in TOWERS.legal(state) if move.startswith("b2xc2=")}
    slots = {f"{column}{row}" for row in range(2, 7) for column in "abcdef"}
    # b2 is among the slots: if both rings change places, the arrangement is a new one.
    assert rooms == slots - {"c2", "c6"}
    facts = {"slot": "c7", "shore": 6}
    assert TOWERS.refused(state, "b2xc2=c7") == ("G7t", "past_shore", facts)


def test_g7t_a_shore_of_both_players_stays_when_a_ring_of_it_is_lifted() -> None:
    """All rings are on one row. It stays North's shore when South lifts one of them."""
    state = TOWERS.drawn(
        """
        . . . . . .     7
        . . . . . .     6
        . . . . . .     5
        . . 1 1 . .     4
        . . . . . .     3
        . . . . . .     2
        """,
        "s",
    )
    assert "c4xd4=a4" in TOWERS.legal(state)
    assert TOWERS.refused(state, "c4xd4=a5")[:2] == ("G7t", "past_shore")


def test_g9t_the_present_arrangement_is_not_recreated() -> None:
    state = TOWERS.drawn(MIDDLE.format(ring="1 1").replace("1 . . .", "1 . ."), "s")
    assert TOWERS.refused(state, "c4xd4=c4") == ("G9t", "nothing_changes", {})


PAIR = """
    . . . . . .
    . 1 . . . .
    . . . . . .
    . . . . . .
    . 1 . . . .
    . . . . . .
"""


def test_g9t_the_previous_arrangement_is_not_recreated() -> None:
    lone = TOWERS.play(TOWERS.drawn(MIDDLE.format(ring=1), "s"), "c4-d4")
    assert TOWERS.refused(lone, "d4-c4") == ("G9t", "position_repeated", {"ply": 0})


def test_g9t_older_arrangements_may_be_recreated() -> None:
    state = TOWERS.play(TOWERS.drawn(PAIR, "s"), "b3-c3", "b6-c6", "c3-b3", "c6-b6")
    assert TOWERS.rows(state) == TOWERS.rows(TOWERS.drawn(PAIR, "s"))


def test_g10t_a_player_without_a_move_is_passed_over() -> None:
    stalemate = """
        . 3 . 3 . 3     7, where no triple has three steps
        1 1 2 2 3 2     6
        . . . 1 . .     5
        . . . 1 . 2     4
        . . . . . .     3
        . . . . . .     2
    """
    state = TOWERS.play(TOWERS.drawn(stalemate, "s"), "d4-d5-c5")
    assert (TOWERS.game.to_move(state), TOWERS.game.passed(state)) == (Seat.FIRST, True)
    assert TOWERS.legal(TOWERS.drawn(stalemate, "n")) == set()


def test_g10t_a_pass_does_not_change_the_previous_arrangement_of_g9t() -> None:
    """Otherwise players could undo their own move when the opponent is passed over."""
    stalemate = """
        . 3 . 3 . 3
        1 1 2 2 3 2
        . . . . . .
        . . 1 . . .
        . . . . . .
        . . . . . .
    """
    state = TOWERS.play(TOWERS.drawn(stalemate, "s"), "c4-b4")
    assert TOWERS.game.passed(state)
    assert TOWERS.refused(state, "b4-c4")[:2] == ("G9t", "position_repeated")


LOCKED = """
    . . . . . .     7
    . 3 . . . .     6, North's shore
    . . . 3 . 3     5
    1 1 2 2 1 2     4, which nothing passes
    . 3 . 3 . 3     3, South's shore: no triple has three steps
    . . . . . .     2
"""


def test_g10t_the_game_is_drawn_when_nobody_can_move() -> None:
    """The state is created directly: it has six triples, and ``decode`` accepts four."""
    sizes = [line.split()[:6] for line in LOCKED.strip().splitlines()]
    rows = zip(sizes, range(6, 0, -1), strict=True)
    rings = sum(row_of([int(size.strip(".") or 0) for size in row], at) for row, at in rows)
    state = opening(rings, Seat.SECOND)
    assert TOWERS.legal(opening(rings, Seat.FIRST)) == set()
    ended = TOWERS.play(state, "b6-b5")
    assert TOWERS.game.outcome(ended) == Outcome(None, "stalemate")
    assert (TOWERS.game.to_move(ended), TOWERS.game.passed(ended)) == (None, False)


def test_a_short_form_is_the_one_legal_move_even_if_a_shorter_route_breaks_another_rule() -> None:
    """Over d6 alone the triple would return to d5, from where it has just come (G9t)."""
    state = TOWERS.drawn(
        """
        . . . . . .     7
        . . . 3 . .     6
        . . . 3 . 2     5
        . . . . . .     4
        . . . . . .     3
        . . . . . .     2
        """,
        "s",
    )
    after = TOWERS.play(state, "d5-d6-a6")
    assert TOWERS.refused(after, "a6-d6-d5")[:2] == ("G9t", "position_repeated")
    assert TOWERS.game.format(after, TOWERS.game.parse(after, "a6-d5")) == "a6-d6-f5-d5"


def test_a_short_form_that_fits_one_move_is_that_move() -> None:
    state = TOWERS.drawn(EXAMPLE_OF_TOWERS, "n")
    [win] = [
        move
        for move in TOWERS.game.legal_moves(state)
        if TOWERS.game.format(state, move).endswith("-b1")
    ]
    assert TOWERS.game.parse(state, "a6-b1") == win
    assert TOWERS.game.format(state, win) == "a6-c5-c4-a4-a3-b1"


def test_a_short_form_that_fits_several_moves_is_ambiguous() -> None:
    state = TOWERS.drawn(
        """
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
        . 1 . 1 . .
        . . 2 . . .
        """,
        "s",
    )
    with pytest.raises(AmbiguousMove) as refusal:
        TOWERS.game.parse(state, "c2-c3")
    facts = refusal.value.phrase.facts
    assert set(facts["candidates"]) == {"c2-b3-c3", "c2-d3-c3"}  # type: ignore[arg-type]


def test_a_direct_step_is_not_a_short_form() -> None:
    state = TOWERS.drawn(EXAMPLE_OF_TOWERS, "n")
    assert TOWERS.game.parse(state, "a6-d6") == Relay((51, 54))


def test_moves_of_towers_differ_by_their_landings_not_by_their_ways() -> None:
    state = TOWERS.drawn(EXAMPLE_OF_TOWERS, "n")
    ways = ("a6-(a5-b5-)c5-d5", "a6-(b6-b5-)c5-d5", "a6-c5-d5")
    assert len({TOWERS.game.parse(state, text) for text in ways}) == 1
    assert len(set(TOWERS.game.legal_moves(state))) == 109
