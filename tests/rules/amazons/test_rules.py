"""The rules by their numbers, on boards of 6x6 cells with row 6 on top."""

from __future__ import annotations

import pytest

from pbm.rules.amazons import RULESETS
from pbm.rules.errors import GameOver, IllegalMove, NotationError, RulesError
from pbm.rules.game import ManyMoves, Outcome, Seat, Style
from pbm.rules.kit.state import Move, State
from pbm.rules.phrase import Phrase, Word
from pbm.rules.picture import Mark
from pbm.rules.words import WORDS as SHARED
from tests.combinations import for_each
from tests.rules.boards import Boards
from tests.rules.codes import facts_in
from tests.rules.playouts import turns

GAMES = {game.ruleset: game for game in RULESETS}
GAME, SMALL = GAMES["standard"], GAMES["6x6"]
_BOARDS = Boards(SMALL)
drawn, moves, refused = _BOARDS.drawn, _BOARDS.moves, _BOARDS.refused

MIDDLE = """
    . . x . . .
    . . . . . b
    x . w . . .
    . . . . . .
    . x . . x .
    . . w . . .
"""
"""The amazon on c4 is White's; c1 has another one."""

END = """
    b . x x x x
    x x x w . x
    x x x x x x
    x x x x x x
    x x x x x x
    x x x x x x
"""


def rules(state: State, text: str) -> list[tuple[object, str]]:
    return [(said.facts["rule"], said.code) for said in SMALL.explain(state, text)]


@for_each(
    ("ruleset", "white", "black", "count"),
    [
        ("standard", "a4 d1 g1 j4", "a7 d10 g10 j7", 2_176),
        ("6x6", "a2 b1 e1 f2", "a5 b6 e6 f5", 544),
    ],
)
def test_am1_four_amazons_of_each_side_and_white_begins(
    ruleset: str, white: str, black: str, count: int
) -> None:
    game = GAMES[ruleset]
    start, names = game.start(), game.grid.names
    for sign, cells in (("w", white), ("b", black)):
        assert [names[at] for at, there in enumerate(start.board) if there == sign] == sorted(
            cells.split(), key=lambda cell: (int(cell[1:]), cell)
        )
    assert game.to_move(start) is Seat.FIRST
    assert len({*game.legal_moves(start)}) == count


def test_am2_an_amazon_moves_like_a_queen_over_empty_cells() -> None:
    reached = {text.split("/")[0] for text in moves(drawn(MIDDLE)) if text.startswith("c4")}
    assert reached == {
        *("c4-d4", "c4-e4", "c4-f4", "c4-b4", "c4-c5", "c4-c3", "c4-c2"),
        *("c4-d5", "c4-e6", "c4-b3", "c4-a2", "c4-b5", "c4-a6", "c4-d3"),
    }


@for_each(
    ("rule", "code", "text"),
    [
        ("AM2", "nothing_there", "a1-a2/a3"),
        ("AM2", "nothing_there", "a4-a3/a2"),
        ("AM2", "not_yours", "f5-f6/e6"),
        ("AM2", "no_line", "c4-d6/d5"),
        ("AM2", "in_the_way", "c4-c6/c5"),
        ("AM2", "in_the_way", "c4-e2/e3"),
        ("AM2", "in_the_way", "c4-c1/c2"),
        ("AM3", "no_line", "c4-d4/e6"),
        ("AM3", "in_the_way", "c4-c5/c6"),
        ("AM3", "in_the_way", "c4-d5/f5"),
        ("AM3", "arrow_missing", "c4-d4"),
        ("AM2", "in_the_way", "c4-c6"),
    ],
)
def test_am2_am3_a_move_is_refused_by_the_rule_that_it_breaks(
    rule: str, code: str, text: str
) -> None:
    assert refused(drawn(MIDDLE), text) == (rule, code)


