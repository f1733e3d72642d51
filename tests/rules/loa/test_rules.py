"""The rules by their numbers."""

from __future__ import annotations

import pytest

from pbm.rules.errors import GameOver, IllegalMove, NotationError
from pbm.rules.game import Outcome, Seat
from pbm.rules.play import replay
from tests.combinations import for_each
from tests.rules.loa.boards import GAME, drawn, moves, played, refused

LINES = """
    . . . . . . . .
    . b . . . w . .
    . . . . . . . .
    . b . b . w . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . w
    w . . . . . . .
"""
STUCK = """
    b w . . . . . .
    w w . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . w w
    . . . . w . . b
"""
"""After e1-g1 both men of Black are walled in."""


def test_la1_black_has_the_first_and_the_last_row_white_the_outer_columns() -> None:
    rows = GAME.encode(GAME.start()).split()[0].split("/")
    assert rows == [".bbbbbb.", *["w......w"] * 6, ".bbbbbb."]
    assert (GAME.to_move(GAME.start()), GAME.seats) == (Seat.FIRST, ("Black", "White"))
    assert len(moves(GAME.start())) == 36
    movable = {text[:2] for text in moves(GAME.start())}
    assert movable == {f"{column}{row}" for column in "bcdefg" for row in (1, 8)}


def test_la2_a_man_moves_as_many_cells_as_there_are_men_on_its_line() -> None:
    found = [text for text in moves(drawn(LINES)) if text.startswith("d5")]
    assert found == ["d5-a5", "d5-d6", "d5-d4", "d5xf7", "d5-b3", "d5-f3"]


@for_each(
    ("text", "rule", "code"),
    [
        ("c3-c4", "LA2", "nothing_there"),
        ("f7-f6", "LA2", "not_yours"),
        ("d5-e7", "LA2", "no_line"),
        ("d5-d5", "LA2", "no_line"),
        ("d5-e5", "LA2", "wrong_distance"),
        ("b7-b6", "LA2", "wrong_distance"),
        ("d5-d7", "LA2", "wrong_distance"),
        ("d5-g5", "LA3", "man_between"),
        ("b7-b5", "LA4", "own_piece_there"),
    ],
)
def test_la2_la3_la4_a_move_is_refused_by_the_rule_that_it_breaks(
    text: str, rule: str, code: str
) -> None:
    origin, target = text.split("-")
    names = GAME.grid.by_name
    with pytest.raises(IllegalMove) as caught:
        GAME.apply(drawn(LINES), (names[origin], names[target]))
    assert (caught.value.rule, caught.value.phrase.code) == (rule, code)


def test_la2_men_of_both_sides_count_from_edge_to_edge_before_one_is_lifted() -> None:
    row = "b.w....b\n...b....\n........\n........\n........\n.w......"
    assert [text for text in moves(drawn(row)) if text[1::3] == "88"] == ["h8-e8"]
    assert [text for text in moves(drawn(row, "w")) if text[1::3] == "88"] == ["c8-f8"]


def test_la3_a_man_passes_over_its_own_men_not_over_others() -> None:
    assert "a8-d8" in moves(drawn("bb.....w\n...w....\n.....b.."))
    assert "a8-d8" not in moves(drawn("bw.....b\n...w...."))
    diagonal = "........\n........\n.....w..\n........\n...b....\n..w.....\n........\n......b."
    assert {"d4-a1", "d4-g7"}.isdisjoint(moves(drawn(diagonal)))
    assert refused(drawn(diagonal), "d4-a1") == ("LA3", "man_between")


def test_la4_a_man_of_the_opponent_is_taken() -> None:
    before = drawn("b..w...b\n........\n.w...b..\n........\n.......w")
    after = played(before, "a8xd8")
    assert (after.taken, after.board.count("w"), after.board.count("b")) == ("w", 2, 3)
    assert GAME.outcome(after) is None
    assert GAME.make(before, "a8-d8").printed == "a8xd8"


CONNECTED = """
    . . . . . . . .
    . . b . . . . w
    . . . b . . . .
    . . . . . . . .
    . . . . b . . w
    . . . . . . . .
    w . . . . . . .
    . . . . . . . .
"""


def test_la5_who_has_all_men_connected_wins_straight_or_diagonally() -> None:
    before = drawn(CONNECTED)
    assert GAME.outcome(before) is None
    after = played(before, "e4-e5")
    assert GAME.outcome(after) == Outcome(Seat.FIRST, "connected")
    upside_down = "\n".join(reversed(CONNECTED.strip().split("\n")))
    assert GAME.outcome(drawn(upside_down)) is None
    assert (GAME.to_move(after), moves(after)) == (None, [])
    assert GAME.outcome(GAME.decode(GAME.encode(after))) == Outcome(Seat.FIRST, "connected")
    names = {"c7", "d6", "e5"}
    assert GAME.shown_chain(after) == {GAME.grid.by_name[each] for each in names}
    *_, told = GAME.explain(before, "e4-e5")
    assert (told.code, told.facts["rule"], told.facts["seat"]) == ("explains_win", "LA5", "Black")
    with pytest.raises(GameOver):
        GAME.parse(after, "h7-g7")


