from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.core.conditional import (
    Branch,
    Plan,
    as_condition,
    branch,
    from_data,
    preference_faults,
    read_path,
    read_preferences,
    step,
    to_data,
    with_path,
)
from pbm.core.games import Replay, RulesError, Seat, find, replay
from tests.combinations import for_each

GYGES, DVONN = find("gyges/classic"), find("dvonn/standard")
PLACED = ["231123", "321123"]

# After 16-35, with North to move:
#        1   2   3   4   5   6
#      +---+---+---+---+---+---+
#    6 | 3 | 2 | 1 | 1 | 2 | 3 |
#    5 |   |   |   |   |   |   |
#    4 |   |   |   |   |   |   |
#    3 |   |   |   |   | 3 |   |
#    2 |   |   |   |   |   |   |
#    1 | 2 | 3 | 1 | 1 | 2 |   |
BEGUN = [*PLACED, "16-35"]


def played(*moves: str) -> Replay[Any, Any]:
    return replay(GYGES, GYGES.start(), [*BEGUN, *moves])


def plan_of(*paths: str, preferences: tuple[str, ...] = ()) -> Plan:
    tree: Any = {}
    for path in paths:
        checked = branch(GYGES, played().state, Seat.FIRST, (), read_path(path))
        tree = with_path(tree, checked)
    return Plan(tree, preferences)


def step_after(plan: Plan, *moves: str) -> Any:
    game = played(*moves)
    return step(plan, GYGES, game.plies, game.state, Seat.FIRST)


# Parsing


@for_each(
    ("text", "path"),
    [
        ("if a then b", [("a", "b")]),
        ("IF a Then b", [("a", "b")]),
        ("if a then b if c then d", [("a", "b"), ("c", "d")]),
        ("if 13 - 14 then 34-44; 43-53", [("13 - 14", "34-44; 43-53")]),
        ("if a", []),
        ("if a then", []),
        ("if then b", []),
        ("if  then b", []),
        ("if a then b if  then d", []),
        ("a then b", []),
        ("if a then b then c", []),
        ("if a then b if c", []),
        ("a if b then c", []),
        ("", []),
    ],
)
def test_a_path_is_parsed_into_pairs_or_not_at_all(text: str, path: list[tuple[str, str]]) -> None:
    assert read_path(text) == path


@for_each(
    ("text", "moves"),
    [
        ("A1", ("A1",)),
        ("A1 B2 C3", ("A1", "B2", "C3")),
        ("A1, B2,C3", ("A1", "B2", "C3")),
        ("A1-A2; B1-B2", ("A1-A2; B1-B2",)),
        ("hello", ()),
        ("A1 hello", ()),
    ],
)
def test_a_list_is_parsed_into_moves_or_not_at_all(text: str, moves: tuple[str, ...]) -> None:
    assert read_preferences(DVONN, text) == moves


# Checking


def test_a_plan_keeps_moves_in_the_usual_notation() -> None:
    path = read_path("if 61 - 53 then 11 - 31 if 62-42 then 12x42=11")
    checked = branch(GYGES, played().state, Seat.FIRST, (), path)
    assert [(condition, each.reply) for condition, each in checked] == [
        ("61-53", "11-31"),
        ("62-42", "12x42=11"),
    ]


def test_a_condition_fits_every_way_of_writing_the_same_move() -> None:
    plan = plan_of("if 64-42 then 11-31")
    assert set(plan.tree) == set(plan_of("if 64-63-62-42 then 11-31").tree)
    assert step_after(plan, "64-63-62-42").line == "11-31"


@for_each(
    "path",
    [
        "if 11-31 then 12-32",  # the condition moves South's own ring
        "if 61-53 then 61-53",  # the answer moves North's ring, but South answers
        "if 61-53 then 11-31 if 12-22 then 13-23",
        "if 61-66 then 11-31",
        "if 61-53 then 11-66",
        "if nonsense then 11-31",
    ],
)
def test_a_path_that_breaks_a_rule_is_refused(path: str) -> None:
    with pytest.raises(RulesError):
        plan_of(path)


def test_a_move_of_the_wrong_side_is_refused_and_names_the_side_to_move() -> None:
    state = replay(GYGES, GYGES.start(), PLACED).state
    with pytest.raises(RulesError) as caught:
        branch(GYGES, state, Seat.FIRST, (), [("61-53", "11-31")])
    assert caught.value.phrase.code == "other_turn"
    assert caught.value.phrase.facts == {"seat": "South", "text": "61-53"}


def test_a_preference_that_no_move_of_the_opponent_makes_legal_is_refused() -> None:
    state = replay(DVONN, DVONN.start(), ["A1"]).state
    faults = preference_faults(DVONN, state, Seat.FIRST, ["A2", "A1"])
    assert faults["A2"] is None
    assert faults["A1"] is not None
    assert faults["A1"].rule == "D2"


def test_at_ones_own_turn_a_preference_is_checked_as_a_move() -> None:
    state = played("61-53").state
    faults = preference_faults(GYGES, state, Seat.FIRST, ["11-31", "11-66"])
    assert faults["11-31"] is None
    assert faults["11-66"] is not None


