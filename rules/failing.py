"""Drawing a refused move on its board: the way as far as it goes, and a cross where it fails.

Games get this for free from the names of their cells; one that is ``Winding`` bends the way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from typing import Any

from .errors import RulesError
from .game import Game, Named, Winding
from .scene import Line, Look, Point, Scene, Shape, around, dashed, middle

_OF_MOVES = frozenset(
    (Look.LEFT, Look.PATH, Look.PATH_EDGE, Look.ON_PATH, Look.DISPLACED, Look.DISPLACED_EDGE)
)
"""What shows the move before, which would lie across the refused one."""

_PLACE = "="
"""What stands behind this sign in a move is where a displaced piece goes, and not on the way."""

_SEVERAL = ";"
"""The sign between the moves of a line."""

_RIM, _ARM = 0.36, 0.24


def told(text: str, error: RulesError) -> str:
    """Return what ``with_failure`` needs to know of a refused move."""
    return "\n".join((text, *map(str, error.phrase.facts.values())))


def with_failure(scene: Scene, game: Game[Any, Any], state: Any, failure: str) -> Scene:
    """Return the scene with a refused move; as it is if the move names no cells of it.

    failure: what ``told`` returned.
    """
    if not isinstance(game, Named):
        return scene
    cells = {each.cell: each for each in scene.shapes if each.cell}
    names = re.compile(game.names(state), re.IGNORECASE)
    text, *facts = failure.split("\n")
    if _SEVERAL in text:
        return scene  # the position in which one of them failed is another one
    spelt = {name.casefold(): name for name in cells} | {name: name for name in cells}
    blamed = {name for fact in facts for name in _known(names, fact, spelt)}
    # Players write "d" for the house D of theirs, though d is the other side's.
    meant = {form: name for name in blamed for form in (name, name.casefold(), name.upper())}
    way = _known(names, text.partition(_PLACE)[0], spelt | meant)
    if not way:
        return scene
    end = max((at for at, name in enumerate(way) if name in blamed), default=len(way) - 1)
    passed = [middle(cells[name]) for name in _passed(game, state, way[: end + 1])]
    pieces = [each for each in scene.pieces if each.look not in _OF_MOVES]
    drawn = _way(passed, is_move=end > 0), _cross(middle(cells[way[end]]))
    return replace(scene, pieces=(*pieces, *chain(*drawn)), legend="", key="")


def _known(names: re.Pattern[str], text: str, spelt: Mapping[str, str]) -> Sequence[str]:
    """The cells that a text names. spelt: their names, also by their lower-case form."""
    found = (each.group() for each in names.finditer(text) if not _is_cut(each, text))
    known = (spelt.get(name) or spelt.get(name.casefold()) for name in found)
    return [name for name in known if name]


def _is_cut(found: re.Match[str], text: str) -> bool:
    """Whether the number of a cell goes on behind it, as f1 in f12; digits alone follow freely."""
    return not found.group().isdigit() and text[found.end() : found.end() + 1].isdigit()


def _passed(game: Game[Any, Any], state: Any, way: Sequence[str]) -> Sequence[str]:
    """The cells on the way, those that a piece passes among them, as far as there is a way."""
    passed = [way[0]]
    for start, end in pairwise(way):
        between = game.between(state, way[0], start, end) if isinstance(game, Winding) else ()
        if between is None:
            break
        passed += [*between, end]
    return passed


def _way(points: Sequence[Point], *, is_move: bool) -> Iterator[Shape]:
    """A broken circle around the piece, and its way from there. Its height stays legible."""
    if is_move:
        for rim in dashed(around(points[0], _RIM, 24), 2, 1):
            yield Line(rim, 0.06, Look.LEFT)
    if len(points) > 1:
        first, second, *rest = points
        edge = first.towards(second, _RIM)
        yield Line((edge, second, *rest), 0.2, Look.PATH_EDGE)
        yield Line((edge, second, *rest), 0.11, Look.PATH)


def _cross(end: Point) -> Iterator[Shape]:
    for width, look in ((0.24, Look.PATH_EDGE), (0.14, Look.FAILED)):
        for down in (-_ARM, _ARM):
            corners = Point(end.x - _ARM, end.y - down), Point(end.x + _ARM, end.y + down)
            yield Line(corners, width, look)
