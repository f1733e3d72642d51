"""Refused moves on their boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from rules import AnyGame, games
from rules.drawing import draw
from rules.errors import RulesError
from rules.failing import told
from rules.game import Named
from rules.scene import Line, Look, Point, Scene, middle


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


def test_the_way_of_a_ring_is_bent_and_ends_where_it_fails() -> None:
    game = games()["gyges/classic"]
    state = game.decode("....../....../....../....../.1..../2..... s")
    scene = drawn(game, state, "11-22-66")
    assert crosses(scene) == [place(scene, "66")] * 2
    ways = [each for each in scene.pieces if isinstance(each, Line) and each.look is Look.PATH]
    assert [len(each.points) for each in ways] == [4]
    assert ways[0].points[0] == place(scene, "11")


def test_the_cross_is_where_the_refusal_says() -> None:
    game = games()["dvonn/standard"]
    scene = drawn(game, game.start(), "C3-C4")
    assert set(crosses(scene)) <= {place(scene, "C3"), place(scene, "C4")}