def test_am2_nobody_may_pass_and_moves_stay_on_the_board() -> None:
    with pytest.raises(IllegalMove) as caught:
        SMALL.skip(drawn(MIDDLE))
    assert (caught.value.rule, caught.value.phrase.code) == ("AM2", "may_not_pass")
    for move in ((0, 1, 36), (0,), (), (-1, 0, 1), (0, 1, 2, 3)):
        with pytest.raises(IllegalMove) as caught:
            SMALL.apply(drawn(MIDDLE), move)
        assert caught.value.phrase.code == "off_the_board"


def test_am3_an_arrow_flies_like_a_queen_and_stays() -> None:
    after = SMALL.make(drawn(MIDDLE), "c4-d4/d1").after
    assert SMALL.encode(after) == "..x.../.....b/x..w../....../.x..x./..wx.. b"
    later = SMALL.make(SMALL.make(after, "f5-f6/f5").after, "d4-d2/d4").after
    assert later.board.count("x") == 4 + 3
    assert refused(SMALL.make(later, "f6-e5/f6").after, "c1-e1/f1") == ("AM2", "in_the_way")
    shots = {text[6:] for text in moves(drawn(MIDDLE)) if text.startswith("c1-d1/")}
    assert shots == {"c1", "b1", "a1", "e1", "f1", "d2", "d3", "d4", "d5", "d6", "c2", "b3"}


def test_am3_an_arrow_may_fly_over_the_cell_that_was_left_and_hit_it() -> None:
    assert {"c4-d4/c4", "c4-d4/b4"} <= {*moves(drawn(MIDDLE))}
    assert "c4-d4/a4" not in moves(drawn(MIDDLE))
    after = SMALL.make(drawn(MIDDLE), "c4-d4/c4").after
    assert SMALL.encode(after).split("/")[2] == "x.xw.."
    assert rules(drawn(MIDDLE), "c4-d4/c4") == [
        ("AM2", "explains_moving"),
        ("AM3", "explains_arrow_back"),
    ]
    assert rules(drawn(MIDDLE), "c4-d4/b4")[1] == ("AM3", "explains_arrow")


def test_am3_who_leaves_the_arrow_out_is_told_what_it_can_reach() -> None:
    with pytest.raises(IllegalMove) as caught:
        SMALL.parse(drawn(END.replace("w .", "w .")), "d5-e5")
    facts = caught.value.phrase.facts
    assert (facts["target"], facts["cells"], facts["example"]) == ("e5", ("d5",), "d5-e5/d5")
    assert isinstance(GAME, ManyMoves)
    first = [GAME.format(GAME.start(), move) for move in GAME.moves_like(GAME.start(), "g1 g5")]
    assert len({*first}) == len(first) == 2_176
    count = sum(text.startswith("g1-g5/") for text in first)
    assert count > 20
    assert all(text.startswith("g1-g5/") for text in first[:count])
    assert first[count].startswith("g1-")


def test_am4_who_cannot_move_loses() -> None:
    state = drawn(END)
    assert SMALL.outcome(state) is None
    assert moves(state) == ["d5-e5/d5"]
    assert SMALL.outcome(SMALL.make(state, "d5-e5/d5").after) is None
    free = drawn(END, "b")
    assert moves(free) == ["a6-b6/a6"]
    stuck = drawn(END.replace("b .", "b x"))
    assert SMALL.outcome(SMALL.make(stuck, "d5-e5/d5").after) == Outcome(Seat.FIRST, "cannot_move")
    assert rules(stuck, "d5-e5/d5")[2] == ("AM4", "explains_stuck")
    lost = drawn(END.replace("b .", "b x"), "b")
    assert SMALL.outcome(lost) == Outcome(Seat.FIRST, "cannot_move")
    assert moves(lost) == []
    with pytest.raises(GameOver):
        SMALL.parse(lost, "a6-b6/a6")


@for_each("text", ["d1-d7/g7", "d1d7g7", "D1 D7 G7", "d1-d7-g7", "d1xd7:g7", " d1 – d7 / g7! "])
def test_near_misses_are_read_and_printed_with_a_slash(text: str) -> None:
    assert GAME.reads(text)
    assert GAME.make(GAME.start(), text).printed == "d1-d7/g7"


