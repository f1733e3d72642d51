"""Scenes of every rule set: complete, inside their bounds, translated, and always the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from math import dist
from typing import Any

import pytest

from pbm import rules
from pbm.rules.drawing import draw, tiled
from pbm.rules.game import Drawn, Named, Seat
from pbm.rules.picture import Mark, Picture, Row, Tile, Tint
from pbm.rules.scene import (
    Align,
    Arrow,
    Circle,
    Look,
    Point,
    Polygon,
    Ring,
    Scene,
    Shape,
    Text,
    bow,
)
from pbm.rules.words import WORDS
from tests.combinations import for_each
from tests.rules.playouts import SPECS, final, turns

VIEWERS = (None, *Seat)
every_game = for_each("spec", SPECS)


def some_states(spec: str) -> Iterator[Any]:
    states = [state for state, _ in turns(spec, 1)]
    yield from states[:5]
    yield from states[5::9]
    yield final(spec)[0]


def scenes(spec: str, turned: bool = False) -> Iterator[Scene]:
    for state in some_states(spec):
        for viewer in VIEWERS:
            yield draw(rules.games()[spec], state, viewer, None, turned)


def points(shape: Shape) -> list[Point]:
    """Return the outermost points of a shape."""
    if isinstance(shape, Circle | Ring):
        (x, y), reach = shape.at, shape.radius
        return [Point(x - reach, y - reach), Point(x + reach, y + reach)]
    if isinstance(shape, Text):
        width, half = 0.58 * shape.size * len(shape.text), shape.size / 2
        left = {Align.LEFT: 0.0, Align.MIDDLE: width / 2, Align.RIGHT: width}[shape.align]
        x, y = shape.at
        return [Point(x - left, y - half), Point(x - left + width, y + half)]
    return [*shape.points, *(shape.head.points if isinstance(shape, Arrow) else ())]


@every_game
def test_names_of_rows_and_columns_do_not_lie_on_each_other(spec: str) -> None:
    game = rules.games()[spec]
    board = draw(game, game.start()).board
    labels = [each for each in board if isinstance(each, Text) and each.look is Look.COORDINATE]
    for one, other in combinations(labels, 2):
        assert dist(one.at, other.at) > one.size / 2, (one.text, other.text)


@every_game
@for_each("turned", [False, True])
def test_nothing_is_outside_of_the_picture(spec: str, turned: bool) -> None:
    for scene in scenes(spec, turned):
        for shape in scene.shapes:
            for x, y in points(shape):
                assert 0 <= x <= scene.width, shape
                assert 0 <= y <= scene.height, shape


@every_game
def test_every_cell_is_there_once_and_the_board_is_always_the_same(spec: str) -> None:
    if not isinstance(rules.games()[spec], Drawn):
        return
    boards = {tuple(scene.board) for scene in scenes(spec)}
    assert len(boards) == 1
    for board in boards:
        cells = Counter(shape.cell for shape in board if shape.cell)
        assert set(cells.values()) == {1}
        for scene in scenes(spec):
            assert {shape.cell for shape in scene.pieces if shape.cell} <= set(cells)


@every_game
def test_every_cell_that_a_move_names_is_on_the_board(spec: str) -> None:
    game = rules.games()[spec]
    if not isinstance(game, Drawn):
        return
    for state, move in turns(spec, 1):
        parts = re.split("[-x=*]", game.format(state, move))
        named = {part for part in parts if len(part) == 2 or part in ("N", "S")}
        assert named <= {shape.cell for shape in game.scene(state).board}


@every_game
def test_texts_come_from_the_words_of_the_game(spec: str) -> None:
    game = rules.games()[spec]
    words = {**WORDS, **game.words}
    hidden = {code: "".join(re.findall(r"{\w+}|$", text)) for code, text in words.items()}
    for state in some_states(spec):
        # Moves are written alike in all languages: ``e2xd3`` is no word.
        cell = game.names(state) if isinstance(game, Named) else "(?!)"
        moves = rf"(?:{cell})(?:[-x](?:{cell}))*"
        for viewer in VIEWERS:
            scene = draw(game, state, viewer, {code: f"§{rest}" for code, rest in hidden.items()})
            texts = [shape.text for shape in scene.shapes if isinstance(shape, Text)]
            for text in [*texts, scene.legend]:
                assert not re.search(r"[A-Za-z]{2}", re.sub(moves, "", text)), text


@every_game
def test_the_last_move_is_marked(spec: str) -> None:
    """The same position without its past looks different."""
    game = rules.games()[spec]
    for state, _ in turns(spec, 1)[3:]:
        assert draw(game, state) != draw(game, game.decode(game.encode(state)))


@every_game
def test_a_scene_follows_from_what_is_kept_of_a_state(spec: str) -> None:
    game = rules.games()[spec]
    for state in some_states(spec):
        before = (hash(state), game.encode(state), game.past(state))
        scene = draw(game, state, Seat.SECOND, None, turned=True)
        assert scene == draw(game, state, Seat.SECOND, None, turned=True)
        assert before == (hash(state), game.encode(state), game.past(state))
        found = game.recall(game.encode(state), game.past(state))
        assert scene == draw(game, found, Seat.SECOND, None, turned=True)


@every_game
def test_only_the_second_seat_sees_a_turned_board(spec: str) -> None:
    game = rules.games()[spec]
    for state in some_states(spec):
        for viewer in (None, Seat.FIRST):
            assert draw(game, state, viewer, None, turned=True) == draw(game, state, viewer)


@every_game
def test_a_legend_is_one_line(spec: str) -> None:
    for scene in scenes(spec):
        assert "\n" not in scene.legend


def test_a_picture_becomes_a_scene_of_squares() -> None:
    tiles = [Tile("5"), Tile("o", Tint.FIRST, Mark.MOVED), Tile("", Tint.EMPTY)]
    scene = tiled(Picture([Row(tiles, offset=1, note="<- here")], "White", "one\ntwo"))
    assert (scene.width, scene.height) == (4.5, 2)
    assert scene.legend == "White <- here one two"
    assert [type(shape) for shape in scene.pieces] == [Text, Polygon, Ring, Text, Polygon]
    assert [shape.look for shape in scene.pieces] == [
        Look.LABEL,
        Look.FIRST,
        Look.PATH,
        Look.ON_FIRST,
        Look.CELL,
    ]
    assert [shape.at for shape in scene.pieces if isinstance(shape, Text)] == [(1.5, 1), (2.5, 1)]


def test_an_arrow_ends_at_its_last_point() -> None:
    arrow = Arrow((Point(0, 0), Point(4, 0)), 0.1, Look.PATH)
    tip, *base = arrow.head.points
    assert tip == (4, 0)
    assert sorted(base) == [pytest.approx((3.74, y)) for y in (-0.143, 0.143)]
    assert 3.74 < arrow.shaft.points[-1].x < 4


def test_a_bow_leaves_the_line_in_its_middle() -> None:
    curve = bow(Point(0, 0), Point(4, 0), 0.25, 2)
    assert curve == ((0, 0), (2, -1), (4, 0))
