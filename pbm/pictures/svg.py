"""The SVG painter: a scene as a picture for pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from itertools import groupby

from pbm.core.games import Align, Arrow, Circle, Line, Point, Polygon, Ring, Scene, Shape, Text
from pbm.pictures.looks import PAINTS

_ANCHORS = {Align.LEFT: "start", Align.MIDDLE: "middle", Align.RIGHT: "end"}
_DROP = 0.36
"""How far the baseline of a text is below its centre, in font sizes."""

_ROUND = 'stroke-linecap="round" stroke-linejoin="round"'


def svg(scene: Scene, title: str, description: str = "") -> str:
    """Return the scene as SVG without scripts, styles and ids, so that a page can hold many.

    title, description: words for people who do not see the picture.
    """
    told = f"<title>{escape(title)}</title>"
    if description:
        told += f"<desc>{escape(description)}</desc>"
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" role="img"'
        f' viewBox="0 0 {_n(scene.width)} {_n(scene.height)}"'
        f' font-family="Helvetica,Arial,sans-serif">{told}{"".join(_groups(scene.shapes))}</svg>'
    )


def _groups(shapes: Iterable[Shape]) -> Iterator[str]:
    """Yield adjacent shapes of the same paint as one group, and lines of a group as one path."""
    for attributes, group in groupby(_simple(shapes), _attributes):
        first, *others = group
        if isinstance(first, Line | Polygon):
            ways = "".join(map(_way, (first, *others)))
            yield f'<path {attributes} d="{ways}"/>'
        else:
            yield f"<g {attributes}>{''.join(map(_drawn, (first, *others)))}</g>"


def _simple(shapes: Iterable[Shape]) -> Iterator[Shape]:
    for shape in shapes:
        yield from (shape.shaft, shape.head) if isinstance(shape, Arrow) else (shape,)


def _attributes(shape: Shape) -> str:
    paint = PAINTS[shape.look]
    match shape:
        case Line(width=width):
            return f'{_stroke(paint.fill, width)} fill="none" {_ROUND}'
        case Ring(radius=radius, hole=hole):
            return f'{_stroke(paint.fill, radius - hole)} fill="none"'
        case Text(size=size, align=align, bold=bold):
            weight = ' font-weight="bold"' if bold else ""
            anchor = f'text-anchor="{_ANCHORS[align]}"'
            return f'fill="{paint.fill}" font-size="{_n(size)}"{weight} {anchor}'
        case Circle() if paint.edge:
            return f'{_stroke(paint.edge, paint.width)} fill="{paint.fill}"'
        case _:
            opacity = f' fill-opacity="{_n(paint.opacity)}"' if paint.opacity < 1 else ""
            return f'fill="{paint.fill}"{opacity}'


def _stroke(colour: str, width: float) -> str:
    return f'stroke="{colour}" stroke-width="{_n(width)}"'


def _drawn(shape: Shape) -> str:
    if isinstance(shape, Circle):
        return _circle(shape.at, shape.radius)
    if isinstance(shape, Ring):
        return _circle(shape.at, (shape.radius + shape.hole) / 2)
    assert isinstance(shape, Text)
    y = shape.at.y + _DROP * shape.size
    return f'<text x="{_n(shape.at.x)}" y="{_n(y)}">{escape(shape.text)}</text>'


def _circle(at: Point, radius: float) -> str:
    return f'<circle cx="{_n(at.x)}" cy="{_n(at.y)}" r="{_n(radius)}"/>'


def _way(shape: Shape) -> str:
    assert isinstance(shape, Line | Polygon)
    points = "L".join(f"{_n(point.x)} {_n(point.y)}" for point in shape.points)
    return f"M{points}z" if isinstance(shape, Polygon) else f"M{points}"


def _n(number: float) -> str:
    """Return a number with at most two decimals, as short as it can be."""
    written = f"{number:.2f}".rstrip("0").rstrip(".")
    return written.removeprefix("0") if "." in written else written
