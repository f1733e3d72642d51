"""The rules by their numbers. Boards are drawn with North above, from its f to its a."""

from __future__ import annotations

import pytest

from pbm.rules.engine import WON
from pbm.rules.engines import engine_of
from pbm.rules.errors import GameOver, IllegalMove, NotationError, RulesError
from pbm.rules.game import Outcome, Scored, Seat, Style
from pbm.rules.kit.state import State
from pbm.rules.oware import RULESETS
from pbm.rules.phrase import Phrase, Word
from pbm.rules.scene import Circle
from pbm.rules.words import WORDS as SHARED
from tests.combinations import for_each
from tests.rules.boards import Boards
from tests.rules.codes import facts_in
from tests.rules.playouts import turns

(GAME,) = RULESETS
_BOARDS = Boards(GAME)
moves, played, refused = _BOARDS.moves, _BOARDS.played, _BOARDS.refused


def drawn(text: str) -> State:
    *rows, rest = (line.split() for line in text.split("\n") if line.strip())
    side, *taken = rest
    return GAME.decode(f"{'/'.join(map(','.join, rows))} {side} {','.join(taken)}")


def explained(state: State, text: str) -> list[tuple[object, str]]:
    return [(said.facts["rule"], said.code) for said in GAME.explain(state, text)]


def told(state: State, text: str) -> list[str]:
    return [said.code for said in GAME.describe(state, GAME.parse(state, text))]


LAP = """
    1 1 1 1 1  0
    0 2 0 0 0 15
    s 13 13
"""
SLAM = """
    0 0 0 2 1 1
    0 0 0 1 0 3
    s 20 20
"""
HUNGRY = """
    0 0 0 0 0 0
    1 2 0 0 2 1
    s 21 21
"""
TWINS = """
    0 1 0 0 0 0
    0 0 0 0 0 1
    s 23 23
"""
ROUND = """
    0 0 1 0 0 0
    0 1 0 0 1 0
    s 22 23
"""
AGAIN = "B d E e F a C f A b D c".split()
"""A way of three seeds around the board, back to where they were."""


def test_ow1_four_seeds_are_in_each_of_twelve_houses_and_south_begins() -> None:
    assert GAME.encode(GAME.start()) == "4,4,4,4,4,4/4,4,4,4,4,4 s 0,0"
    assert (GAME.seats, GAME.to_move(GAME.start())) == (("South", "North"), Seat.FIRST)
    assert moves(GAME.start()) == [*"ABCDEF"]
    assert moves(played(GAME.start(), "A")) == [*"abcdef"]


@for_each(
    ("texts", "then"),
    [
        ("C", "4,4,4,4,4,5/4,4,0,5,5,5 n 0,0"),
        ("C a", "5,5,5,5,5,0/4,4,0,5,5,5 s 0,0"),
        ("F", "4,4,5,5,5,5/4,4,4,4,4,0 n 0,0"),
        ("A f", "0,4,4,4,4,4/1,6,6,6,5,4 s 0,0"),
    ],
)
def test_ow2_seeds_are_sown_one_by_one_anticlockwise(texts: str, then: str) -> None:
    assert GAME.encode(played(GAME.start(), *texts.split())) == then


def test_ow2_only_a_house_of_ones_own_with_seeds_is_sown_and_nobody_may_pass() -> None:
    state = played(GAME.start(), "C", "a")
    assert refused(state, "C") == ("OW2", "empty_house")
    for code, wrong in (("not_your_house", 7), ("off_the_board", 12), ("off_the_board", -1)):
        with pytest.raises(IllegalMove) as caught:
            GAME.apply(state, (wrong,))
        assert (caught.value.rule, caught.value.phrase.code) == ("OW2", code)
    with pytest.raises(IllegalMove) as caught:
        GAME.skip(state)
    assert (caught.value.rule, caught.value.phrase.code) == ("OW2", "may_not_pass")


