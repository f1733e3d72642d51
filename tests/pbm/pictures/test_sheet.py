"""Contact sheets: many small boards in one picture."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from pbm.core.games import Seat, all_games, draw, spec
from pbm.pictures.sheet import MOST, WIDTH, Labelled, sheet
from tests.rules.playouts import turns

LARGEST = 24 * 1024


def boards(game: Any, number: int) -> list[Labelled]:
    states = [state for state, *_ in turns(spec(game), 1)]
    shown = [states[at * (len(states) - 1) // (number - 1)] for at in range(number)]
    return [Labelled(f"{at}. x", draw(game, state, Seat.FIRST)) for at, state in enumerate(shown)]


@pytest.mark.parametrize("game", all_games(), ids=spec)
def test_a_full_sheet_is_small_and_always_the_same(game: Any) -> None:
    first = sheet(boards(game, MOST))
    assert len(first) <= LARGEST
    assert first == sheet(boards(game, MOST))
    with Image.open(BytesIO(first)) as picture:
        assert picture.width == WIDTH


@pytest.mark.parametrize("game", all_games(), ids=spec)
def test_each_board_is_on_the_sheet(game: Any) -> None:
    heights = []
    for number in (2, MOST):
        with Image.open(BytesIO(sheet(boards(game, number)))) as picture:
            heights.append(picture.height)
    low, high = heights
    assert high >= 3 * low
