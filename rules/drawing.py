"""Drawing the board of any game: its own scene, or its picture as tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import cast

from .failing import with_failure
from .game import Drawn, Game, M, S, Seat
from .picture import Mark, Picture, Row, Tile, Tint
from .scene import Align, Look, Point, Ring, Scene, Shape, Text, rectangle

_LONGEST_NAME = 4.6
"""The width of a name beside the board is about half of this."""

_LETTERS = 1.7
"""How many letters are as wide as a letter's size, at least."""

_HALF = 0.5
_THIN = 0.3
_LOOKS: Mapping[Tint, tuple[Look, Look]] = {
    Tint.EMPTY: (Look.CELL, Look.LABEL),
    Tint.GOAL: (Look.GOAL, Look.LABEL),
    Tint.FIRST: (Look.FIRST, Look.ON_FIRST),
    Tint.SECOND: (Look.SECOND, Look.ON_SECOND),
    Tint.NEUTRAL: (Look.LIGHT, Look.LABEL),
    Tint.SPECIAL: (Look.SPECIAL, Look.ON_SPECIAL),
}
_MARKS = {Mark.LEFT: Look.LEFT, Mark.MOVED: Look.PATH, Mark.DISPLACED: Look.DISPLACED}


def draw(  # noqa: PLR0913 (what a drawing is made of)
    game: Game[S, M],
    state: S,
    viewer: Seat | None = None,
    words: Mapping[str, str] | None = None,
    turned: bool = False,
    *,
    names: Sequence[str] = (),
    failure: str = "",
) -> Scene:
    """Return the scene of any game; ``turned`` has no effect on a game without its own scene.

    names: those of the players, first seat first, which replace those of the sides.
    failure: a move that was refused, as ``failing.told`` returns it, "" for none.
    """
    # isinstance(game, Drawn) would take 40 microseconds, a tenth of the time of drawing.
    if hasattr(game, "scene"):
        drawn = cast(Drawn[S, M], game).scene(state, viewer, words, turned)
    else:
        drawn = tiled(game.picture(state, viewer, words))
    named = _with_names(drawn, names) if names else drawn
    return with_failure(named, game, state, failure) if failure else named


def _with_names(scene: Scene, names: Sequence[str]) -> Scene:
    renamed = (_renamed(shape, names, scene.width) for shape in scene.pieces)
    return replace(scene, pieces=tuple(renamed))


def _renamed(shape: Shape, names: Sequence[str], width: float) -> Shape:
    """The shape with the name in place of that of a side, as large as there is room for it."""
    if not isinstance(shape, Text) or shape.side is None:
        return shape
    name, before, behind = names[shape.side], shape.at.x, width - shape.at.x
    room = {Align.LEFT: behind, Align.MIDDLE: 2 * min(before, behind), Align.RIGHT: before}
    longest = min(_LONGEST_NAME, _LETTERS * room[shape.align])
    return replace(shape, text=name, size=min(shape.size, longest / max(1, len(name))))


def tiled(picture: Picture) -> Scene:
    """Return a picture as a scene of squares with texts. The words around it are the legend."""
    widths = [_HALF * (row.offset + sum(tile.span for tile in row.tiles)) for row in picture.rows]
    width, height = max(widths, default=0) + 1, sum(map(_height, picture.rows)) + 1
    legend = " ".join(f"{picture.above} {_notes(picture)} {picture.below}".split())
    plate = rectangle(Point(0, 0), Point(width, height), Look.BOARD)
    return Scene(width, height, (plate,), tuple(_rows(picture.rows)), legend)


def _notes(picture: Picture) -> str:
    return " ".join(row.note for row in picture.rows)


def _height(row: Row) -> float:
    return _THIN if row.thin or not row.tiles else 1.0


def _rows(rows: Sequence[Row]) -> Iterator[Shape]:
    y = _HALF
    for row in rows:
        x = _HALF + _HALF * row.offset
        for tile in row.tiles:
            width = _HALF * tile.span
            yield from _tile(tile, Point(x + width / 2, y + _height(row) / 2), width)
            x += width
        y += _height(row)


def _tile(tile: Tile, at: Point, width: float) -> Iterator[Shape]:
    ground, ink = _LOOKS.get(tile.tint, (None, Look.LABEL))
    if ground:
        across, down = width / 2 - 0.04, 0.46
        start, end = Point(at.x - across, at.y - down), Point(at.x + across, at.y + down)
        yield rectangle(start, end, ground)
    if tile.mark:
        yield Ring(at, 0.4, 0.34, _MARKS[tile.mark])
    if tile.text:
        yield Text(at, tile.text, min(0.42, 1.6 * width / len(tile.text)), ink)
