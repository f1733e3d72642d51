"""Contact sheets: many small boards in one picture."""

from __future__ import annotations

from io import BytesIO
from math import ceil
from typing import Any

import pytest
from PIL import Image, ImageChops

from pbm.core.games import Seat, all_games, draw, spec
from pbm.pictures.sheet import WIDTH, Labelled, columns_for, most_for, sheet
from tests.rules.playouts import turns

LARGEST = 24 * 1024


def boards(game: Any, number: int) -> list[Labelled]:
    states = [state for state, *_ in turns(spec(game), 1)]
    shown = [states[at * (len(states) - 1) // (number - 1)] for at in range(number)]
    return [Labelled(f"{at}. x", draw(game, state, Seat.FIRST)) for at, state in enumerate(shown)]


@pytest.mark.parametrize("game", all_games(), ids=spec)
def test_a_full_sheet_is_small_and_always_the_same(game: Any) -> None:
    full = boards(game, most_for(draw(game, game.start(), None)))
    first = sheet(full)
    assert len(first) <= LARGEST
    assert first == sheet(full)
    with Image.open(BytesIO(first)) as picture:
        assert picture.width == WIDTH


@pytest.mark.parametrize("game", all_games(), ids=spec)
def test_each_row_of_boards_is_on_the_sheet(game: Any) -> None:
    scene = draw(game, game.start(), None)
    heights = []
    for number in (2, most_for(scene)):
        with Image.open(BytesIO(sheet(boards(game, number)))) as picture:
            heights.append(picture.height / ceil(number / columns_for(scene)))
    assert most_for(scene) > 2
    assert heights[0] == heights[1]


@pytest.mark.parametrize("label", ["14. b7-e7-e6-c6-b5-b4-b1", "14. " + "b7-e7-" * 12])
def test_a_long_label_ends_above_its_board(label: str) -> None:
    first, *others = boards(all_games()[0], 3)
    plain = sheet([Labelled("", first.scene), *others])
    labelled = sheet([Labelled(label, first.scene), *others])
    with Image.open(BytesIO(plain)) as before, Image.open(BytesIO(labelled)) as after:
        changed = ImageChops.difference(before.convert("RGB"), after.convert("RGB")).getbbox()
    assert changed is not None
    assert changed[2] <= WIDTH // columns_for(first.scene)
