"""Refused moves on their boards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import pytest

from pbm.rules import AnyGame, games
from pbm.rules.drawing import draw
from pbm.rules.errors import RulesError
from pbm.rules.failing import told
from pbm.rules.game import Named, Winding
from pbm.rules.scene import Line, Look, Point, Scene, middle
from tests.rules.playouts import SPECS, turns


def drawn(game: AnyGame, state: Any, text: str) -> Scene:
    """The board with a move that must be refused."""
    with pytest.raises(RulesError) as caught:
        game.parse(state, text)
    return draw(game, state, failure=told(text, caught.value))


def crosses(scene: Scene) -> Sequence[Point]:
    """The middles of the strokes of the cross."""
    return [
        middle(each) for each in scene.pieces if each.look is Look.FAILED and isinstance(each, Line)
    ]


def place(scene: Scene, cell: str) -> Point:
    return next(middle(each) for each in scene.board if each.cell == cell)


@pytest.mark.parametrize("spec", games())
def test_a_move_that_names_cells_is_crossed_out_where_it_is_refused(spec: str) -> None:
    """A move that was just played cannot be played again by the other side."""
    game = games()[spec]
    state, text = game.start(), ""
    for _ in range(3):
        move = next(iter(game.legal_moves(state)))
        text, state = game.format(state, move), game.apply(state, move)
    if not isinstance(game, Named):
        return
    plain = draw(game, state)
    shown = draw(game, state, failure=text)
    names = {each.cell for each in plain.shapes if each.cell}
    assert len(crosses(shown)) == (2 if any(name in text for name in names) else 0)
    assert draw(game, state, failure="?") == plain


def test_of_houses_whose_names_differ_in_case_the_own_one_is_crossed_out() -> None:
    game = games()["oware/abapa"]
    state = game.start()
    for text in ("D", "a"):
        state = game.apply(state, game.parse(state, text))
    for text in ("D", "d"):
        shown = drawn(game, state, text)
        assert set(crosses(shown)) == {place(shown, "D")}


@pytest.mark.parametrize("spec", SPECS)
def test_a_way_between_any_cells_is_asked_for(spec: str) -> None:
    game = games()[spec]
    if not isinstance(game, Winding):
        return
    for state, _ in turns(spec, seed=1)[:3]:
        cells = [each.cell for each in draw(game, state).board if each.cell]
        for origin, start, end in product(cells, cells, cells[::5]):
            assert {*(game.between(state, origin, start, end) or ())} <= {*cells}


def test_the_way_of_a_ring_is_bent_and_ends_where_it_fails() -> None:
    game = games()["gyges/classic"]
    state = game.decode("....../....../....../....../.1..../2..... s")
    scene = drawn(game, state, "11-22-66")
    assert crosses(scene) == [place(scene, "66")] * 2
    ways = [each for each in scene.pieces if isinstance(each, Line) and each.look is Look.PATH]
    assert [len(each.points) for each in ways] == [3]
    assert ways[0].points[-1] == place(scene, "22")


def test_where_no_ring_can_go_no_way_is_drawn() -> None:
    game = games()["gyges/classic"]
    state = game.decode("....../....../....../....../.1..../2..... s")
    scene = drawn(game, state, "11-66")
    assert crosses(scene) == [place(scene, "66")] * 2
    assert not [each for each in scene.pieces if each.look is Look.PATH]


def test_the_cross_is_where_the_refusal_says() -> None:
    game = games()["dvonn/standard"]
    scene = drawn(game, game.start(), "C3-C4")
    assert set(crosses(scene)) <= {place(scene, "C3"), place(scene, "C4")}


def test_a_cell_outside_the_board_is_not_taken_for_one_whose_name_is_shorter() -> None:
    """f12 is below the board, and f1, which is on it, may be played."""
    game = games()["hex/11"]
    assert crosses(drawn(game, game.start(), "f12")) == []
    assert len(crosses(draw(game, game.start(), failure="f11"))) == 2