def test_ow3_a_lap_passes_over_the_house_in_which_it_began() -> None:
    state = played(drawn(LAP), "F")
    assert GAME.encode(state) == "2,2,0,0,0,0/1,3,1,1,1,0 n 24,13"
    assert state.last == (5, 9)
    assert ("OW3", "explains_skipping") in explained(drawn(LAP), "F")
    eleven = drawn(LAP.replace("15", "11").replace("13 13", "15 15"))
    assert GAME.encode(played(eleven, "F")) == "2,2,2,2,2,1/1,3,1,1,1,0 n 15,15"
    assert ("OW3", "explains_skipping") not in explained(eleven, "F")
    twelve = drawn(LAP.replace("15", "12").replace("13 13", "14 15"))
    assert GAME.encode(played(twelve, "F")) == "2,2,2,2,2,0/1,3,1,1,1,0 n 16,15"
    assert ("OW3", "explains_skipping") in explained(twelve, "F")


@for_each(
    ("row", "then", "taken"),
    [
        ("4 0 0 2 1 1", "4,0,0,0,0,0", "7"),
        ("4 0 0 2 4 1", "4,0,0,0,5,2", "3"),
        ("4 0 0 3 1 1", "4,0,0,4,2,2", ""),
        ("4 0 0 0 1 1", "4,0,0,1,2,2", ""),
    ],
)
def test_ow4_two_or_three_are_taken_and_those_before_them(row: str, then: str, taken: str) -> None:
    rest = 44 - sum(map(int, row.split()))
    state = drawn(f"{row}\n0 0 0 1 0 3\ns 15 {rest - 15}")
    after = played(state, "F")
    assert (GAME.encode(after).split("/")[0], after.taken) == (then, taken)
    assert GAME.score(after) == (15 + int(taken or 0), rest - 15)
    assert isinstance(GAME, Scored)
    assert ("takes_seeds" in told(state, "F")) == bool(taken)
    assert (("OW4", "explains_taking") in explained(state, "F")) == bool(taken)


def test_ow4_nothing_is_taken_in_ones_own_houses() -> None:
    state = drawn("4 4 4 4 4 4\n 1 1 1 0 0 0\n s 11 10")
    assert GAME.score(played(state, "A")) == (11, 10)
    state = drawn("4 4 4 4 1 1\n 0 0 0 0 2 2\n s 13 13")
    # The house before a is South's own F.
    assert GAME.encode(played(state, "E")) == "4,4,4,4,1,0/0,0,0,0,0,3 n 15,13"


def test_ow5_a_grand_slam_takes_nothing() -> None:
    state = drawn(SLAM)
    assert GAME.encode(played(state, "F")) == "0,0,0,3,2,2/0,0,0,1,0,0 n 20,20"
    assert explained(state, "F") == [("OW2", "explains_sowing"), ("OW5", "explains_slam")]
    spared = drawn(SLAM.replace("0 0 0 2", "1 0 0 2").replace("20 20", "20 19"))
    assert GAME.encode(played(spared, "F")).split()[2] == "27,19"


def test_ow6_the_opponent_must_be_fed() -> None:
    assert moves(drawn(HUNGRY)) == ["E", "F"]
    assert refused(drawn(HUNGRY), "B") == ("OW6", "must_feed")
    north = drawn("1 2 0 0 2 1\n 0 0 0 0 0 0\n n 21 21")
    assert moves(north) == ["e", "f"]
    assert moves(drawn(HUNGRY.replace("0 0 0 0 0 0", "1 0 0 0 0 0").replace("21 21", "21 20"))) == [
        *"ABEF"
    ]


def test_ow7_if_no_move_feeds_each_side_takes_its_own() -> None:
    after = played(drawn(TWINS), "F")
    assert GAME.encode(after) == "0,0,0,0,0,0/0,0,0,0,0,0 n 23,25"
    assert GAME.outcome(after) == Outcome(Seat.SECOND, "seeds", (23, 25))
    assert explained(drawn(TWINS), "F")[1:] == [
        ("OW7", "explains_starving"),
        ("OW9", "explains_most"),
    ]
    assert told(drawn(TWINS), "F") == ["sows", "shares_out"]
    alone = drawn("0 0 0 0 0 0\n 0 1 1 0 0 0\n s 23 23")
    assert GAME.outcome(alone) == Outcome(Seat.FIRST, "seeds", (25, 23))


