"""Boards of Gyges as scenes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from math import dist
from typing import cast

import pytest

from pbm.rules import AnyGame
from pbm.rules.drawing import draw
from pbm.rules.game import Seat
from pbm.rules.gyges.board import is_goal
from pbm.rules.gyges.game import Gyges
from pbm.rules.gyges.rings import ring
from pbm.rules.gyges.state import State
from pbm.rules.gyges.trail import trail
from pbm.rules.scene import Arrow, Circle, Line, Look, Point, Polygon, Ring, Scene, Shape, Text
from tests.combinations import for_each
from tests.rules.gyges.drawn import GAMES
from tests.rules.playouts import final, turns

WOODS = (Look.LIGHT, Look.MEDIUM, Look.DARK)
SIGNS = (Look.LABEL, Look.ON_DARK)
every_ruleset = for_each("game", GAMES.values())


def looks(shapes: Iterable[Shape], look: Look) -> list[Shape]:
    return [shape for shape in shapes if shape.look is look]


def texts(scene: Scene) -> list[str]:
    return [shape.text for shape in scene.shapes if isinstance(shape, Text)]


def place(scene: Scene, cell: str) -> Point:
    """Return the centre of a cell."""
    return next(s.at for s in scene.board if isinstance(s, Circle) and s.cell == cell)


def ways(scene: Scene) -> list[Line]:
    """Return the ways of the last move, which are on no cell."""
    return [s for s in scene.pieces if isinstance(s, Line) and s.look is Look.PATH and not s.cell]


def turns_on(scene: Scene) -> list[str]:
    """Return the cells at the points of the path between its ends."""
    cells = {s.at: s.cell for s in scene.board if isinstance(s, Circle)}
    return [cells[point] for way in ways(scene) for point in way.points[1:-1]]


def played(game: Gyges, state: State, *moves: str) -> State:
    for move in moves:
        state = game.make(state, move).after
    return state


@every_ruleset
def test_every_ring_is_drawn_on_its_slot_as_its_number_of_rings(game: Gyges) -> None:
    names = game.rules.coordinates.names
    for state, _ in turns(f"gyges/{game.ruleset}", 1)[::7]:
        pieces = game.scene(state).pieces
        woods = {s.cell: s.look for s in pieces if isinstance(s, Circle) and s.look in WOODS}
        texts = {
            s.cell: int(s.text)
            for s in pieces
            if isinstance(s, Text) and s.look in SIGNS and s.cell not in ("", "N", "S")
        }
        grooves = Counter(s.cell for s in pieces if isinstance(s, Ring) and s.look in SIGNS)
        standing = {
            names[slot]: ring(state.rings, slot)
            for slot in names
            if not is_goal(slot) and ring(state.rings, slot)
        }
        assert texts == standing
        for cell, size in standing.items():
            assert (woods[cell], grooves[cell]) == (WOODS[size - 1], size - 1)


@every_ruleset
def test_a_ring_that_reached_the_goal_is_drawn_in_it(game: Gyges) -> None:
    state, move = final(f"gyges/{game.ruleset}")
    goal = game.rules.coordinates.names[move.destination]
    in_goal = [s for s in game.scene(state).pieces if isinstance(s, Circle) and s.cell == goal]
    assert any(shape.look in WOODS for shape in in_goal)


@every_ruleset
def test_each_leg_of_the_trail_goes_from_landing_to_landing_over_neighbours(game: Gyges) -> None:
    for state, move in turns(f"gyges/{game.ruleset}", 1)[2:]:
        after = game.apply(state, move)
        legs = trail(game.rules, after)
        assert [leg[-1] for leg in legs] == [*after.bounces, move.destination]
        for leg in legs:
            for one, other in pairwise(leg):
                assert other in game.rules.net(after.mover).neighbours[one]


def test_the_path_and_its_steps_follow_the_bounces_that_the_player_named() -> None:
    game = GAMES["classic"]
    before = game.decode("....../....../....../....../11..../11.... s")
    for written, bounces in (("12-22-32", ["22"]), ("12-11-21-22-32", ["11", "21", "22"])):
        after = played(game, before, written)
        assert game.last_move(after) == game.parse(before, "12-32")
        for state in (after, game.recall(game.encode(after), game.past(after))):
            scene = game.scene(state)
            assert turns_on(scene) == bounces
            steps = [s for s in scene.pieces if isinstance(s, Text) and s.look is Look.ON_PATH]
            assert [step.cell for step in steps] == bounces
            assert [step.text for step in steps] == ["1", "2", "3"][: len(bounces)]


def test_the_way_of_a_displaced_ring_has_its_own_look() -> None:
    game = GAMES["classic"]
    scene = game.scene(played(game, game.start(), "231123", "321123", "13x14=44"))
    (head,) = (s for s in looks(scene.pieces, Look.DISPLACED) if isinstance(s, Arrow))
    (way,) = ways(scene)
    assert dist(head.points[-1], place(scene, "44")) < 0.6
    assert dist(way.points[-1], place(scene, "14")) == 0
    assert {s.cell for s in looks(scene.pieces, Look.LEFT)} == {"13"}
    assert {s.cell for s in looks(scene.pieces, Look.PATH) if isinstance(s, Ring)} == {"14"}


def test_both_shores_are_surrounded_and_one_shore_of_both_once() -> None:
    game = GAMES["classic"]
    two = "....../2...../1..1../1.23.3/3.22.1/..3... s"
    for position, count in ((two, 2), ("....../....../..1.../....../....../...... s", 1)):
        dots = looks(game.scene(game.decode(position)).pieces, Look.ACTIVE)
        assert {type(dot) for dot in dots} == {Line}
        # Each outline is dotted, as high as a row, and one row or several away from the other.
        heights = sorted(dot.points[0].y for dot in dots if isinstance(dot, Line))
        gaps = [low - high for high, low in pairwise(heights)]
        assert sum(gap > 0.5 for gap in gaps) == count - 1


def test_the_shore_of_the_viewer_is_tinted_and_has_a_whole_line() -> None:
    game = GAMES["classic"]
    state = game.decode("....../2...../1..1../1.23.3/3.22.1/..3... s")
    for viewer, cell in ((None, ""), (Seat.FIRST, "11"), (Seat.SECOND, "51")):
        scene = game.scene(state, viewer)
        grounds, lines = looks(scene.pieces, Look.OWN_GROUND), looks(scene.pieces, Look.OWN)
        assert len(grounds) == len(lines) == (viewer is not None)
        for ground in (each for each in grounds if isinstance(each, Polygon)):
            heights = [point.y for point in ground.points]
            assert min(heights) < place(scene, cell).y < max(heights)


def test_the_side_of_the_viewer_is_bold_and_players_names_take_the_place_of_sides() -> None:
    game = GAMES["classic"]
    scene = draw(cast(AnyGame, game), game.start(), Seat.SECOND, names=("bert", "anna (you)"))
    sides = {s.side: (s.text, s.bold) for s in scene.pieces if isinstance(s, Text)}
    assert sides == {0: ("bert", False), 1: ("anna (you)", True)}


def test_both_goals_are_circles_behind_the_home_rows() -> None:
    game = GAMES["classic"]
    scene = game.scene(game.start())
    north, south = place(scene, "N"), place(scene, "S")
    assert north.y < place(scene, "61").y < place(scene, "11").y < south.y
    assert north.x == south.x == scene.width / 2


def test_a_board_is_turned_for_north_when_they_ask_for_it() -> None:
    game = GAMES["classic"]
    state = played(game, game.start(), "231123", "321123", "13x14=44")
    plain, turned = (game.scene(state, Seat.SECOND, turned=each) for each in (False, True))
    for cell in ("11", "36", "N", "S"):
        x, y = place(plain, cell)
        assert place(turned, cell) == pytest.approx((plain.width - x, plain.height - y))
    assert sorted(texts(plain)) == sorted(texts(turned))
    assert turns_on(plain) == turns_on(turned)


def test_goals_of_towers_have_six_cells_and_columns_have_letters() -> None:
    scene = GAMES["towers"].scene(GAMES["towers"].start())
    assert {s.cell for s in looks(scene.board, Look.GOAL)} == {
        f"{column}{row}" for column in "abcdef" for row in (1, 8)
    }
    assert {*"abcdef", *"12345678"} <= set(texts(scene))


def test_reserves_and_goals_of_kang_are_beside_the_board() -> None:
    game = GAMES["kang"]
    line = "....../....../..1.../....../....../...... s 12/112233 1-2 -"
    pieces = game.scene(game.decode(line)).pieces
    beside = [s for s in pieces if isinstance(s, Circle) and not s.cell]
    assert len([shape for shape in beside if shape.look in WOODS]) == 2 + 6
    assert len(looks(beside, Look.LABEL)) == 1 + 2
    assert len(looks(beside, Look.GOAL)) == 2 + 1


def test_a_goal_is_crossed_out_for_a_player_who_may_not_score() -> None:
    game = GAMES["kang"]
    scene = game.scene(game.decode("....../....../..1.../....../....../...... n 12/112233 1-2 n"))
    (bar,) = (s for s in looks(scene.pieces, Look.LABEL) if isinstance(s, Line))
    assert bar.points[0].towards(bar.points[1], 0.396) == pytest.approx(place(scene, "S"), abs=0.01)
    assert scene.legend.endswith("North: may not score this turn.")


def test_a_ring_from_the_reserve_comes_over_its_players_edge() -> None:
    game = GAMES["kang"]
    scene = game.scene(played(game, game.start(), "2*-13"))
    (way,) = ways(scene)
    assert way.points[0].y > max(place(scene, f"1{column}").y for column in range(1, 7))
    assert looks(scene.pieces, Look.LEFT) == []