def test_la5_a_single_man_is_connected() -> None:
    before = drawn("b..w....\n........\n.....b..\n.b......", "b")
    assert GAME.outcome(before) == Outcome(Seat.SECOND, "connected")
    two = drawn("w..b...w\n........\n.....b..", "w")
    assert GAME.outcome(two) is None


def test_la6_if_a_move_connects_both_sides_the_side_that_moved_wins() -> None:
    alone = drawn("b.w.....\n..b.....\n........\n.w......", "b")
    after = played(alone, "a8xc8")
    assert GAME.outcome(after) == Outcome(Seat.FIRST, "connected")
    assert after.board.count("w") == 1
    *_, told = GAME.explain(alone, "a8xc8")
    assert (told.facts["rule"], told.facts["seat"]) == ("LA6", "Black")


def test_la6_a_capture_that_connects_only_the_opponents_men_loses() -> None:
    before = drawn("b.w.....\n........\n.w......\n........\n.......b", "b")
    after = played(before, "a8xc8")
    assert GAME.outcome(after) == Outcome(Seat.SECOND, "connected")
    assert GAME.to_move(after) is None
    *_, told = GAME.explain(before, "a8xc8")
    assert (told.facts["rule"], told.facts["seat"]) == ("LA6", "White")


def test_la7_who_can_move_has_to() -> None:
    with pytest.raises(IllegalMove) as caught:
        GAME.skip(GAME.start())
    assert (caught.value.rule, caught.value.phrase.code) == ("LA7", "no_choice_to_pass")


def test_la7_a_side_that_cannot_move_is_passed_over() -> None:
    before = drawn(STUCK, "w")
    after = played(before, "e1-g1")
    assert (GAME.to_move(after), GAME.passed(after), GAME.plies(after)) == (Seat.SECOND, True, 2)
    *_, told = GAME.explain(before, "e1-g1")
    assert (told.code, told.facts) == ("explains_pass", {"rule": "LA7", "seat": "Black"})
    plies = replay(GAME, before, ["e1-g1", "pass", "b7-b5"]).plies
    assert [ply.text for ply in plies] == ["e1-g1", "pass", "b7-b5"]
    stuck = GAME.decode(GAME.encode(after).replace(" w", " b"))
    assert GAME.encode(GAME.skip(stuck)) == GAME.encode(after)


def test_la8_the_third_time_the_same_side_is_to_move_on_a_board_is_a_draw() -> None:
    there, back = ["b1-b3", "a5-c5"], ["b3-b1", "c5-a5"]
    twice = replay(GAME, GAME.start(), [*there, *back, *there]).state
    assert GAME.outcome(twice) is None
    before = played(twice, "b3-b1")
    assert GAME.outcome(before) is None
    after = played(before, "c5-a5")
    assert GAME.encode(after) == GAME.encode(GAME.start())
    assert GAME.outcome(after) == Outcome(None, "repeated")
    assert (GAME.to_move(after), moves(after)) == (None, [])
    *_, told = GAME.explain(before, "c5-a5")
    assert (told.code, told.facts["rule"]) == ("explains_repeated", "LA8")
    again = GAME.recall(GAME.encode(after), GAME.past(after))
    assert GAME.outcome(again) == Outcome(None, "repeated")
    assert GAME.outcome(GAME.decode(GAME.encode(after))) is None
    with pytest.raises(GameOver):
        GAME.parse(after, "b1-b3")
    assert "a draw by repetition" in GAME.render(after)


def test_la8_another_side_to_move_is_another_position_and_a_capture_begins_anew() -> None:
    state = replay(GAME, GAME.start(), ["b1-b3", "a5-c5", "b3-b1", "c5-a5"]).state
    assert len(state.earlier) == 4
    taken = replay(GAME, state, ["c1xa3"]).state
    assert (taken.taken, taken.earlier) == ("w", ())


@for_each(("text", "code"), [("d9-d8", "no_such_cell"), ("d3", "unreadable"), ("hi", "unreadable")])
def test_what_is_almost_a_move_is_explained(text: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        GAME.parse(GAME.start(), text)
    assert caught.value.phrase.code == code


def test_near_misses_are_read() -> None:
    for text in ("b1-b3", "b1b3", "B1 b3", "b1:b3", "b1xb3!", " b1 – b3 "):
        assert GAME.make(GAME.start(), text).printed == "b1-b3"


def test_the_board_is_turned_for_nobody() -> None:
    first, second = (GAME.scene(GAME.start(), seat, turned=True) for seat in Seat)
    assert first.board == second.board
