"""PNG pictures: small, always the same, and with the shapes where they belong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from io import BytesIO

from PIL import Image

from pbm.core.games import Circle, Look, Point, Scene, Text, all_games, rectangle
from pbm.core.languages import CATALOGUE, ENGLISH, languages, texts
from pbm.pictures.looks import PAINTS
from pbm.pictures.png import LEAST_SCALE, TALL, WIDE, colours, png
from tests.combinations import for_each
from tests.pbm.pictures.boards import SHAPES, boards

BOARDS = boards()
every_board = for_each("scene", BOARDS.values())


def opened(picture: bytes) -> Image.Image:
    return Image.open(BytesIO(picture))


def colour_at(scene: Scene, x: float, y: float) -> str:
    image = opened(png(scene))
    unit = WIDE / scene.width
    pixel = image.convert("RGB").getpixel((round(x * unit), round(y * unit)))
    assert isinstance(pixel, tuple)
    return "#" + bytes(map(int, pixel)).hex()


@every_board
def test_a_picture_fits_into_a_mail(scene: Scene) -> None:
    picture = png(scene)
    image = opened(picture)
    assert len(picture) <= 24 * 1024
    assert image.width in (WIDE, TALL)
    assert image.mode == "P"
    assert len(image.getcolors() or ()) <= 32


@every_board
@for_each("scale", [1, 0.75, 0.625, LEAST_SCALE])
def test_the_board_covers_the_whole_picture(scene: Scene, scale: float) -> None:
    image = opened(png(scene, scale)).convert("RGB")
    right, low = image.width - 1, image.height - 1
    ground = image.getpixel((0, 0))
    assert {image.getpixel(at) for at in [(right, 0), (0, low), (right, low)]} == {ground}


def test_the_same_scene_gives_the_same_bytes_in_any_order() -> None:
    scenes = list(BOARDS.values())
    first = [png(scene) for scene in scenes]
    again = [png(scene) for scene in reversed(scenes)]
    assert first == again[::-1]
    assert len(set(first)) > len(all_games())


def test_shapes_are_where_they_belong() -> None:
    points = {
        (3.5, 2.5): Look.BOARD,
        (1, 1): Look.CELL,
        (1.25, 1): Look.LIGHT,
        (1.35, 1): Look.CELL,
        (1.5, 2): Look.LINK,
        (2, 1.5): Look.LINK,
        (3, 1.9): Look.PATH,
        (3.06, 1.2): Look.PATH,
        (3.06, 1.5): Look.BOARD,
    }
    for (x, y), look in points.items():
        assert colour_at(SHAPES, x, y) == PAINTS[look].fill, (x, y)


def test_later_shapes_are_on_top() -> None:
    over = replace(SHAPES, pieces=[*SHAPES.pieces, Circle(Point(1, 1), 0.4, Look.SPECIAL)])
    assert colour_at(over, 1.25, 1) == PAINTS[Look.SPECIAL].fill


def test_painting_changes_no_kept_board() -> None:
    empty = replace(SHAPES, pieces=[])
    before = png(empty)
    png(SHAPES)
    assert png(empty) == before


def test_there_are_at_most_32_colours() -> None:
    assert len(colours()) <= 32


def letters() -> Iterable[str]:
    """Return the letters of all languages of mails."""
    translated = [each for each in languages() if each != ENGLISH]
    catalogues = [texts().joinpath(each, CATALOGUE).read_text("utf-8") for each in translated]
    return sorted({letter for catalogue in catalogues for letter in catalogue if letter.isalpha()})


def test_the_font_has_the_letters_of_every_language() -> None:
    scene = Scene(4, 3, (rectangle(Point(0, 0), Point(4, 3), Look.BOARD),), ())
    missing = png(replace(scene, pieces=[Text(Point(2, 2), "\uffff", 0.4, Look.LABEL)]))
    assert "é" in letters()
    for letter in letters():
        assert png(replace(scene, pieces=[Text(Point(2, 2), letter, 0.4, Look.LABEL)])) != missing


def test_a_text_without_a_glyph_does_no_harm() -> None:
    assert png(replace(SHAPES, pieces=[Text(Point(2, 2), "日本\n", 0.4, Look.LABEL)]))