def test_preferences_that_would_take_too_long_to_check_are_accepted() -> None:
    many = [f"11-{row}{column}" for row in range(1, 7) for column in range(1, 7)]
    assert set(preference_faults(GYGES, played().state, Seat.FIRST, many).values()) == {None}
    assert preference_faults(GYGES, played().state, Seat.FIRST, ["11-12"])["11-12"] is not None


# Growing


def test_paths_with_different_conditions_are_separate_branches() -> None:
    plan = plan_of("if 61-53 then 11-31", "if 66-45 then 12-33")
    assert set(plan.tree) == {"61-53", "66-45"}
    assert plan.size == 2


def test_paths_that_begin_alike_share_a_branch() -> None:
    plan = plan_of(
        "if 61-53 then 11-31 if 62-42 then 12-33",
        "if 61-53 then 11-31 if 65-45 then 12-42",
    )
    assert len(plan.tree) == 1
    assert set(plan.tree["61-53"].later) == {"62-42", "65-45"}


def test_a_new_answer_replaces_the_old_one_and_its_subtree() -> None:
    plan = plan_of("if 61-53 then 11-31 if 62-42 then 12-33", "if 61-53 then 11-22")
    assert plan.tree == {"61-53": Branch("11-22", written="61-53")}


# Playing


def test_the_answer_to_the_opponents_move_is_played_and_its_subtree_stays() -> None:
    plan = plan_of(
        "if 61-53 then 11-31 if 62-42 then 13-14-24",
        "if 66-45 then 12-33",
        preferences=("15-35",),
    )
    due = step_after(plan, "61-53")
    assert due.line == "11-31"
    assert set(due.after.tree) == {"62-42"}
    assert due.after.preferences == ("15-35",)
    assert due.dropped == ()


def test_a_tree_without_an_answer_is_dropped_and_reported() -> None:
    due = step_after(plan_of("if 61-53 then 11-31"), "66-45")
    assert (due.line, due.after) == (None, Plan())
    assert due.dropped == ("if 61-53 then 11-31",)


def test_a_preference_is_played_if_the_tree_has_no_answer() -> None:
    due = step_after(plan_of("if 61-53 then 11-31", preferences=("12-13", "12-33")), "66-45")
    assert (due.line, due.after) == ("12-33", Plan())
    assert due.dropped == ("if 61-53 then 11-31", "12-13")


def test_an_illegal_preference_is_dropped() -> None:
    due = step_after(Plan({}, ("12-13",)), "66-45")
    assert (due.line, due.after, due.dropped) == (None, Plan(), ("12-13",))


def test_each_placement_takes_the_first_preferred_cell_that_is_empty() -> None:
    plan, cells = Plan({}, ("A1", "A2", "A3")), ["A1", "A2"]
    for expected in ("A3", None):
        game = replay(DVONN, DVONN.start(), cells)
        due = step(plan, DVONN, game.plies, game.state, Seat.FIRST)
        assert due.line == expected
        plan, cells = due.after, [*cells, "A3", "B1"]


def test_a_condition_is_shown_the_way_it_was_written() -> None:
    line = "if 64-63-62-42 then 13-14-24"
    plan = plan_of(line)
    assert plan.lines() == [line]
    assert step_after(plan, "66-45").dropped == (line,)
    assert plan_of("if 64-42 then 11-31", line).lines() == [line]


def test_several_moves_in_a_row_are_one_condition() -> None:
    plies = played("61-53").plies
    assert as_condition(GYGES, plies[-1:]) == "61-53"
    assert as_condition(GYGES, [plies[-1], plies[-1]]) == "61-53; 61-53"


# Keeping

TREES: st.SearchStrategy[Any] = st.recursive(
    st.just({}),
    lambda later: st.dictionaries(
        st.text(), st.builds(Branch, st.text(), later, st.text()), max_size=3
    ),
    max_leaves=20,
)


@given(st.builds(Plan, TREES, st.lists(st.text()).map(tuple)))
def test_a_plan_survives_json(plan: Plan) -> None:
    assert from_data(to_data(plan)) == plan


def test_a_plan_of_an_earlier_version_is_still_read() -> None:
    data = {"tree": {"61-53": ["11-31", {}]}, "preferences": []}
    assert from_data(data).lines() == ["if 61-53 then 11-31"]


def test_a_nested_condition_is_shown_after_the_outer_one() -> None:
    begun = "if 61-53 then 11-31"
    plan = plan_of(
        f"{begun} if 62-42 then 12-33", f"{begun} if 65-45 then 12-42", "if 66-45 then 12-33"
    )
    assert plan.lines() == [
        f"{begun} if 62-42 then 12-33",
        f"{begun} if 65-45 then 12-42",
        "if 66-45 then 12-33",
    ]
    assert step_after(plan, "62-42").dropped == tuple(plan.lines())
    assert plan_of(*plan.lines()).tree == plan.tree


def test_every_line_of_a_plan_can_be_typed_again() -> None:
    paths = ["if 61-53 then 11-31", "if 66-45 then 12-33"]
    plan = plan_of(*paths, preferences=("15-35", "12-22"))
    assert plan.lines() == [*paths, "15-35 12-22"]
    assert plan_of(*plan.lines()[:2]).tree == plan.tree
    assert Plan({}, ("34-44; 43-53",)).lines() == ["34-44; 43-53"]
    assert not Plan()
