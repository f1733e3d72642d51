"""Colours of boards: readable on every background, and different for the colour-blind."""

from __future__ import annotations

from pbm.core.games import Look
from pbm.pictures.looks import PAINTS
from tests.combinations import for_each
from tests.pbm.pictures.sight import BLINDNESS, contrast, distance

TEXTS = {
    Look.LABEL: (Look.BOARD, Look.GOAL, Look.LIGHT, Look.MEDIUM, Look.CELL),
    Look.COORDINATE: (Look.BOARD,),
    Look.ON_DARK: (Look.DARK, Look.RED, Look.BLUE),
    Look.ON_FIRST: (Look.FIRST, Look.FIRST_STILL),
    Look.ON_SECOND: (Look.SECOND, Look.SECOND_STILL),
    Look.ON_SPECIAL: (Look.SPECIAL,),
    Look.ON_PATH: (Look.PATH,),
}
"""Every look of texts, and the looks on which texts of that look are drawn."""

FORMS = {
    Look.ACTIVE: (Look.BOARD, Look.CELL),
    Look.OWN: (Look.BOARD,),
    Look.FAILED: (Look.BOARD, Look.SLOT, Look.PATH_EDGE),
    Look.LEFT: (Look.BOARD, Look.SLOT),
    Look.SECOND: (Look.BOARD, Look.CELL, Look.FIRST, Look.FIRST_STILL),
    Look.PATH: (Look.BOARD, Look.CELL, Look.SLOT, Look.PATH_EDGE),
    Look.DISPLACED: (Look.BOARD, Look.DISPLACED_EDGE),
    Look.SPECIAL: (Look.CELL, Look.FIRST),
    Look.RED: (Look.BOARD, Look.CELL),
    Look.BLUE: (Look.BOARD, Look.CELL),
}
"""Looks of shapes that touch each other: they differ by their edges."""

MEANINGS = [
    (Look.FIRST, Look.SECOND),
    (Look.FIRST, Look.SPECIAL),
    (Look.SECOND, Look.SPECIAL),
    (Look.FIRST_STILL, Look.SECOND_STILL),
    (Look.FIRST, Look.FIRST_STILL),
    (Look.SECOND, Look.SECOND_STILL),
    (Look.PATH, Look.DISPLACED),
    (Look.RED, Look.BLUE),
    (Look.LIGHT, Look.MEDIUM),
    (Look.MEDIUM, Look.DARK),
]
"""Looks that mean different things."""


def fill(look: Look) -> str:
    return PAINTS[look].fill


@for_each(("text", "ground"), [(t, g) for t, all_g in TEXTS.items() for g in all_g])
def test_texts_have_the_contrast_of_wcag_aa(text: Look, ground: Look) -> None:
    assert contrast(fill(text), fill(ground)) >= 4.5


@for_each(("one", "other"), [(a, b) for a, all_b in FORMS.items() for b in all_b])
def test_shapes_have_the_contrast_of_wcag_for_graphics(one: Look, other: Look) -> None:
    assert contrast(fill(one), fill(other)) >= 3


@for_each("blindness", BLINDNESS)
@for_each(("one", "other"), MEANINGS)
def test_meanings_are_told_apart_by_the_colour_blind(
    one: Look, other: Look, blindness: str
) -> None:
    assert distance(fill(one), fill(other), blindness) >= 12


def test_rings_differ_by_their_fill_and_all_have_a_dark_edge() -> None:
    light, medium, dark = (PAINTS[look] for look in (Look.LIGHT, Look.MEDIUM, Look.DARK))
    assert contrast(light.fill, medium.fill) >= 1.9
    assert contrast(medium.fill, dark.fill) >= 3.1
    for ring in (light, medium):
        assert contrast(ring.edge, ring.fill) >= 4.5
        assert contrast(ring.edge, fill(Look.BOARD)) >= 4.5


def test_an_empty_slot_and_a_line_are_seen_but_paler_than_any_ring() -> None:
    slot, board = PAINTS[Look.SLOT], fill(Look.BOARD)
    assert slot.edge == fill(Look.LINK)
    assert 2 < contrast(slot.edge, board) < 3
    assert contrast(slot.fill, board) < 1.5


def test_the_board_stands_out_from_light_and_from_dark_mails() -> None:
    assert contrast(fill(Look.BOARD), "#111111") >= 3
    assert distance(fill(Look.BOARD), "#ffffff") >= 15


def test_every_look_has_a_paint() -> None:
    assert set(PAINTS) == set(Look)