def test_ow8_the_same_houses_with_the_same_side_to_move_end_the_game() -> None:
    state = played(drawn(ROUND), *AGAIN[:-1])
    assert GAME.outcome(state) is None
    assert explained(state, AGAIN[-1])[1:] == [
        ("OW8", "explains_repeating"),
        ("OW9", "explains_tie"),
    ]
    after = played(state, AGAIN[-1])
    assert GAME.outcome(after) == Outcome(None, "seeds", (24, 24))
    again = GAME.recall(GAME.encode(state), GAME.past(state))
    assert GAME.outcome(played(again, AGAIN[-1])) == GAME.outcome(after)
    forgotten = GAME.decode(GAME.encode(state))
    assert GAME.outcome(played(forgotten, AGAIN[-1])) is None


def test_ow8_a_search_sees_that_what_comes_again_wins() -> None:
    engine, state = engine_of(GAME), drawn(ROUND.replace("22 23", "21 24"))
    position = engine.position(state)
    for text in AGAIN:
        assert engine.position(state) == position
        assert engine.wins_at_once(engine.position(state)) == (text == AGAIN[-1])
        assert engine.wins_at_once(position) == (text == AGAIN[-1])
        state, position = played(state, text), engine.after(position, GAME.parse(state, text))
    assert (engine.side(position), engine.ended(position)) == (None, -WON)
    assert position == engine.position(state)
    assert engine.wins_at_once(position) is False


def test_ow8_what_was_before_a_capture_cannot_come_again_and_is_forgotten() -> None:
    state = played(drawn("5 1 0 2 1 1\n 0 0 0 1 0 3\n n 17 17"), "f")
    assert len(state.earlier) == 1
    assert played(state, "F").taken == "7"
    assert played(state, "F").earlier == ()


@for_each(
    ("taken", "outcome"),
    [
        ("22 20", None),
        ("23 19", Outcome(Seat.FIRST, "seeds", (25, 19))),
        ("24 18", Outcome(Seat.FIRST, "seeds", (26, 18))),
    ],
)
def test_ow9_who_has_25_seeds_wins_at_once(taken: str, outcome: Outcome | None) -> None:
    after = played(drawn(f"4 0 0 0 0 1\n 0 0 0 0 0 1\n s {taken}"), "F")
    assert GAME.outcome(after) == outcome
    if outcome:
        assert moves(after) == []
        with pytest.raises(GameOver):
            GAME.parse(after, "f")


@for_each("text", ["C", "c", " C! ", "sow C", "SOW c", "house C", "house  c?!"])
def test_near_misses_are_read(text: str) -> None:
    assert GAME.reads(text)
    assert GAME.make(GAME.start(), text).printed == "C"
    assert GAME.make(played(GAME.start(), "A"), text).printed == "c"


