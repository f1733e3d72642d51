"""The rules by their numbers."""

from __future__ import annotations

import pytest

from pbm.rules.errors import GameOver, IllegalMove, NotationError
from pbm.rules.game import Outcome, Seat
from pbm.rules.hex import RULESETS
from pbm.rules.hex.game import Hex
from pbm.rules.kit.state import State
from pbm.rules.phrase import Word
from tests.combinations import for_each

GAMES = {game.ruleset: game for game in RULESETS}
GAME, SMALL, PLAIN = GAMES["11"], GAMES["5"], GAMES["5-noswap"]
NEARLY = "..r../..r../.br../bb.bb/..r.."
"""The player who sets a stone on c4 has joined both of their sides."""


def played(game: Hex, *texts: str) -> State:
    state = game.start()
    for text in texts:
        state = game.make(state, text).after
    return state


def refused(game: Hex, state: State, text: str) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as caught:
        game.parse(state, text)
    return caught.value.rule, caught.value.phrase.code


def test_hx1_red_begins_on_an_empty_rhombus_with_row_1_on_top() -> None:
    assert GAME.encode(GAME.start()) == f"{'/'.join(['.' * 11] * 11)} r"
    assert GAME.to_move(GAME.start()) is Seat.FIRST
    assert GAME.encode(played(GAME, "b1")).startswith(".r........./")
    assert GAME.seats == ("Red", "Blue")


def test_hx1_a_cell_touches_six_others() -> None:
    grid = GAME.grid
    near = {grid.names[cell] for cell in grid.adjacent[grid.by_name["c3"]]}
    assert near == {"b3", "d3", "c2", "c4", "d2", "b4"}
    assert {grid.names[cell] for cell in grid.adjacent[grid.by_name["a1"]]} == {"b1", "a2"}
    assert {grid.names[cell] for cell in grid.adjacent[grid.by_name["k1"]]} == {"j1", "j2", "k2"}


def test_hx2_a_stone_is_set_on_an_empty_cell() -> None:
    after = played(GAME, "f6", "e7")
    assert (after.board[5 * 11 + 5], after.board[6 * 11 + 4]) == ("r", "b")
    assert refused(GAME, after, "f6") == ("HX2", "taken_already")
    assert refused(GAME, after, "e7") == ("HX2", "taken_already")
    with pytest.raises(IllegalMove) as caught:
        GAME.skip(after)
    assert (caught.value.rule, caught.value.phrase.code) == ("HX2", "may_not_pass")


@for_each(("first", "then"), [("c7", "g3"), ("f6", "f6"), ("a1", "a1"), ("k1", "a11")])
def test_hx3_a_swap_exchanges_letter_and_number_and_red_moves_next(first: str, then: str) -> None:
    after = played(GAME, first, "swap")
    (stone,) = [GAME.grid.names[at] for at, sign in enumerate(after.board) if sign != "."]
    assert (stone, after.board.strip(".")) == (then, "b")
    assert GAME.to_move(after) is Seat.FIRST
    assert GAME.plies(after) == 2


def test_hx3_a_swap_is_the_second_move_only() -> None:
    assert refused(GAME, GAME.start(), "swap") == ("HX3", "no_swap")
    assert refused(GAME, played(GAME, "c7", "swap"), "swap") == ("HX3", "no_swap")
    assert refused(GAME, played(GAME, "c7", "d4", "e5"), "swap") == ("HX3", "no_swap")
    assert refused(GAME, played(GAME, "c7"), "c7") == ("HX2", "taken_already")
    with pytest.raises(NotationError):
        PLAIN.parse(played(PLAIN, "c3"), "swap")
    assert "swap" not in map(str, PLAIN.legal_moves(played(PLAIN, "c3")))


def test_hx3_a_swap_is_offered_and_told() -> None:
    before = played(GAME, "c7")
    assert [phrase.code for phrase in GAME.prompt(before)] == ["prompt_swap"]
    assert not GAME.prompt(GAME.start())
    (told,) = GAME.describe(before, GAME.parse(before, "swap"))
    assert (told.code, dict(told.facts)) == ("swaps", {"player": Word("Blue"), "cell": "g3"})
    (explained,) = GAME.explain(before, "swap")
    assert (explained.code, explained.facts["rule"]) == ("explains_swap", "HX3")


@for_each(("side", "winner"), [("r", Seat.FIRST), ("b", Seat.SECOND)])
def test_hx4_who_joins_both_own_sides_wins(side: str, winner: Seat) -> None:
    before = PLAIN.decode(f"{NEARLY} {side}")
    assert PLAIN.outcome(before) is None
    after = PLAIN.make(before, "c4").after
    assert PLAIN.outcome(after) == Outcome(winner, "joined")
    assert PLAIN.outcome(PLAIN.decode(PLAIN.encode(after))) == Outcome(winner, "joined")
    with pytest.raises(GameOver):
        PLAIN.parse(after, "a1")
    *_, won = PLAIN.explain(before, "c4")
    assert (won.code, won.facts["rule"]) == ("explains_win", "HX4")


def test_hx1_hx4_sides_of_the_other_do_not_count() -> None:
    assert PLAIN.outcome(PLAIN.decode("..b../..b../..b../..b../..b.. r")) is None
    assert PLAIN.outcome(PLAIN.decode("...../rrrrr/...../...../..... b")) is None


def test_the_chain_that_wins_is_shown() -> None:
    after = PLAIN.make(PLAIN.decode(f"{NEARLY} r"), "c4").after
    chain = [
        PLAIN.grid.names[cell] for cell in PLAIN.grid.cells if cell in PLAIN.shown_chain(after)
    ]
    assert chain == ["c1", "c2", "c3", "c4", "c5"]
    assert PLAIN.grid.cells[0] not in PLAIN.shown_chain(PLAIN.start())


def test_an_example_wins_at_once() -> None:
    state = PLAIN.decode(f"{NEARLY} b")
    move = PLAIN.example(state)
    assert move is not None
    assert PLAIN.format(state, move) == "c4"


def test_near_misses_are_read_and_names_of_other_boards_refused() -> None:
    start = GAME.start()
    for text in ("f6", "F6", " f6! ", "f6?!"):
        assert GAME.make(start, text).printed == "f6"
    assert GAME.make(played(GAME, "f6"), "SWAP").printed == "swap"
    for text in ("I like b3", "13-14", "f6 g7", "y", "no"):
        assert not GAME.reads(text)
    for text, code in (("l3", "no_such_cell"), ("c12", "no_such_cell"), ("hello", "no_cell")):
        with pytest.raises(NotationError) as caught:
            GAME.parse(start, text)
        assert caught.value.phrase.code == code


def test_a_cell_beyond_the_board_is_no_move() -> None:
    for move in ((121,), (-2,), (0, 1), ()):
        with pytest.raises(IllegalMove) as caught:
            GAME.apply(GAME.start(), move)
        assert caught.value.phrase.code == "off_the_board"
