"""The PNG painter of contact sheets: several boards, each with a label."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from pbm.core.games import Look, Scene
from pbm.pictures.looks import PAINTS
from pbm.pictures.png import encoded, font, painted

MOST = 6
"""The most boards on a sheet, in two columns, so that it has at most 24 KB.

With three columns of twelve boards, a narrow phone showed a board 2 cm wide, and its rings as dots.
"""

MOST_WIDE = 4
"""The most boards that are wider than high, one below the other."""

MOST_LARGE = 3
"""The most of those that are nearly as high as wide."""

WIDTH = 480
_GAP = 8
_LABEL, _SMALLEST, _ROOM = 16, 10, 24
"""The height of a label, its height if it is long, and the height of its strip above a board."""


class Labelled(NamedTuple):
    """A scene with its label, such as its move."""

    label: str
    scene: Scene


def sheet(boards: Sequence[Labelled]) -> bytes:
    """Return boards of one game as PNG, in rows."""
    first = boards[0].scene
    columns = columns_for(first)
    width = (WIDTH - (columns + 1) * _GAP) // columns
    images = [painted(each.scene, width) for each in boards]
    height = max(image.height for image in images) + _ROOM
    rows = -(-len(boards) // columns)
    canvas = Image.new("RGB", (WIDTH, rows * (height + _GAP)), PAINTS[Look.GOAL].fill)
    draw = ImageDraw.Draw(canvas)
    for place, (each, image) in enumerate(zip(boards, images, strict=True)):
        left = _GAP + place % columns * (width + _GAP)
        top = place // columns * (height + _GAP)
        _write(draw, (left, top + _ROOM // 2), each.label, width)
        canvas.paste(image, (left, top + _ROOM))
    return encoded(canvas)


def columns_for(scene: Scene) -> int:
    """The columns of a sheet of such boards, in which each can be read on a narrow phone."""
    return 1 if scene.width > scene.height else 2


def most_for(scene: Scene) -> int:
    """The most such boards on a sheet."""
    if scene.width <= scene.height:
        return MOST
    return MOST_WIDE if scene.width > 1.2 * scene.height else MOST_LARGE


def _write(draw: ImageDraw.ImageDraw, at: tuple[int, int], label: str, room: int) -> None:
    """Write a label as large as it fits, and cut it if it never does."""
    size = next(
        (size for size in range(_LABEL, _SMALLEST, -1) if font(size).getlength(label) <= room),
        _SMALLEST,
    )
    shown = label
    while font(size).getlength(shown) > room:
        shown = f"{shown[:-2]}\u2026"
    draw.text(at, shown, PAINTS[Look.LABEL].fill, font(size), anchor="lm")
