"""The rules by their numbers."""

from __future__ import annotations

import pytest

from pbm.rules.errors import GameOver, IllegalMove, NotationError
from pbm.rules.game import Outcome, Seat, Style
from pbm.rules.kit.state import State
from pbm.rules.play import replay
from pbm.rules.scene import Circle
from tests.combinations import for_each
from tests.rules.reversi.boards import GAME, drawn, moves, played, refused, rows

PASSES = """
    . w b . . . . .
    . . . . . . . .
    b w . . . . . .
"""
"""After a1 no disc of White can enclose any, and Black goes on with c3."""


def test_rv1_black_begins_with_two_discs_of_each_side_in_the_middle() -> None:
    start = GAME.start()
    assert rows(start) == ["...wb...", "...bw..."]
    names = GAME.grid.by_name
    assert [start.board[names[cell]] for cell in ("d5", "e4", "d4", "e5")] == ["b", "b", "w", "w"]
    assert GAME.to_move(start) is Seat.FIRST
    assert GAME.seats == ("Black", "White")
    assert moves(start) == ["d3", "c4", "f5", "e6"]


def test_rv1_row_1_is_on_top_of_every_board() -> None:
    state = played(GAME.start(), "d3")
    for style in Style:
        lines = [line.split()[:2] for line in GAME.render(state, style).splitlines()]
        numbers = [line[-1] if line[0] == "Row" else line[0] for line in lines if line]
        found = [each.strip(":") for each in numbers if each.strip(":").isdigit()]
        assert found == list("12345678")
    heights = {
        each.cell: each.at.y for each in GAME.scene(state).pieces if isinstance(each, Circle)
    }
    assert heights["d3"] < heights["d4"] < heights["d5"]


@for_each(
    ("text", "rule", "code"),
    [
        ("d4", "RV2", "taken_already"),
        ("d5", "RV2", "taken_already"),
        ("a1", "RV3", "turns_nothing"),
        ("e3", "RV3", "turns_nothing"),
        ("pass", "RV5", "no_choice_to_pass"),
    ],
)
def test_rv2_rv3_a_disc_is_set_on_an_empty_cell_where_it_encloses_others(
    text: str, rule: str, code: str
) -> None:
    if text == "pass":
        with pytest.raises(IllegalMove) as caught:
            GAME.skip(GAME.start())
        assert (caught.value.rule, caught.value.phrase.code) == (rule, code)
    else:
        assert refused(GAME.start(), text) == (rule, code)


@for_each(
    "line", ["bwwwwww.", "bw.ww...", "ww.b....", ".wwwwww.", "b.......", ".w......", "wwwwww.b"]
)
def test_rv3_a_row_that_is_enclosed_has_no_gap(line: str) -> None:
    """One move is legal if the row says so: the cell behind discs that begin at an own one."""
    legal = {"bwwwwww.": ["h1"], "bw.ww...": ["c1"], "ww.b....": [], "wwwwww.b": []}
    assert moves(drawn(line)) == legal.get(line, [])


def test_rv3_rows_do_not_go_on_beyond_the_edge() -> None:
    assert moves(drawn("......bw\n........")) == []
    assert moves(drawn("......bw\nw.......\n.b......")) == []
    assert moves(drawn(".......w\nwb......")) == []


def test_rv4_all_discs_that_are_enclosed_turn_in_all_directions() -> None:
    before = drawn(
        """
        b . . b . . b .
        . w . w . w . .
        . . w w w . . .
        b w w . w w b .
        . . w w w . . .
        . w . w . w . .
        b . . w . . w .
        . . . b . . . b
        """
    )
    assert moves(before) == ["d4"]
    assert rows(played(before, "d4")) == [
        *("b..b..b.", ".b.b.b..", "..bbb...", "bbbbbbb.", "..bbb...", ".b.b.b..", "b..b..b."),
        "...b...b",
    ]


def test_rv4_discs_that_are_only_turned_enclose_no_others() -> None:
    before = drawn(
        """
        . w b . . . . .
        . w . . . . . .
        . b . . . . . .
        """
    )
    assert rows(played(before, "a1")) == ["bbb.....", ".w......", ".b......"]


def test_rv5_a_side_that_cannot_move_is_passed_over() -> None:
    before = drawn(PASSES)
    assert moves(before) == ["a1", "c3"]
    after = played(before, "a1")
    assert GAME.passed(after)
    assert (GAME.to_move(after), GAME.plies(after)) == (Seat.FIRST, 2)
    assert moves(after) == ["c3"]
    assert not GAME.passed(GAME.start())
    *_, told = GAME.explain(before, "a1")
    assert (told.code, told.facts) == ("explains_pass", {"rule": "RV5", "seat": "White"})


