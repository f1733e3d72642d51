"""Colours of pages: readable in the light, in the dark, and by the colour-blind.

In dark mode, Gmail and Outlook change the colours of a page, whatever the page says about dark
modes. So the changed colours must be readable, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from colorsys import hls_to_rgb, rgb_to_hls
from functools import cache
from typing import Any, NamedTuple

import pytest
from lxml import etree

from pbm.core.games import Mark, Tint
from pbm.notices.page.board_tables import PAINTS
from tests.combinations import for_each
from tests.pbm.notices.page.test_html import declared, every_page, parsed
from tests.pbm.pictures.sight import BLINDNESS, contrast, distance, seen_by

AA = 4.5
"""The least contrast of texts (WCAG 2, level AA)."""

EDGE = 3.0
"""The least contrast of the shape of a button (WCAG 2.1)."""

_DARK = 0.4
"""Programs that change only light backgrounds leave darker ones than this, and their texts."""


class Written(NamedTuple):
    """The colours of a text and of its background."""

    ink: str
    ground: str


def inherited(element: Any, style: str) -> str:
    while style not in declared(element):
        element = element.getparent()
    return declared(element)[style]


@cache
def written() -> frozenset[Written]:
    """The colours of every text on every page."""
    return frozenset(each for html in every_page() for each in _written_on(parsed(html)))


def _written_on(tree: Any) -> Iterator[Written]:
    for element in tree.iter(etree.Element):
        said = (element.text or "").replace("\xa0", "").strip()
        # Bars before words of others are for programs, and are drawn faintly for people.
        is_shown = element.getparent() is not None and element.tag not in ("title", "style")
        if said and said != "|" and is_shown:
            yield Written(inherited(element, "color"), inherited(element, "background-color"))


def inverted(colour: str) -> str:
    """The colour with its lightness inverted."""
    hue, lightness, saturation = rgb_to_hls(*(_part(colour, at) for at in (1, 3, 5)))
    return "#" + "".join(
        f"{round(255 * x):02x}" for x in hls_to_rgb(hue, 1 - lightness, saturation)
    )


def _part(colour: str, at: int) -> float:
    return int(colour[at : at + 2], 16) / 255


def _is_dark(colour: str) -> bool:
    return rgb_to_hls(*(_part(colour, at) for at in (1, 3, 5)))[1] < _DARK


def everything(text: Written) -> Written:
    """The colours as Gmail on the iPhone, and Chromium, invert all colours."""
    return Written(inverted(text.ink), inverted(text.ground))


def light_grounds(text: Written) -> Written:
    """The colours as Outlook, and Gmail on Android, darken light backgrounds and lighten texts."""
    return text if _is_dark(text.ground) else everything(text)


DARK: Mapping[str, Callable[[Written], Written]] = {
    "everything": everything,
    "light grounds": light_grounds,
}


def test_texts_are_told_from_their_grounds() -> None:
    assert [each for each in written() if contrast(*each) < AA] == []


@pytest.mark.parametrize("mode", DARK)
def test_texts_are_told_from_their_grounds_in_the_dark(mode: str) -> None:
    assert [each for each in written() if contrast(*DARK[mode](each)) < AA] == []


@for_each("blindness", BLINDNESS)
def test_texts_are_told_from_their_grounds_by_the_colour_blind(blindness: str) -> None:
    seen = [[seen_by(colour, blindness) for colour in each] for each in written()]
    assert [each for each in seen if contrast(*each) < AA] == []


def test_links_are_known_by_more_than_their_colour() -> None:
    for html in every_page():
        for link in parsed(html).iter("a"):
            if declared(link).get("text-decoration") == "none":
                # A button has an edge.
                edge, cell = _edge(link.getparent()), link.getparent().getparent()
                assert contrast(edge, inherited(cell, "background-color")) >= EDGE


@pytest.mark.parametrize("blindness", BLINDNESS)
def test_the_strongest_button_is_told_from_others_by_the_colour_blind(blindness: str) -> None:
    for html in every_page():
        cells = [link.getparent() for link in parsed(html).iter("a") if _is_button(link)]
        grounds = {declared(cell)["background-color"] for cell in cells}
        strong, *others = sorted(grounds, key=_is_dark, reverse=True) or [""]
        assert all(distance(strong, other, blindness) >= 30 for other in others)


TILES = [
    ((Tint.EMPTY, None), (Tint.NEUTRAL, None)),
    ((Tint.FIRST, None), (Tint.SECOND, None)),
    ((Tint.FIRST, None), (Tint.SPECIAL, None)),
    ((Tint.SECOND, None), (Tint.SPECIAL, None)),
    ((Tint.NEUTRAL, Mark.MOVED), (Tint.NEUTRAL, Mark.DISPLACED)),
    ((Tint.NEUTRAL, Mark.MOVED), (Tint.NEUTRAL, None)),
]
"""Tiles with different meanings, in boards as tables."""


@for_each("blindness", BLINDNESS)
@for_each(("one", "other"), TILES)
def test_tiles_are_told_apart_by_the_colour_blind(one: Any, other: Any, blindness: str) -> None:
    assert distance(PAINTS[one].ground, PAINTS[other].ground, blindness) >= 12


def _is_button(link: Any) -> bool:
    return declared(link).get("text-decoration") == "none"


def _edge(cell: Any) -> str:
    return declared(cell)["border"].rpartition(" ")[2]
