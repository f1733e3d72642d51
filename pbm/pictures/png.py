"""The PNG painter: a scene as a small picture for mails."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import resources
from io import BytesIO
from zlib import crc32

from PIL import Image, ImageDraw, ImageFont

from pbm.core.games import (
    Align,
    Arrow,
    Circle,
    Line,
    Look,
    Point,
    Polygon,
    Ring,
    Scene,
    Shape,
    Text,
)
from pbm.pictures.looks import PAINTS, Paint

WIDE, TALL = 720, 644
"""Widths in pixels: of boards that are wider than high, and of all others.

Mails show a picture at half its width, for screens of double density.
"""

LEAST_SCALE = 0.5
"""The smallest scale, of pictures that many share a mail with."""

_NAMED = 0.625
"""The smallest scale at which the names of cells can be read."""

_FINE = 4
"""How many times larger a mask is drawn before it is reduced, so that its edges are smooth."""

_SHADES = [round(shade / 85) * 85 for shade in range(256)]
"""Four shades at the edges of shapes: more would hardly be seen, and take a tenth more bytes."""

_KEPT_BOARDS, _KEPT_OUTLINES = 12, 64
_KEPT_MASKS = 256
"""Bounds of the caches: a board takes 0.5 MB, an outline up to 0.1 MB, most masks take a few KB.