@for_each("text", ["g", "Z"])
def test_a_letter_that_no_house_has_is_told(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        GAME.parse(GAME.start(), text)
    assert caught.value.phrase == Phrase("no_such_house", {"house": text.upper()})


@for_each("text", ["CC", "C D", "C-D", "sow", "sowC", "house of C", "c4", "a house", ""])
def test_other_words_are_no_moves(text: str) -> None:
    assert not GAME.reads(text)
    with pytest.raises(NotationError) as caught:
        GAME.parse(GAME.start(), text)
    assert caught.value.phrase.code == "no_house"


@for_each(
    "text",
    [
        "4,4,4,4,4,4/4,4,4,4,4,4 s",
        "4,4,4,4,4,4/4,4,4,4,4,4 x 0,0",
        "4,4,4,4,4,4/4,4,4,4,4,5 s 0,0",
        "4,4,4,4,4/4,4,4,4,4,4 s 4,0",
    ],
)
def test_a_position_has_all_48_seeds(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        GAME.decode(text)
    assert caught.value.phrase.code == "no_pits"


BOARDS = {
    Style.GRID: """
You are South (A-F), against North (a-f).

  f    e    d    c    b    a
+----+----+----+----+----+----+
| :0 |  4 |  4 |  4 |  4 |  5 | North 0
+----+----+----+----+----+----+
|  5 |  5 |  1 | >6 |  5 |  5 | South 0
+----+----+----+----+----+----+
  A    B    C    D    E    F

: sown   > last seed
""",
    Style.COMPACT: """
You are South (A-F), against North (a-f).
  f   e   d   c   b   a
 :0   4   4   4   4   5  North 0
  5   5   1  >6   5   5  South 0
  A   B   C   D   E   F
Last move f.
""",
    Style.LIST: """
You are South (A-F), against North (a-f).
South: A 5, B 5, C 1, D 6, E 5, F 5.
North: a 5, b 4, c 4, d 4, e 4, f 0.
Taken: South 0, North 0.
Last move f.
""",
}


@for_each("style", list(Style))
def test_boards_in_characters_and_in_words(style: Style) -> None:
    after = played(GAME.start(), "C", "f")
    assert GAME.render(after, style, Seat.FIRST) == BOARDS[style].strip("\n")


def test_a_finished_board_says_who_has_won_before_the_last_move() -> None:
    after = played(drawn("4 0 0 0 0 1\n 0 0 0 0 0 1\n s 24 18"), "F")
    *_, said = GAME.render(after, Style.COMPACT).splitlines()
    assert said == "The game is over: South wins. Last move F."


def test_a_picture_has_the_houses_of_north_above_with_their_letters() -> None:
    rows = GAME.picture(played(GAME.start(), "C"), Seat.SECOND).rows
    assert [[*(tile.text for tile in row.tiles), row.note] for row in rows] == [
        [*"fedcba", ""],
        [*"44444", ">5", "North 0"],
        [*"44", ":0", *"555", "South 0"],
        [*"ABCDEF", ""],
    ]


def test_only_north_may_turn_the_board() -> None:
    plain = GAME.scene(GAME.start(), Seat.SECOND)
    assert plain == GAME.scene(GAME.start(), Seat.SECOND, turned=False)
    turned = GAME.scene(GAME.start(), Seat.SECOND, turned=True)
    for scene, is_first in ((plain, True), (turned, False)):
        ends = {shape.cell: shape.at.x for shape in scene.board if isinstance(shape, Circle)}
        assert (ends["A"] < ends["F"]) == is_first
    south = GAME.scene(GAME.start(), Seat.FIRST, turned=True)
    assert south.board == plain.board


def test_players_are_told_how_their_houses_are_named() -> None:
    assert [said.code for said in GAME.aim()] == ["aim", "aim_moving"]
    told = ["aim_of_seat", "aim_moving", "naming_houses"]
    assert [said.code for said in GAME.aim(Seat.SECOND)] == told


def test_a_move_tells_where_seeds_came_from_and_where_the_last_one_fell() -> None:
    after = played(GAME.start(), "C", "f")
    assert (GAME.plies(after), after.last) == (2, (11, 3))
    assert GAME.arrangement_after(GAME.start(), (2,)) == played(GAME.start(), "C").board
    assert GAME.last_move(after) == (11,)
    (said,) = GAME.describe(GAME.start(), (2,))
    assert dict(said.facts) == {"player": Word("South"), "house": "C", "end": "a"}


def test_words_use_exactly_the_facts_of_phrases() -> None:
    phrases = [*GAME.aim(), *GAME.aim(Seat.SECOND)]
    for state, move in turns("oware/abapa", 3):
        phrases += [*GAME.describe(state, move), *GAME.explain(state, GAME.format(state, move))]
    for board, text in ((LAP, "F"), (SLAM, "F"), (TWINS, "F")):
        phrases += [*GAME.describe(drawn(board), (5,)), *GAME.explain(drawn(board), text)]
    for board, text in ((HUNGRY, "B"), (HUNGRY, "C"), (HUNGRY, "hello")):
        with pytest.raises(RulesError) as caught:
            GAME.parse(drawn(board), text)
        phrases.append(caught.value.phrase)
    with pytest.raises(RulesError) as caught:
        GAME.decode("")
    words = {**SHARED, **GAME.words}
    for phrase in (*phrases, caught.value.phrase):
        assert facts_in(words[phrase.code]) == set(phrase.facts), phrase


def test_an_example_wins_at_once() -> None:
    state = drawn("4 0 0 0 0 1\n 1 0 0 0 0 1\n s 23 18")
    assert GAME.example(state) == (5,)


def test_ow4_north_takes_from_the_first_house_of_south_by_its_own_first_house() -> None:
    after = played(drawn("4 4 4 4 4 6\n 1 4 4 4 4 0\n n 3 2"), "a")
    assert (after.taken, after.board[0]) == ("2", "0")
