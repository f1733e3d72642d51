"""The PNG painter of link previews: a board in landscape, with words beside it"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from PIL import Image, ImageDraw

from pbm.core.games import Look, Scene
from pbm.pictures.looks import PAINTS
from pbm.pictures.png import encoded, font, painted

WIDTH, HEIGHT = 1200, 630
_EDGE = 40
_WIDEST = 620
"""The most pixels that a board takes of the width."""

_LARGE, _SMALL, _SMALLEST = 64, 38, 18
_LINE = 1.35
_NARROW = 0.5
"""The width of most letters, as a part of their height."""


def card(scene: Scene, title: Sequence[str], below: Sequence[str]) -> bytes:
    """Return a board as PNG, with a title of some lines and smaller texts below it."""
    room = HEIGHT - 2 * _EDGE
    width = round(min(_WIDEST, room * scene.width / scene.height))
    image = painted(scene, width)
    canvas = Image.new("RGB", (WIDTH, HEIGHT), PAINTS[Look.GOAL].fill)
    canvas.paste(image, (_EDGE, (HEIGHT - image.height) // 2))
    left = width + 2 * _EDGE
    lines = [*_lines(title, _LARGE, WIDTH - _EDGE - left), *_below(below, WIDTH - _EDGE - left)]
    top = (HEIGHT - sum(_LINE * size for _, size in lines)) / 2
    draw = ImageDraw.Draw(canvas)
    for text, size in lines:
        draw.text((left, top), text, PAINTS[Look.LABEL].fill, font(size))
        top += _LINE * size
    return encoded(canvas)


def _below(texts: Sequence[str], room: int) -> Iterator[tuple[str, int]]:
    for text in texts:
        yield from _lines(wrap(text, int(room / (_NARROW * _SMALL))), _SMALL, room)


def _lines(texts: Sequence[str], size: int, room: int) -> Iterator[tuple[str, int]]:
    """Yield texts with the sizes at which they fit."""
    for text in texts:
        wide = font(size).getlength(text)
        yield text, max(_SMALLEST, min(size, int(size * room / max(wide, 1))))