def test_rv5_the_forced_pass_is_a_ply_that_may_be_written_or_left_out() -> None:
    before = drawn(PASSES)
    for texts in (["a1", "c3"], ["a1", "pass", "c3"]):
        plies = replay(GAME, before, texts).plies
        assert [(ply.text, ply.automatic) for ply in plies] == [
            *(("a1", False), ("pass", True), ("c3", False))
        ]


def test_rv5_a_position_in_which_a_side_cannot_move_can_be_read_and_goes_on() -> None:
    before = drawn("wb......", "w")
    assert moves(before) == ["c1"]
    stuck = drawn("wb......")
    assert (GAME.to_move(stuck), moves(stuck)) == (Seat.FIRST, [])
    after = GAME.skip(stuck)
    assert (GAME.to_move(after), GAME.passed(after), GAME.plies(after)) == (Seat.SECOND, True, 1)
    with pytest.raises(IllegalMove):
        GAME.skip(before)


@for_each(
    ("board", "move", "winner", "score"),
    [
        ("bw......", "c1", Seat.FIRST, (3, 0)),
        ("bw......\n........\n.wwww...", "c1", Seat.SECOND, (3, 4)),
        ("bw......\n........\n..www...", "c1", None, (3, 3)),
    ],
)
def test_rv6_when_neither_can_move_most_discs_win_and_empty_cells_count_for_nobody(
    board: str, move: str, winner: Seat | None, score: tuple[int, int]
) -> None:
    """Nobody is left to be taken; the row below is out of reach."""
    after = played(drawn(board), move)
    assert GAME.outcome(after) == Outcome(winner, "discs", score)
    assert (GAME.to_move(after), moves(after), GAME.passed(after)) == (None, [], False)
    assert GAME.outcome(GAME.decode(GAME.encode(after))) == Outcome(winner, "discs", score)
    with pytest.raises(GameOver):
        GAME.skip(after)
    with pytest.raises(GameOver):
        GAME.parse(after, "h8")


def test_rv6_a_full_board_with_as_many_discs_of_each_side_is_drawn() -> None:
    full = ["b" * 8] * 3 + ["w" * 8] * 3 + ["wwwwbbbb", ".wbwbbww"]
    before = drawn("\n".join(full))
    after = played(before, *moves(before)[:1])
    first, second = map(after.board.count, "bw")
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert outcome.score == (first, second) == GAME.score(after)
    assert first + second == 64
    assert "Black" in GAME.render(after)


def test_a_draw_is_told_below_the_board() -> None:
    after = played(drawn("bw......\n........\n..www..."), "c1")
    for style in Style:
        board = GAME.render(after, style)
        assert "The game is over: a draw." in board
        assert "Black 3, White 3." in board
    assert "Black 3, White 3. The game is over: a draw." in GAME.scene(after).legend


@for_each(
    ("text", "code"),
    [("d9", "no_such_cell"), ("i3", "no_such_cell"), ("d3-d4", "no_cell"), ("hello", "no_cell")],
)
def test_what_is_almost_a_move_is_explained(text: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        GAME.parse(GAME.start(), text)
    assert caught.value.phrase.code == code


def test_near_misses_are_read() -> None:
    for text in ("d3", "D3", " d3! ", "d3 !"):
        assert GAME.make(GAME.start(), text).printed == "d3"
    assert not GAME.reads("pass")


def test_a_pass_is_kept_with_the_past() -> None:
    after = played(drawn(PASSES), "a1")
    again = GAME.recall(GAME.encode(after), GAME.past(after))
    assert (again, again.passed, again.last) == (after, True, after.last)


def explained(state: State, text: str) -> list[tuple[str, object]]:
    return [(said.code, said.facts["rule"]) for said in GAME.explain(state, text)]


def test_a_move_is_told_by_the_discs_that_it_turns() -> None:
    for row, move, told in (("bw", "c1", "turns_one"), ("bww", "d1", "turns")):
        before = drawn(row.ljust(8, "."))
        (said,) = GAME.describe(before, GAME.parse(before, move))
        assert (said.code, said.facts.get("count", 1)) == (told, len(row) - 1)


def test_a_move_is_explained_by_the_rules_that_it_follows() -> None:
    placed = [("explains_placing", "RV2"), ("explains_turning", "RV4")]
    assert explained(GAME.start(), "d3") == placed
    assert explained(drawn("bw......"), "c1") == [*placed, ("explains_end", "RV6")]
