"""SVG pictures: well-formed, without scripts, always the same."""

from __future__ import annotations

import re

import pytest
from lxml import etree

from pbm.core.games import Scene
from pbm.pictures.svg import svg
from tests.pbm.pictures.boards import SHAPES, boards

BOARDS = boards()
ELEMENTS = {"svg", "title", "desc", "g", "circle", "path", "text"}


def elements(picture: str) -> list[etree._Element]:
    return list(etree.fromstring(picture.encode()).iter())


@pytest.mark.parametrize("scene", BOARDS.values(), ids=BOARDS)
def test_a_picture_is_plain_and_small(scene: Scene) -> None:
    picture = svg(scene, "Board 7", scene.legend)
    assert {etree.QName(each).localname for each in elements(picture)} <= ELEMENTS
    attributes = {name for each in elements(picture) for name in map(str, each.attrib)}
    assert not {name for name in attributes if name.startswith("on") or name in ("style", "id")}
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")
    assert len(picture) <= max(24 * 1024, 64 * len(scene.shapes))
    assert picture == svg(scene, "Board 7", scene.legend)


def test_every_shape_is_drawn_in_order() -> None:
    drawn = [etree.QName(each).localname for each in elements(svg(SHAPES, "Shapes"))]
    shapes = [name for name in drawn if name not in ("svg", "g", "title")]
    assert shapes == ["path", "circle", "circle", "path", "path", "path", "text"]


def test_words_and_texts_are_escaped() -> None:
    picture = svg(SHAPES, "<script>", '"&"')
    assert [each.text for each in elements(picture) if each.text] == [
        "<script>",
        '"&"',
        '<b>"&"',
    ]


def test_numbers_are_short() -> None:
    for scene in BOARDS.values():
        numbers = re.findall(r"\d*\.\d+", svg(scene, ""))
        assert max(map(len, numbers)) <= 5
        assert not [number for number in numbers if number.endswith("0")]