Outlines seldom repeat: with 256 of them, 71% were found in the cache instead of 65%, no time was
saved, and the painter took 2.5 MB more.
"""

_EFFORT = 7
"""The level of compression. A higher one takes three times as long and saves a twentieth."""

_HEAD = 33
"""Bytes of a PNG up to the end of its first chunk, which must stay the first chunk."""

_WEIGHT, _BOLD, _WIDTH = 600, 700, 100
"""The weights and the width of the typeface: semi-bold or bold, of normal width."""

Dots = tuple[tuple[float, float], ...]


def png(scene: Scene, scale: float = 1) -> bytes:
    """Return the scene as PNG: always the same bytes for the same versions of pbm and Pillow.

    scale: the width as a part of the full width, for mails with several boards.
    """
    width = WIDE if scene.width > scene.height else TALL
    return encoded(painted(scene, int(width * scale), names=scale >= _NAMED))


def painted(scene: Scene, width: int, *, names: bool = False) -> Image.Image:
    """Return the scene as an image of this width. names: whether the image names cells."""
    unit = width / scene.width
    board = _board(tuple(scene.board), unit, (width, round(scene.height * unit)))
    canvas = board.convert("RGB")
    _paint((*scene.pieces, *scene.names) if names else scene.pieces, canvas, unit)
    return canvas


def encoded(canvas: Image.Image) -> bytes:
    """Return an image as PNG in the colours of looks."""
    out = BytesIO()
    in_palette(canvas).save(out, "PNG", compress_level=_EFFORT)
    return out.getvalue()


def tagged(picture: bytes, text: str) -> bytes:
    """Return a PNG with a text near its beginning, for programs that look for the text there."""
    kind, content = b"tEXt", b"Software\0" + text.encode("ascii")
    chunk = len(content).to_bytes(4, "big") + kind + content
    return picture[:_HEAD] + chunk + crc32(kind + content).to_bytes(4, "big") + picture[_HEAD:]


@lru_cache(_KEPT_BOARDS)
def _board(shapes: Sequence[Shape], unit: float, size: tuple[int, int]) -> Image.Image:
    """Return the board without pieces, in the colours of the palette: cached like this, it needs a
    quarter of the memory.
    """
    # The last row or column may be part of a pixel, which no shape covers.
    canvas = Image.new("RGB", size, PAINTS[Look.BOARD].fill)
    _paint(shapes, canvas, unit)
    return in_palette(canvas)


def in_palette(canvas: Image.Image) -> Image.Image:
    """Return an image in the colours of looks."""
    return canvas.quantize(palette=_palette(), dither=Image.Dither.NONE)


def _paint(shapes: Sequence[Shape], canvas: Image.Image, unit: float) -> None:
    for shape in shapes:
        paint = PAINTS[shape.look]
        match shape:
            case Circle(at=at, radius=radius):
                edge = paint.width / 2
                if paint.edge:
                    _stamp(canvas, at, unit, _disc(_half((radius + edge) * unit), 0), paint.edge)
                _stamp(canvas, at, unit, _disc(_half((radius - edge) * unit), 0), paint.fill)
            case Ring(at=at, radius=radius, hole=hole):
                mask = _disc(_half(radius * unit), _half(hole * unit))
                _stamp(canvas, at, unit, mask, paint.fill)
            case Polygon(points=points):
                _trace(canvas, points, 0, unit, paint.fill, opacity=paint.opacity)
            case Line(points=points, width=width):
                _trace(canvas, points, width, unit, paint.fill)
            case Arrow():
                _paint((shape.shaft, shape.head), canvas, unit)
            case Text():
                _write(canvas, shape, unit, paint.fill)


def _half(length: float) -> float:
    """Round a length to half a pixel, so that similar shapes share a mask."""
    return round(2 * length) / 2


def _stamp(canvas: Image.Image, at: Point, unit: float, mask: Image.Image, fill: str) -> None:
    """Paint through a mask whose middle is at this point."""
    _paste(
        canvas,
        round(at.x * unit) - mask.width // 2,
        round(at.y * unit) - mask.height // 2,
        mask,
        fill,
    )


def _paste(canvas: Image.Image, left: int, top: int, mask: Image.Image, fill: str) -> None:
    canvas.paste(fill, (left, top, left + mask.width, top + mask.height), mask)


def _trace(  # noqa: PLR0913 (what a line is painted with)
    canvas: Image.Image,
    points: Sequence[Point],
    width: float,
    unit: float,
    fill: str,
    *,
    opacity: float = 1.0,
) -> None:
    """Paint a line, or a polygon if the width is 0."""
    thick = _half(width * unit)
    dots = [(_half(point.x * unit), _half(point.y * unit)) for point in points]
    left = int(min(x for x, _ in dots) - thick / 2) - 1
    top = int(min(y for _, y in dots) - thick / 2) - 1
    mask = _outline(tuple((x - left, y - top) for x, y in dots), thick)
    if opacity < 1:
        mask = mask.point([round(shade * opacity) for shade in range(256)])
    _paste(canvas, left, top, mask, fill)


def _write(canvas: Image.Image, text: Text, unit: float, fill: str) -> None:
    mask = _glyphs(text.text, round(text.size * unit), _BOLD if text.bold else _WEIGHT)
    aside = {Align.LEFT: 0, Align.MIDDLE: mask.width // 2, Align.RIGHT: mask.width}[text.align]
    left, top = round(text.at.x * unit) - aside, round(text.at.y * unit) - mask.height // 2
    _paste(canvas, left, top, mask, fill)


@lru_cache(_KEPT_MASKS)
def _disc(radius: float, hole: float) -> Image.Image:
    """Return the mask of a disc or ring in the middle of its image."""
    side = 2 * int(radius + 2)
    fine, middle = Image.new("L", (side * _FINE, side * _FINE)), side * _FINE / 2
    for length, shade in ((radius, 255), (hole, 0)):
        if length:
            low, high = middle - length * _FINE, middle + length * _FINE - 1
            ImageDraw.Draw(fine).ellipse((low, low, high, high), shade)
    return _reduced(fine)


@lru_cache(_KEPT_OUTLINES)
def _outline(dots: Dots, thick: float) -> Image.Image:
    """Return the mask of a line with round ends, or of a polygon."""
    right, low = (int(max(dot[axis] for dot in dots) + thick / 2) + 2 for axis in (0, 1))
    fine = Image.new("L", (right * _FINE, low * _FINE))
    draw, larger = ImageDraw.Draw(fine), [(x * _FINE, y * _FINE) for x, y in dots]
    if not thick:
        draw.polygon(larger, 255)
        return _reduced(fine)
    radius = thick * _FINE / 2
    draw.line(larger, 255, round(2 * radius))
    for x, y in larger:
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), 255)
    return _reduced(fine)


def _reduced(fine: Image.Image) -> Image.Image:
    return fine.reduce(_FINE).point(_SHADES)


@lru_cache(_KEPT_MASKS)
def _glyphs(text: str, size: int, weight: int) -> Image.Image:
    """Return the mask of a text whose capital letters are centred vertically."""
    letters = font(size, weight)
    left, _, right, _ = letters.getbbox(text)
    _, top, _, low = letters.getbbox("H")
    mask = Image.new("L", (int(right - left) + 2, 2 * size))
    ImageDraw.Draw(mask).text((1 - left, size - (top + low) / 2), text, 255, letters)
    return mask


@cache
def font(size: int, weight: int = _WEIGHT) -> ImageFont.FreeTypeFont:
    """Return the typeface of all pictures.

    The typeface is Open Sans; the one that comes with Pillow has no letters with accents.
    """
    folder = resources.files("fontpkg_open_sans")
    # From a path, only parts are read; from bytes, Pillow would keep a whole copy for each size.
    with resources.as_file(folder.joinpath("files", "OpenSans[wdth,wght].ttf")) as path:
        letters = ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
    letters.set_variation_by_axes([weight, _WIDTH])
    return letters


@cache
def _palette() -> Image.Image:
    """Return the colours of all looks. Shades at edges become the nearest of them."""
    image = Image.new("P", (1, 1))
    image.putpalette(b"".join(bytes.fromhex(colour.removeprefix("#")) for colour in colours()))
    return image


def colours() -> tuple[str, ...]:
    """Return every colour once."""
    found = [colour for paint in PAINTS.values() for colour in (_on_board(paint), paint.edge)]
    return tuple(dict.fromkeys(filter(None, found)))


def _on_board(paint: Paint) -> str:
    """Return the colour of a fill, as it looks on the board if it is not opaque."""
    if paint.opacity == 1:
        return paint.fill
    over, under = (bytes.fromhex(each[1:]) for each in (paint.fill, PAINTS[Look.BOARD].fill))
    mixed = (
        round(a * paint.opacity + b * (1 - paint.opacity)) for a, b in zip(over, under, strict=True)
    )
    return f"#{bytes(mixed).hex()}"