@for_each("text", ["d1", "d1-d1", "d1-d7", "d1-d7/d7", "d1-d1/d2", "see d1-d7/g7", "1-7/7"])
def test_other_words_are_no_moves_of_three_cells(text: str) -> None:
    assert GAME.reads(text) == (text == "d1-d7")
    with pytest.raises((NotationError, IllegalMove)):
        GAME.parse(GAME.start(), text)


@for_each(
    ("text", "code"),
    [("d1-d7/z7", "no_such_cell"), ("d1-d11", "no_such_cell"), ("hello", "unreadable")],
)
def test_what_cannot_be_read_is_told(text: str, code: str) -> None:
    with pytest.raises(NotationError) as caught:
        GAME.parse(GAME.start(), text)
    assert caught.value.phrase.code == code
    example = caught.value.phrase.facts.get("example", "d1-d5/b5")
    assert isinstance(example, str)
    assert GAME.make(GAME.start(), example).printed == example


def test_boards_show_arrows_and_the_last_one_apart() -> None:
    after = SMALL.make(drawn(MIDDLE), "c4-d4/d6").after
    assert " 6 |   |   | x |=x |   |   | 6" in SMALL.render(after)
    assert " 4 | x |   | : |>W<|   |   | 4" in SMALL.render(after)
    assert "Row 6: c6 arrow, d6 arrow." in SMALL.render(after, Style.LIST)
    marks = {tile.mark for row in SMALL.picture(after).rows for tile in row.tiles if tile.mark}
    assert marks == {Mark.LEFT, Mark.MOVED, Mark.DISPLACED}
    back = SMALL.make(drawn(MIDDLE), "c4-d4/c4").after
    assert " 4 | x |   |=x |>W<|   |   | 4" in SMALL.render(back)
    assert "left from here" in SMALL.render(back)
    (said,) = SMALL.describe(drawn(MIDDLE), SMALL.parse(drawn(MIDDLE), "c4-d4/d6"))
    assert dict(said.facts) == {
        "player": Word("White"),
        "origin": "c4",
        "target": "d4",
        "cell": "d6",
    }
    assert SMALL.lifted(drawn(MIDDLE), after.last or ()) == "c4"


@for_each(
    ("rows", "move"),
    [
        ("b . . x x x\nx x w x x x", ("c5-b6/c6", "c5-c6/b6")),
        ("b . w x x x\n. x x x x x", ("c6-b6/a5",)),
    ],
)
def test_an_example_wins_at_once(rows: str, move: tuple[str, ...]) -> None:
    state = drawn(rows + "\nx x x x x x" * 2 + "\nx x x x . .\nx x x x . w")
    assert SMALL.format(state, SMALL.example(state) or ()) in move
    other = drawn(
        rows.replace("b .", "b x", 1) + "\nx x x x x x" * 2 + "\nx x b x . .\nx . . . . w"
    )
    assert SMALL.winning(other) is None


REFUSED = ("c4-d6/d5", "c4-c6/c5", "c4-d4", "a1-a2/a3", "f5-f6/e6", "hello", "c4-z9/a1")


def test_words_use_exactly_the_facts_of_phrases() -> None:
    phrases = [said for state, move in turns("amazons/6x6", 3) for said in spoken(state, move)]
    for text in REFUSED:
        with pytest.raises(RulesError) as caught:
            SMALL.parse(drawn(MIDDLE), text)
        phrases.append(caught.value.phrase)
    phrases += [*SMALL.aim(), *SMALL.aim(Seat.SECOND)]
    words = {**SHARED, **SMALL.words}
    for phrase in phrases:
        assert facts_in(words[phrase.code]) == set(phrase.facts), phrase


def spoken(state: State, move: Move) -> list[Phrase]:
    return [*SMALL.describe(state, move), *SMALL.explain(state, SMALL.format(state, move))]
