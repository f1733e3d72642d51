"""The rules by their numbers."""

from __future__ import annotations

import pytest

from pbm.rules.errors import GameOver, IllegalMove
from pbm.rules.game import Outcome, Seat
from pbm.rules.kit.state import State
from pbm.rules.ygame import RULESETS
from tests.combinations import for_each

GAMES = {game.ruleset: game for game in RULESETS}
GAME, PLAIN = GAMES["11"], GAMES["11-noswap"]


def played(*texts: str) -> State:
    state = GAME.start()
    for text in texts:
        state = GAME.make(state, text).after
    return state


def refused(state: State, text: str) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as caught:
        GAME.parse(state, text)
    return caught.value.rule, caught.value.phrase.code


def test_yg1_white_begins_on_an_empty_triangle_whose_longest_row_is_on_top() -> None:
    rows = GAME.encode(GAME.start()).split()[0].split("/")
    assert rows == ["." * length for length in range(11, 0, -1)]
    assert GAME.to_move(GAME.start()) is Seat.FIRST
    assert len(GAMES["15"].grid.cells) == 120
    grid = GAME.grid
    near = {grid.names[cell] for cell in grid.adjacent[grid.by_name["c3"]]}
    assert near == {"b3", "d3", "c2", "c4", "d2", "b4"}


def test_yg2_a_stone_is_set_on_an_empty_cell() -> None:
    state = played("c4", "d4")
    assert (state.board.count("w"), state.board.count("b")) == (1, 1)
    assert refused(state, "d4") == ("YG2", "taken_already")
    with pytest.raises(IllegalMove) as caught:
        GAME.skip(state)
    assert (caught.value.rule, caught.value.phrase.code) == ("YG2", "may_not_pass")


@for_each("text", ["swap", "c4"])
def test_yg3_a_swap_changes_the_owner_of_the_stone(text: str) -> None:
    after = played("c4", text)
    assert GAME.make(played("c4"), text).printed == "swap"
    assert after.board == played("c4").board.replace("w", "b")
    assert GAME.to_move(after) is Seat.FIRST
    assert refused(after, "swap") == ("YG3", "no_swap")
    assert refused(GAME.start(), "swap") == ("YG3", "no_swap")


WAY = ["d1", "d2", "d3", "d4", "d5", "d6", "d7", "d8"]
"""From the upper side to the right one; a chain to the left one joins all three."""


def test_yg4_a_chain_that_touches_all_three_sides_wins() -> None:
    state = PLAIN.start()
    for text, other in zip([*WAY, "c5", "b6"], [f"{c}1" for c in "efghijkabc"], strict=True):
        state = PLAIN.make(PLAIN.make(state, text).after, other).after
    assert PLAIN.outcome(state) is None
    *_, won = PLAIN.explain(state, "a7")
    assert (won.code, won.facts["rule"]) == ("explains_win", "YG4")
    state = PLAIN.make(state, "a7").after
    assert PLAIN.outcome(state) == Outcome(Seat.FIRST, "three_sides")
    assert PLAIN.outcome(PLAIN.decode(PLAIN.encode(state))) == Outcome(Seat.FIRST, "three_sides")
    with pytest.raises(GameOver):
        PLAIN.parse(state, "e5")


def test_yg4_a_corner_belongs_to_two_sides() -> None:
    row = ["wwwwwwwwwww", *("." * length for length in range(10, 0, -1))]
    assert PLAIN.outcome(PLAIN.decode(f"{'/'.join(row)} b")) == Outcome(Seat.FIRST, "three_sides")
